import { problem } from '../basics/problem.ts';
import { accept, type Result, refuse } from '../basics/result.ts';
import { FieldCatalogue } from '../fields/fields.ts';
import { scopeTest } from '../filter/filter-scope.ts';
import { type JsonObject, member } from '../json/json.ts';
import { formatPointer } from '../json/pointer.ts';
import type { Collection } from '../records/collection.ts';
import { fillPath, paths } from '../request/paths.ts';
import type { QueryParameter } from '../request/query-string.ts';

/** The records that the path of a request names, beside their collection. */
export interface Scope {
  /** Members with the values that all records at this path have. */
  readonly members: readonly QueryParameter[];
  /** The path of a record of the collection. */
  readonly recordPath: (collection: string, id: string) => string;
}

/** The scope of the paths below `/api`. */
export const wholeCollection: Scope = {
  members: [],
  recordPath: (collection, id) => fillPath(paths.record, collection, id),
};

/** True if a record is at the paths of this scope. */
export function isInScope({ members }: Scope, value: JsonObject): boolean {
  return members.length === 0 || scopeTest(members)(value);
}

/** A record with the members of the scope that it lacks. A value is a number where the field has only numbers. */
export function withScope({ members }: Scope, value: JsonObject, collection: Collection): JsonObject {
  const missing = members.filter(({ name }) => member(value, name) === undefined);
  if (missing.length === 0) return value;
  // Only right after the start are the fields of the records not known yet.
  const fields = collection.indexedFields ?? new FieldCatalogue(collection.definition);
  const added = missing.map(({ name, value: text }) => {
    const field = fields.find(name);
    const isNumber = field?.has('number') && !field.has('string') && String(Number(text)) === text;
    return [name, isNumber ? Number(text) : text] as const;
  });
  return { ...value, ...Object.fromEntries(added) };
}

/** Refuses a record that would not be at the path that it is written to, with `invalid-record`. */
export function checkScope(scope: Scope, value: JsonObject): Result<null> {
  if (isInScope(scope, value)) return accept(null);
  const wrong = scope.members.filter((one) => !scopeTest([one])(value));
  const errors = wrong.map(({ name, value: text }) => ({
    pointer: formatPointer([name]),
    detail: `must be ${JSON.stringify(text)} at this path`,
  }));
  const [first] = wrong;
  const detail = `${first?.name} must be ${JSON.stringify(first?.value)}, as the path says.`;
  return refuse(problem('invalid-record', detail, { errors }));
}
