import { mixBits } from '../basics/mix-bits.ts';
import { isJsonArray, type JsonObject, member } from '../json/json.ts';
import type { CollectionDefinition } from '../model/collection-definition.ts';
import { Dice } from './dice.ts';
import { formatText } from './format-text.ts';
import { KnownPlaces } from './known-values.ts';
import { patternText } from './pattern-text.ts';
import { longestText } from './plain-value.ts';
import { SchemaValues } from './schema-value.ts';

/** A short pattern may give the same key again. */
const attempts = 20;

/** Makes keys as the schema of a collection describes them, where no sequence of integers can be continued. */
export class KeyMaker {
  readonly #key: string;
  readonly #values: SchemaValues;

  constructor({ key, schema }: CollectionDefinition) {
    this.#key = key;
    this.#values = new SchemaValues(schema ?? {}, new KnownPlaces([]));
  }

  /** A key that is not taken, unless the schema allows too few; `newId` gives one for a schema that accepts any text. */
  freeKey(newId: () => string, isTaken: (id: string) => boolean): string | number {
    let key = this.#keyFor(newId());
    for (let attempt = 1; attempt < attempts && isTaken(String(key)); attempt++) key = this.#keyFor(newId());
    return key;
  }

  /** A key of the schema's type and spelling, the same one for the same id. */
  #keyFor(id: string): string | number {
    const dice = new Dice(seedOf(id), 0);
    const schema = this.#values.memberSchema(this.#key, dice) ?? {};
    const allowed = member(schema, 'const') ?? member(schema, 'enum');
    const chosen = isJsonArray(allowed) ? dice.pick(allowed) : allowed;
    if (typeof chosen === 'string' || typeof chosen === 'number') return chosen;
    const type = member(schema, 'type');
    const types = isJsonArray(type) ? type : [type];
    const isNumber = types.includes('integer') || types.includes('number');
    return isNumber && !types.includes('string') ? firstInteger(schema) : textFor(schema, id, dice);
  }
}

/** The first key of a sequence: 1, or the lowest that the schema allows. */
function firstInteger(schema: JsonObject): number {
  const { minimum, exclusiveMinimum, maximum } = schema;
  const lowest = typeof minimum === 'number' ? Math.ceil(minimum) : 1;
  const above = typeof exclusiveMinimum === 'number' ? Math.floor(exclusiveMinimum) + 1 : 1;
  const first = Math.max(1, lowest, above);
  return typeof maximum === 'number' ? Math.min(first, Math.floor(maximum)) : first;
}

function textFor(schema: JsonObject, id: string, dice: Dice): string {
  const { pattern, format, minLength, maxLength } = schema;
  const spelled = typeof pattern === 'string' ? patternText(pattern, dice) : undefined;
  if (spelled !== undefined) return spelled;
  // The new id is a UUID itself.
  const formatted = typeof format === 'string' && format !== 'uuid' ? formatText(format, dice, noHints) : undefined;
  if (formatted !== undefined) return formatted;
  const most = typeof maxLength === 'number' ? maxLength : Number.POSITIVE_INFINITY;
  const text = most < id.length ? id.replaceAll('-', '').slice(0, most) : id;
  return typeof minLength === 'number' ? text.padEnd(Math.min(minLength, longestText), id.replaceAll('-', '')) : text;
}

const noHints = { span: undefined, about: undefined };

function seedOf(text: string): number {
  return Array.from(text).reduce((bits, sign) => mixBits(bits ^ (sign.codePointAt(0) ?? 0)), text.length);
}
