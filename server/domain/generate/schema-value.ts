import { isJsonArray, isJsonObject, type Json, type JsonObject, member, setMember } from '../json/json.ts';
import { maxDepth, maxValues } from '../json/limits.ts';
import { parsePointer, valueAt } from '../json/pointer.ts';
import type { Dice } from './dice.ts';
import { element, type KnownPlaces, type KnownValues } from './known-values.ts';
import { plainNumber, plainText } from './plain-value.ts';

/** The chance of an optional member that no example record has. */
const optionalChance = 0.85;
/** The chance of null for a nullable value. */
const nullChance = 0.1;
/** A schema may refer to itself: below this depth, and after so many values, only required ones are generated. */
const deepest = 6;
const plenty = 1000;
/** Parts of schemas that are merged for a value at most: more than its values have, unless schemas refer to each other in circles. */
const mostParts = 10 * maxValues;
/** Elements that an array gets at most, whatever its schema asks for. */
const mostElements = 1000;

/** Generates values that fit a JSON Schema and resemble the known ones. */
export class SchemaValues {
  readonly #root: JsonObject;
  readonly #known: KnownPlaces;
  /** The values that the present one has so far, on all levels, and the parts of schemas that were merged for it. */
  #made = 0;
  #merged = 0;

  constructor(root: JsonObject, known: KnownPlaces) {
    this.#root = root;
    this.#known = known;
  }

  /**
   * A value for the root schema, without the members of these names. It does not fit a schema that asks for more values or
   * levels than a record may have.
   */
  value(dice: Dice, without: ReadonlySet<string> = new Set()): Json {
    this.#made = 0;
    this.#merged = 0;
    return this.#value(this.#root, [], dice, undefined, without);
  }

  /** The schema of a member, with its references resolved; undefined if there is none. */
  memberSchema(name: string, dice: Dice): JsonObject | undefined {
    this.#merged = 0;
    const properties = member(this.#whole(this.#root, dice), 'properties');
    const property = isJsonObject(properties) ? member(properties, name) : undefined;
    return isJsonObject(property) ? this.#whole(property, dice) : undefined;
  }

  #value(
    given: Json | undefined,
    path: readonly string[],
    dice: Dice,
    about: string | undefined,
    without: ReadonlySet<string> = new Set(),
  ): Json {
    this.#made += 1;
    if (path.length > maxDepth || this.#made > maxValues) return null;
    const schema = this.#whole(given, dice);
    const fixed = member(schema, 'const');
    if (fixed !== undefined) return fixed;
    const allowed = member(schema, 'enum');
    const known = this.#known.at(path);
    if (isJsonArray(allowed)) return dice.pick(known.among(allowed)) ?? null;
    const examples = known.all.length === 0 ? plainExamples(schema) : [];
    const example = examples.length > 0 ? dice.pick(examples) : undefined;
    if (example !== undefined) return example;
    const type = typeOf(schema, known, dice);
    switch (type) {
      case 'null':
        return null;
      case 'boolean':
        return dice.pick(known.booleans) ?? dice.happens(0.5);
      case 'number':
      case 'integer':
        return plainNumber(schema, known, type === 'integer', dice);
      case 'array':
        return this.#array(schema, path, dice, about);
      case 'object':
        return this.#object(schema, path, dice, without);
      default:
        return plainText(schema, known, about, dice);
    }
  }

  #array(schema: JsonObject, path: readonly string[], dice: Dice, about: string | undefined): Json {
    const listed = member(schema, 'prefixItems');
    const places = isJsonArray(listed) ? listed : [];
    const rest = member(schema, 'items');
    const wanted = Math.max(numberOf(schema, 'minItems') ?? 0, places.length);
    const most = numberOf(schema, 'maxItems') ?? Math.max(wanted, 3);
    const fewest = Math.min(wanted, most);
    const inner = [...path, element];
    const isKnown = rest !== undefined || this.#known.at(inner).all.length > 0;
    const isShort = rest === false || !isKnown || this.#isLarge(path);
    const length = Math.min(isShort ? fewest : dice.integer(fewest, most), mostElements);
    const seen = new Set<string>();
    const isSet = member(schema, 'uniqueItems') === true;
    const elements: Json[] = [];
    for (let tries = 0; elements.length < length && tries < length * 5; tries++) {
      const value = this.#value(places[elements.length] ?? rest, inner, dice, about);
      const text = JSON.stringify(value);
      if (isSet && seen.has(text)) continue;
      seen.add(text);
      elements.push(value);
    }
    return elements;
  }

  #object(schema: JsonObject, path: readonly string[], dice: Dice, without: ReadonlySet<string>): Json {
    const properties = member(schema, 'properties');
    const required = member(schema, 'required');
    const needed = isJsonArray(required) ? required.filter((name) => typeof name === 'string') : [];
    const described = isJsonObject(properties) ? properties : {};
    const names = new Set([...Object.keys(described), ...needed]);
    // An object that the schema does not describe is copied from a known one.
    const whole = names.size === 0 && path.length > 0 ? dice.pick(this.#known.at(path).objects) : undefined;
    if (whole) return whole;
    const object: { [name: string]: Json } = {};
    let about: string | undefined;
    for (const name of names) {
      if (without.has(name)) continue;
      const place = [...path, name];
      const chance = this.#known.frequency(place) || optionalChance;
      if (!needed.includes(name) && (this.#isLarge(path) || !dice.happens(chance))) continue;
      const value = this.#value(member(described, name), place, dice, about);
      if (name === 'name' && typeof value === 'string') about = value;
      setMember(object, name, value);
    }
    return object;
  }

  #isLarge(path: readonly string[]): boolean {
    return path.length > deepest || this.#made > plenty;
  }

  /** Resolves `$ref` and merges `allOf` into the schema; chooses one alternative of `anyOf` and `oneOf`. */
  #whole(given: Json | undefined, dice: Dice, depth = 0): JsonObject {
    this.#merged += 1;
    if (!isJsonObject(given) || depth > deepest || this.#merged > mostParts) return {};
    const { $ref: reference, allOf, anyOf, oneOf, ...own } = given;
    const parts: JsonObject[] = [];
    if (typeof reference === 'string') parts.push(this.#whole(this.#resolved(reference), dice, depth + 1));
    for (const one of isJsonArray(allOf) ? allOf : []) parts.push(this.#whole(one, dice, depth + 1));
    for (const list of [anyOf, oneOf]) {
      if (isJsonArray(list)) parts.push(this.#whole(dice.pick(list), dice, depth + 1));
    }
    return parts.reduce(joined, own);
  }

  #resolved(reference: string): Json | undefined {
    const pointer = reference.startsWith('#') ? parsePointer(reference.slice(1)) : undefined;
    return pointer?.ok ? valueAt(this.#root, pointer.value) : undefined;
  }
}

/** Merges two schemas as far as one schema can express both. */
function joined(one: JsonObject, other: JsonObject): JsonObject {
  const all: { [name: string]: Json } = { ...other, ...one };
  for (const word of ['properties', 'required'] as const) {
    const [a, b] = [member(one, word), member(other, word)];
    if (isJsonObject(a) && isJsonObject(b)) all[word] = { ...b, ...a };
    else if (isJsonArray(a) && isJsonArray(b)) all[word] = [...new Set([...a, ...b])];
  }
  return all;
}

/**
 * The examples of a schema that are no lists and objects and have its type. A number or truth value counts as the text that
 * its author forgot to quote, as in YAML.
 */
function plainExamples(schema: JsonObject): readonly Json[] {
  const examples = member(schema, 'examples');
  const types = typesOf(schema);
  return (isJsonArray(examples) ? examples : []).flatMap((one) => {
    if (typeof one === 'object') return [];
    const isInteger = Number.isInteger(one) && types.includes('integer');
    if (types.length === 0 || isInteger || types.includes(typeof one)) return [one];
    return types.includes('string') ? [String(one)] : [];
  });
}

/** The types that a schema names, else the one that it implies; none for any. */
function typesOf(schema: JsonObject): readonly Json[] {
  const type = member(schema, 'type');
  if (type !== undefined) return isJsonArray(type) ? type : [type];
  const implied = Object.entries(impliedTypes).find(([word]) => member(schema, word) !== undefined);
  return implied ? [implied[1]] : [];
}

/** The type to generate: one that the schema names or implies, else that of a known value, if there is one. */
function typeOf(schema: JsonObject, known: KnownValues, dice: Dice): string {
  const type = member(schema, 'type');
  if (isJsonArray(type)) {
    const others = type.filter((one) => one !== 'null');
    if (others.length === 0 || (others.length < type.length && dice.happens(nullChance))) return 'null';
    return String(dice.pick(others));
  }
  const [implied] = typesOf(schema);
  if (typeof implied === 'string') return implied;
  const sample = dice.pick(known.all);
  if (sample === null) return 'null';
  return isJsonArray(sample) ? 'array' : typeof sample;
}

/** Keywords that apply to one type only. */
const impliedTypes = {
  properties: 'object',
  required: 'object',
  items: 'array',
  prefixItems: 'array',
  minimum: 'number',
  maximum: 'number',
  multipleOf: 'number',
  pattern: 'string',
  format: 'string',
  minLength: 'string',
} as const;

function numberOf(schema: JsonObject, word: string): number | undefined {
  const value = member(schema, word);
  return typeof value === 'number' ? value : undefined;
}
