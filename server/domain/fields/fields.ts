import { isJsonArray, isJsonObject, type Json, type JsonObject, member } from '../json/json.ts';
import type { CollectionDefinition } from '../model/collection-definition.ts';

/** The bit of each JSON type in {@link Field}. */
const bits = { null: 1, boolean: 2, number: 4, string: 8, array: 16, object: 32 } as const;

export type FieldKind = keyof typeof bits;

const kinds = Object.keys(bits) as readonly FieldKind[];

/** Fields that a catalogue knows at most: names made of data, such as ids, would let it grow for ever. */
export const maxFields = 20_000;

const noMembers: ReadonlyMap<string, Field> = new Map();

/** Counts the names and types of a catalogue. */
interface Knowledge {
  /** One more with every name and every type. */
  size: number;
  fields: number;
}

/**
 * A known field of a collection and the fields inside it. An array field has the types and members of its elements,
 * besides `array`.
 */
export class Field {
  /** Member names from the record down to the field; empty for the record itself. */
  readonly path: readonly string[];
  /** Null for a field without members: most are leaves, and a map takes as much memory as all else of a field. */
  #members: Map<string, Field> | null = null;
  /** Characters of the longest member name. */
  #longest = 0;
  readonly #knowledge: Knowledge;
  #seen = 0;

  constructor(path: readonly string[], knowledge: Knowledge) {
    this.path = path;
    this.#knowledge = knowledge;
  }

  /** The path joined with dots, as requests name the field. */
  get name(): string {
    return this.path.join('.');
  }

  /** True once the catalogue has {@link maxFields} fields: others are not added. */
  get isFull(): boolean {
    return this.#knowledge.fields >= maxFields;
  }

  /** The JSON types seen so far; empty if only the name is known. */
  get kinds(): readonly FieldKind[] {
    return kinds.filter((kind) => this.has(kind));
  }

  has(kind: FieldKind): boolean {
    return (this.#seen & bits[kind]) !== 0;
  }

  /**
   * The inner field of this name; dots separate levels. A member whose own name contains the dot wins over a nested one.
   */
  find(name: string): Field | undefined {
    const own = this.members.get(name);
    if (own) return own;
    for (let dot = name.indexOf('.'); dot !== -1 && dot <= this.#longest; dot = name.indexOf('.', dot + 1)) {
      const inside = this.members.get(name.slice(0, dot))?.find(name.slice(dot + 1));
      if (inside) return inside;
    }
    return undefined;
  }

  /** The inner fields of this name, in any case. */
  findIgnoringCase(name: string): readonly Field[] {
    const folded = name.toUpperCase();
    return this.entries()
      .filter(([one]) => one.toUpperCase() === folded)
      .map(([, field]) => field);
  }

  /**
   * Every inner field with its name relative to this one: a parent before its members, otherwise in the order of
   * discovery.
   */
  entries(): readonly (readonly [name: string, field: Field])[] {
    const entries: [string, Field][] = [];
    this.#collect(entries, '');
    return entries;
  }

  #collect(entries: [string, Field][], prefix: string): void {
    for (const [name, field] of this.members) {
      entries.push([prefix + name, field]);
      if (field.#members) field.#collect(entries, `${prefix}${name}.`);
    }
  }

  /** The names of {@link entries}. */
  names(): readonly string[] {
    return this.entries().map(([name]) => name);
  }

  /** The direct members by name. */
  get members(): ReadonlyMap<string, Field> {
    return this.#members ?? noMembers;
  }

  /** The member of this name; adds it if it is unknown. */
  member(name: string): Field {
    const known = this.#members?.get(name);
    if (known) return known;
    if (this.isFull) return new Field([...this.path, name], { size: 0, fields: maxFields });
    const field = new Field([...this.path, name], this.#knowledge);
    this.#knowledge.size += 1;
    this.#knowledge.fields += 1;
    this.#members ??= new Map();
    this.#members.set(name, field);
    this.#longest = Math.max(this.#longest, name.length);
    return field;
  }

  /** Adds a type. */
  add(kind: FieldKind): void {
    if (this.has(kind)) return;
    this.#seen |= bits[kind];
    this.#knowledge.size += 1;
  }

  /** Adds the types and members of another field. */
  merge(other: Field): void {
    for (const kind of other.kinds) this.add(kind);
    for (const [name, inner] of other.members) this.member(name).merge(inner);
  }

  /** Adds the types and members of a value. */
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
 * The known fields of a collection: its key, the properties of its JSON Schema, and every field that a record ever had.
 * Fields stay known, so that a valid filter does not become an error when a record is deleted; only the undo of an edit
 * that introduced a field begins a new catalogue. Names beyond {@link maxFields} are not added.
 */
export class FieldCatalogue {
  readonly definition: CollectionDefinition;
  /** The record itself, which contains the fields. */
  readonly record: Field;
  readonly #knowledge: Knowledge = { size: 0, fields: 0 };
  /** The other catalogue's revision at the last {@link merge}. */
  #mergedRevision = 0;

  constructor(definition: CollectionDefinition) {
    this.definition = definition;
    this.record = new Field([], this.#knowledge);
    this.record.member(definition.key);
    readSchema(this.record, definition.schema);
  }

  /** Grows with each new name or type. At the same revision, a query has the same meaning. */
  get revision(): number {
    return this.#knowledge.size;
  }

  /** Adds the fields of a record. Called for every record. */
  addRecord(value: JsonObject): void {
    this.record.addValue(value);
  }

  /** Adds the fields of a written record's changed members; the others are known. Called for every write. */
  addMembers(value: JsonObject, names: readonly string[]): void {
    for (const name of names) {
      const seen = member(value, name);
      if (seen !== undefined) this.record.member(name).addValue(seen);
    }
  }

  /** Adds the fields of another catalogue, which is always the same one. */
  merge(other: FieldCatalogue): void {
    if (this.#mergedRevision === other.revision) return;
    this.record.merge(other.record);
    this.#mergedRevision = other.revision;
  }

  /** The field of this name, such as `address.city`. */
  find(name: string): Field | undefined {
    return this.record.find(name);
  }

  /** Every field, such as `address` and then `address.city`. */
  fields(): readonly Field[] {
    return this.record.entries().map(([, field]) => field);
  }
}

/**
 * Reads types and properties from a JSON Schema. Does not follow `$ref`, because references may be circular: those fields
 * become known once a record has them.
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

/** A keyword's value as a list: many keywords accept one value or several. */
function listed(value: Json | undefined): readonly Json[] {
  if (value === undefined) return [];
  return isJsonArray(value) ? value : [value];
}
