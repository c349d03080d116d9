import { type Problem, problem } from '../basics/problem.ts';
import { type JsonObject, jsonEqual, member } from '../json/json.ts';
import { hasTooManyValues, maxValues } from '../json/limits.ts';
import { formatPointer } from '../json/pointer.ts';
import type { CollectionDefinition } from '../model/collection-definition.ts';
import { idOf, keyRule } from './key-index.ts';

/** One reason why a record does not fit its collection's JSON Schema. */
export interface SchemaFault {
  /** JSON pointer (RFC 6901) of the wrong value. */
  readonly pointer: string;
  /** The member of that value that must not be there. */
  readonly member?: string;
  /** The required member that the value lacks. */
  readonly missing?: string;
  readonly detail: string;
}

export type CheckSchema = (definition: CollectionDefinition, value: JsonObject) => readonly SchemaFault[];

/** The place of a record: its id, and the value that is replaced. */
export interface RecordPlace {
  readonly id: string;
  readonly value?: JsonObject | undefined;
}

/**
 * Finds what keeps a value from being the record of that place: a key that stands for another id or differs from the key
 * that is replaced, in its JSON type too; more than {@link maxValues} values; else all that does not fit the schema. Empty
 * for a valid record.
 */
export function findFaults(
  definition: CollectionDefinition,
  value: JsonObject,
  place: RecordPlace,
  checkSchema: CheckSchema,
): readonly SchemaFault[] {
  const { key } = definition;
  if (!hasKeyOf(place, key, value)) return [{ pointer: formatPointer([key]), detail: keyChanged }];
  if (hasTooManyValues(value)) return [{ pointer: '', detail: `has more than ${maxValues} values` }];
  return checkSchema(definition, value);
}

/** {@link findFaults} as an `invalid-record` problem with a JSON pointer for each error; undefined for a valid record. */
export function validateRecord(
  definition: CollectionDefinition,
  value: JsonObject,
  place: RecordPlace,
  checkSchema: CheckSchema,
): Problem | undefined {
  const faults = findFaults(definition, value, place, checkSchema);
  const [first] = faults;
  if (!first) return undefined;
  const sentence =
    first.detail === keyChanged
      ? `The key ${definition.key} cannot be changed from ${JSON.stringify(place.id)}.`
      : `${describeFault(first, 'The record')}.`;
  const errors = faults.map(({ pointer, detail }) => ({ pointer, detail }));
  return problem('invalid-record', sentence, { errors });
}

const keyChanged = 'is the key';

/** The problem of a record whose key stands for no id. */
export function unusableKey({ key }: CollectionDefinition): Problem {
  const errors = [{ pointer: formatPointer([key]), detail: 'cannot be a key' }];
  return problem('invalid-record', `The key ${key} must be ${keyRule}.`, { errors });
}

function hasKeyOf({ id, value: before }: RecordPlace, key: string, value: JsonObject): boolean {
  return before ? jsonEqual(member(value, key), member(before, key)) : idOf(member(value, key)) === id;
}

/** The fault as a clause, such as `age must be at least 0`. */
export function describeFault({ pointer, detail }: SchemaFault, whole = 'the record'): string {
  return `${pointer.slice(1) || whole} ${detail}`;
}
