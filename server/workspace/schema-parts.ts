import { isJsonArray, isJsonObject, type Json, type JsonObject, member } from '../domain/json/json.ts';
import { formatPointer, parsePointer, valueAt } from '../domain/json/pointer.ts';

/** The keyword that stands for a part; its value is the part's index. */
export const partKeyword = 'x-part';

/** Values of a schema that compile in one go: a few milliseconds of work. */
const partSize = 120;

/** The keyword beside each reference of a schema that is not divided; counts how often it is followed. */
export const stepKeyword = 'x-step';

/** Values of a schema with {@link bound} keywords, which compiles in one go. */
const mostBound = 300;

/** Keywords whose meaning depends on the place of a schema, or on the keywords beside it. */
const bound: ReadonlySet<string> = new Set([
  '$id',
  '$anchor',
  '$dynamicAnchor',
  '$dynamicRef',
  'unevaluatedItems',
  'unevaluatedProperties',
]);

const ofNames = ['properties', 'patternProperties', 'dependentSchemas'];
const ofLists = ['allOf', 'anyOf', 'oneOf', 'prefixItems'];
const ofOne = ['items', 'contains', 'additionalProperties', 'propertyNames', 'not', 'if', 'then', 'else'];
const ofRest = ['unevaluatedItems', 'unevaluatedProperties'];
const ofDefinitions = ['$defs', 'definitions'];

/**
 * Divides a large schema, and one with references, into parts that compile one by one: the time of a compilation grows with
 * more than its size. Parts name each other by {@link partKeyword}, and the first one stands for the whole schema. Null for a
 * schema that is small and has no references, or that has keywords which cannot leave their place.
 */
export function schemaParts(schema: JsonObject): readonly JsonObject[] | null {
  const { $id: _, ...root } = schema;
  if (!isDivisible(root)) return null;
  const { parts, hasReferences } = new Division(root);
  return hasReferences || sizeOf(schema) > partSize ? parts : null;
}

/** Why a schema cannot be compiled, as a clause; undefined if it can. */
export function sizeFault(schema: JsonObject): string | undefined {
  const { $id: _, ...root } = schema;
  if (isDivisible(root) || sizeOf(root) <= mostBound) return undefined;
  return `with ${[...bound].slice(0, -1).join(', ')} or ${[...bound].at(-1)}, it may have at most ${mostBound} values`;
}

/** The schema with {@link stepKeyword} beside each reference. */
export function withSteps(schema: Json): Json {
  if (!isJsonObject(schema)) return schema;
  const counted: Record<string, Json> = { ...schema };
  for (const keyword of [...ofNames, ...ofDefinitions]) {
    const given = member(schema, keyword);
    if (!isJsonObject(given)) continue;
    counted[keyword] = Object.fromEntries(Object.entries(given).map(([name, one]) => [name, withSteps(one)]));
  }
  for (const keyword of ofLists) {
    const given = member(schema, keyword);
    if (isJsonArray(given)) counted[keyword] = given.map(withSteps);
  }
  for (const keyword of [...ofOne, ...ofRest]) {
    const given = member(schema, keyword);
    if (given !== undefined) counted[keyword] = withSteps(given);
  }
  const refers = ['$ref', '$dynamicRef'].some((keyword) => typeof member(schema, keyword) === 'string');
  return refers ? { ...counted, [stepKeyword]: true } : counted;
}

/** The number of values in a value. */
function sizeOf(value: Json | undefined): number {
  if (value === undefined) return 0;
  let size = 1;
  if (isJsonArray(value)) for (const element of value) size += sizeOf(element);
  else if (isJsonObject(value)) for (const name in value) size += sizeOf(value[name]);
  return size;
}

/** True without {@link bound} keywords, and if all references are JSON pointers inside the schema. */
function isDivisible(value: Json): boolean {
  if (isJsonArray(value)) return value.every(isDivisible);
  if (!isJsonObject(value)) return true;
  return Object.entries(value).every(([name, inner]) => {
    if (name === '$ref') return typeof inner === 'string' && (inner === '#' || inner.startsWith('#/'));
    return !bound.has(name) && isDivisible(inner);
  });
}

class Division {
  readonly parts: JsonObject[] = [{}];
  hasReferences = false;
  readonly #root: JsonObject;
  /** Parts by the JSON pointers of their schemas. */
  readonly #targets = new Map<string, number>([['', 0]]);

  constructor(root: JsonObject) {
    this.#root = root;
    for (const keyword of ofDefinitions) {
      for (const name of Object.keys(objectAt(root, keyword))) this.#target([keyword, name]);
    }
    const others = Object.entries(root).filter(
      ([name, value]) => !ofDefinitions.includes(name) || !isJsonObject(value),
    );
    this.parts[0] = this.#divided(Object.fromEntries(others));
  }

  /** The part of the schema at a place, or the schema itself if it is true or false; undefined if there is none. */
  #target(place: readonly string[]): number | boolean | undefined {
    const pointer = formatPointer(place);
    const known = this.#targets.get(pointer);
    if (known !== undefined) return known;
    const schema = valueAt(this.#root, place);
    if (typeof schema === 'boolean') return schema;
    if (!isJsonObject(schema)) return undefined;
    // The schema may refer to itself.
    const index = this.parts.push({}) - 1;
    this.#targets.set(pointer, index);
    this.parts[index] = this.#divided(schema);
    return index;
  }

  #targetOf(reference: string): number | boolean | undefined {
    const place = parsePointer(decoded(reference.slice(1)));
    return place.ok ? this.#target(place.value) : undefined;
  }

  /** The schema with parts in the place of its large schemas. */
  #divided(schema: JsonObject): JsonObject {
    const inner: Record<string, Json> = { ...schema };
    const reference = member(schema, '$ref');
    const target = typeof reference === 'string' ? this.#targetOf(reference) : undefined;
    if (target !== undefined) {
      delete inner.$ref;
      if (typeof target === 'number') inner[partKeyword] = target;
      else inner.allOf = [...listAt(schema, 'allOf'), target];
      this.hasReferences = true;
    }
    for (const keyword of ofNames) {
      const given = member(inner, keyword);
      if (isJsonObject(given)) inner[keyword] = this.#each(given);
    }
    for (const keyword of ofLists) {
      const given = member(inner, keyword);
      if (isJsonArray(given)) inner[keyword] = given.map((one) => this.#small(one));
    }
    for (const keyword of ofOne) {
      const given = member(inner, keyword);
      if (given !== undefined) inner[keyword] = this.#small(given);
    }
    return sizeOf(inner) > partSize ? this.#grouped(inner) : inner;
  }

  #each(schemas: JsonObject): JsonObject {
    return Object.fromEntries(Object.entries(schemas).map(([name, one]) => [name, this.#small(one)]));
  }

  /** The schema itself, or its part if it is large. */
  #small(schema: Json): Json {
    if (!isJsonObject(schema)) return schema;
    const divided = this.#divided(schema);
    return sizeOf(divided) > partSize / 8 ? this.#part(divided) : divided;
  }

  #part(schema: JsonObject): JsonObject {
    return { [partKeyword]: this.parts.push(schema) - 1 };
  }

  /** Moves the schemas of members and branches into parts of several. The members stay known for `additionalProperties`. */
  #grouped(schema: Readonly<Record<string, Json>>): JsonObject {
    const moved: Json[] = [];
    const kept: Record<string, Json> = { ...schema };
    for (const keyword of ['properties', 'patternProperties']) {
      const schemas = objectAt(schema, keyword);
      const groups = inGroups(Object.entries(schemas));
      if (groups.length < 2) continue;
      kept[keyword] = Object.fromEntries(Object.keys(schemas).map((name) => [name, true]));
      for (const group of groups) moved.push(this.#part({ [keyword]: Object.fromEntries(group) }));
    }
    for (const keyword of ['allOf', 'anyOf']) {
      const branches = member(schema, keyword);
      const groups = isJsonArray(branches) ? inGroups(branches) : [];
      if (groups.length > 1) kept[keyword] = groups.map((group) => this.#part({ [keyword]: group }));
    }
    return moved.length === 0 ? kept : { ...kept, allOf: [...listAt(kept, 'allOf'), ...moved] };
  }
}

/** The text of a percent-encoded fragment; the fragment itself if it is malformed. */
function decoded(fragment: string): string {
  try {
    return decodeURIComponent(fragment);
  } catch {
    return fragment;
  }
}

function objectAt(schema: JsonObject, keyword: string): JsonObject {
  const value = member(schema, keyword);
  return isJsonObject(value) ? value : {};
}

function listAt(schema: JsonObject, keyword: string): readonly Json[] {
  const value = member(schema, keyword);
  return isJsonArray(value) ? value : [];
}

/** Lists of elements whose sizes together are those of a part, at least one each. */
function inGroups<T extends Json | readonly [string, Json]>(elements: readonly T[]): readonly (readonly T[])[] {
  const groups: T[][] = [];
  let room = 0;
  for (const element of elements) {
    const size = sizeOf(element as Json);
    if (size > room || groups.length === 0) {
      groups.push([]);
      room = partSize;
    }
    groups.at(-1)?.push(element);
    room -= size;
  }
  return groups;
}
