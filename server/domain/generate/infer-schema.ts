import { isPlainDate, parseInstant } from '../basics/instant.ts';
import type { Work } from '../basics/work.ts';
import { isJsonArray, isJsonObject, type Json, type JsonObject } from '../json/json.ts';

/** Texts of a member that has few of them, many times each, are taken for all that it can have. */
const mostChoices = 8;
const usesOfChoice = 3;

/** The JSON Schema that all of these records fit: types, required members, formats of texts, and the choices among a few texts. */
export function* inferSchema(records: Iterable<JsonObject>): Work<JsonObject> {
  const seen = new SeenValues();
  for (const record of records) {
    seen.add(record);
    // After each, because one may have thousands of members.
    yield;
  }
  return { type: 'object', ...seen.toSchema() };
}

const formats: readonly (readonly [name: string, test: (text: string) => boolean])[] = [
  ['date', (text) => isPlainDate(text) && parseInstant(text) !== undefined],
  ['date-time', (text) => text.includes('T') && parseInstant(text) !== undefined],
  ['email', (text) => /^[^@\s]+@[^@\s]+\.[^@\s]+$/.test(text)],
  ['uuid', (text) => /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i.test(text)],
  ['uri', (text) => /^https?:\/\/\S+$/.test(text)],
];

/** The common traits of the values at one place of the records. */
class SeenValues {
  readonly #types = new Set<string>();
  readonly #members = new Map<string, { readonly values: SeenValues; count: number }>();
  #objects = 0;
  #elements: SeenValues | undefined;
  #texts = 0;
  /** Null once there are too many to be choices. */
  #choices: Set<string> | null = new Set();
  #formats = formats;

  add(value: Json): void {
    if (isJsonArray(value)) {
      this.#types.add('array');
      this.#elements ??= new SeenValues();
      for (const element of value) this.#elements.add(element);
    } else if (isJsonObject(value)) {
      this.#addObject(value);
    } else if (typeof value === 'string') {
      this.#addText(value);
    } else if (typeof value === 'number') {
      this.#types.add(Number.isInteger(value) ? 'integer' : 'number');
    } else {
      this.#types.add(value === null ? 'null' : 'boolean');
    }
  }

  toSchema(): JsonObject {
    const types = [...this.#types].filter((type) => type !== 'integer' || !this.#types.has('number'));
    const members = [...this.#members];
    const required = members.filter(([, { count }]) => count === this.#objects).map(([name]) => name);
    const isChosen = this.#choices && this.#texts >= this.#choices.size * usesOfChoice && types.join() === 'string';
    const [format] = this.#formats;
    return {
      ...(types.length > 0 && { type: types.length === 1 ? (types[0] ?? null) : types }),
      ...(this.#texts > 0 && format && { format: format[0] }),
      ...(this.#choices && isChosen && !format && { enum: [...this.#choices].sort() }),
      ...(members.length > 0 && {
        properties: Object.fromEntries(members.map(([name, { values }]) => [name, values.toSchema()])),
      }),
      ...(required.length > 0 && { required }),
      ...(this.#elements && this.#elements.#types.size > 0 && { items: this.#elements.toSchema() }),
    };
  }

  #addObject(value: JsonObject): void {
    this.#types.add('object');
    this.#objects += 1;
    for (const [name, inner] of Object.entries(value)) {
      const known = this.#members.get(name) ?? { values: new SeenValues(), count: 0 };
      this.#members.set(name, known);
      known.values.add(inner);
      known.count += 1;
    }
  }

  #addText(text: string): void {
    this.#types.add('string');
    this.#texts += 1;
    this.#choices?.add(text);
    if (this.#choices && this.#choices.size > mostChoices) this.#choices = null;
    this.#formats = this.#formats.filter(([, test]) => test(text));
  }
}
