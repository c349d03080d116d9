import type { Work } from '../basics/work.ts';
import { isJsonObject, type Json, type JsonObject, member, setMember } from '../json/json.ts';
import type { CollectionDefinition } from '../model/collection-definition.ts';
import type { Dice } from './dice.ts';
import { KnownPlaces } from './known-values.ts';
import { SchemaValues } from './schema-value.ts';

/** Generates records that fit a collection's schema, with values like those of the existing records. */
export class RecordMaker {
  readonly #key: string;
  readonly #known: KnownPlaces;
  readonly #values: SchemaValues;

  constructor({ key, schema }: CollectionDefinition, examples: readonly JsonObject[]) {
    const described = withKnownMembers(schema ?? {}, examples);
    this.#key = key;
    this.#known = new KnownPlaces(examples);
    this.#values = new SchemaValues(described, this.#known);
  }

  /** See {@link KnownPlaces.continueAfter}. */
  continueAfter(records: Iterable<JsonObject>): Work<void> {
    return this.#known.continueAfter(records);
  }

  /** The members of a record, without its key. */
  members(dice: Dice): JsonObject {
    const value = this.#values.value(dice, new Set([this.#key]));
    return isJsonObject(value) ? value : {};
  }
}

/** Adds the members of the example records to the schema's properties, unless the schema forbids others. */
function withKnownMembers(schema: JsonObject, examples: readonly JsonObject[]): JsonObject {
  const closed = ['additionalProperties', 'unevaluatedProperties'].some((word) => member(schema, word) === false);
  const properties = member(schema, 'properties');
  const described = isJsonObject(properties) ? properties : {};
  const all: { [name: string]: Json } = {};
  for (const record of closed ? [] : examples) for (const name of Object.keys(record)) setMember(all, name, {});
  return { type: 'object', ...schema, properties: { ...all, ...described } };
}
