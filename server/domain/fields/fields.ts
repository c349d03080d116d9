import { isJsonArray, isJsonObject, type Json, type JsonObject, member } from '../json/json.ts';
import type { CollectionDefinition } from '../model/collection-definition.ts';

/** The JSON types and the bit that each has in {@link Field}. */
const bits = { null: 1, boolean: 2, number: 4, string: 8, array: 16, object: 32 } as const;

export type FieldKind = keyof typeof bits;

const kinds = Object.keys(bits) as readonly FieldKind[];

/** How much a catalogue knows: one more with every name and every type that it learns. */
interface Knowledge {
  size: number;
}

/**
 * A field that a collection knows, and the fields inside it. An array stands for its elements: what they hold is what
 * the field holds, beside `array` itself.
 */
export class Field {
  /** Member names from the record down to the field; empty for the record itself. */
  readonly path: readonly string[];
  readonly #members = new Map<string, Field>();
  readonly #knowledge: Knowledge;
  #seen = 0;

  constructor(path: readonly string[], knowledge: Knowledge) {
    this.path = path;
    this.#knowledge = knowledge;
  }

  /** The path with dots: how requests name the field. */
  get name(): string {
    return this.path.join('.');
  }

  /** The JSON types known so far; empty when only the name is known. */
  get kinds(): readonly FieldKind[] {
    return kinds.filter((kind) => this.has(kind));
  }

  has(kind: FieldKind): boolean {
    return (this.#seen & bits[kind]) !== 0;
  }

  /**
   * The field of that name inside this one, dots reaching further. A member that really has a dot in its name wins over
   * one inside another.
   */
  find(name: string): Field | undefined {
    const own = this.#members.get(name);
    if (own) return own;
    for (let dot = name.indexOf('.'); dot !== -1; dot = name.indexOf('.', dot + 1)) {
      const inside = this.#members.get(name.slice(0, dot))?.find(name.slice(dot + 1));
      if (inside) return inside;
    }
    return undefined;
  }

  /** The fields inside whose name is the same but for case. */
  findIgnoringCase(name: string): readonly Field[] {
    const folded = name.toUpperCase();
    return [...this.entries()].filter(([one]) => one.toUpperCase() === folded).map(([, field]) => field);
  }

  /**
   * Every field inside and how it is named from here: a parent before its members, otherwise in the order in which they
   * came to be known.
   */
  *entries(prefix = ''): IterableIterator<readonly [name: string, field: Field]> {
    for (const [name, field] of this.#members) {
      yield [prefix + name, field];
      yield* field.entries(`${prefix}${name}.`);
    }
  }

  /** The names of {@link entries}. */
  names(): readonly string[] {
    return [...this.entries()].map(([name]) => name);
  }

  /** The fields right inside, by their own names. */
  get members(): ReadonlyMap<string, Field> {
    return this.#members;
  }

  /** The member of that name, known from now on. */
  member(name: string): Field {
    let field = this.#members.get(name);
    if (!field) {
      field = new Field([...this.path, name], this.#knowledge);
      this.#knowledge.size += 1;
      this.#members.set(name, field);
    }
    return field;
  }

  /** Adds a type to those known. */
  add(kind: FieldKind): void {
    if (this.has(kind)) return;
    this.#seen |= bits[kind];
    this.#knowledge.size += 1;
  }

  /** Adds what another field shows. */
  merge(other: Field): void {
    for (const kind of other.kinds) this.add(kind);
    for (const [name, inner] of other.members) this.member(name).merge(inner);
  }

  /** Adds what a value shows. */
  addValue(value: Json): void {
    if (value === null) {
      this.add('null');
    } else if (isJsonArray(value)) {
      this.add('array');
      for (const element of value) this.addValue(element);
    } else if (isJsonObject(value)) {
      this.add('object');
      for (const name in value) this.member(name).addValue(value[name] ?? null);
    } else {
      this.add(typeof value as 'boolean' | 'number' | 'string');
    }
  }
}

/**
 * The fields that a collection knows: its key, what its JSON Schema names, and every field that a record ever had.
 * What was known once stays known, so that a filter that was right does not become an error because a record went.
 */
export class FieldCatalogue {
  readonly definition: CollectionDefinition;
  /** The record itself, and in it the fields. */
  readonly record: Field;
  readonly #knowledge: Knowledge = { size: 0 };
  /** The revision of the other catalogue up to which {@link merge} has taken it over. */
  #mergedRevision = 0;

  constructor(definition: CollectionDefinition) {
    this.definition = definition;
    this.record = new Field([], this.#knowledge);
    this.record.member(definition.key);
    if (definition.schema) readSchema(this.record, definition.schema);
  }

  /** Grows when something new comes to be known: with the same number, a query means the same. */
  get revision(): number {
    return this.#knowledge.size;
  }

  /** Adds what a record shows: to be called for every record. */
  addRecord(value: JsonObject): void {
    this.record.addValue(value);
  }

  /** Adds what the members of those names show, where it has seen the others before: to be called for every write. */
  addMembers(value: JsonObject, names: readonly string[]): void {
    for (const name of names) {
      const seen = member(value, name);
      if (seen !== undefined) this.record.member(name).addValue(seen);
    }
  }

  /** Adds what another catalogue knows, always the same one. */
  merge(other: FieldCatalogue): void {
    if (this.#mergedRevision === other.revision) return;
    this.record.merge(other.record);
    this.#mergedRevision = other.revision;
  }

  /** The field of that name, such as `address.city`. */
  find(name: string): Field | undefined {
    return this.record.find(name);
  }

  /** Every field, such as `address` and then `address.city`. */
  fields(): readonly Field[] {
    return [...this.record.entries()].map(([, field]) => field);
  }
}

/**
 * Takes types and properties from a JSON Schema. A `$ref` is not followed, because schemas may refer to each other in
 * circles: the fields behind it are known once a record has them.
 */
function readSchema(field: Field, schema: Json): void {
  if (!isJsonObject(schema)) return;
  for (const type of listed(member(schema, 'type'))) {
    const kind = type === 'integer' ? 'number' : kinds.find((one) => one === type);
    if (kind) field.add(kind);
  }
  const properties = member(schema, 'properties');
  if (isJsonObject(properties)) {
    for (const [name, inner] of Object.entries(properties)) readSchema(field.member(name), inner);
  }
  for (const keyword of ['items', 'prefixItems', 'allOf', 'anyOf', 'oneOf']) {
    for (const inner of listed(member(schema, keyword))) readSchema(field, inner);
  }
}

/** A keyword's value as a list: many keywords take one or several. */
function listed(value: Json | undefined): readonly Json[] {
  if (value === undefined) return [];
  return isJsonArray(value) ? value : [value];
}
