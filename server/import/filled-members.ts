import { type Json, type JsonObject, member } from '../domain/json/json.ts';
import { count, quote } from '../domain/json/wording.ts';
import type { CollectionDefinition } from '../domain/model/collection-definition.ts';
import { requiredDefaults } from '../domain/records/schema-defaults.ts';

/** Gives new records the required members that they lack and that have a `default` in the schema. */
export class FilledMembers {
  readonly #collection: string;
  readonly #defaults: readonly [name: string, value: Json][];
  readonly #counts = new Map<string, number>();

  constructor({ name, key, schema }: CollectionDefinition) {
    this.#collection = name;
    this.#defaults = Object.entries(requiredDefaults(schema)).filter(([one]) => one !== key);
  }

  /** The record with the members that it lacks. */
  fill(record: JsonObject): JsonObject {
    const missing = this.#missingIn(record);
    return missing.length === 0 ? record : { ...record, ...Object.fromEntries(missing) };
  }

  /** Counts a record of the file that is imported. */
  count(record: JsonObject): void {
    for (const [name] of this.#missingIn(record)) this.#counts.set(name, (this.#counts.get(name) ?? 0) + 1);
  }

  /** A sentence for each member that the counted records lacked. */
  notes(): readonly string[] {
    return this.#defaults.flatMap(([name, value]) => {
      const records = this.#counts.get(name);
      if (records === undefined) return [];
      const without = `${count(records, 'new record')} of ${this.#collection} without ${quote(name)}`;
      return [`${without} ${records === 1 ? 'gets' : 'get'} the default of the schema: ${JSON.stringify(value)}.`];
    });
  }

  #missingIn(record: JsonObject): readonly [name: string, value: Json][] {
    return this.#defaults.filter(([name]) => member(record, name) === undefined);
  }
}
