import { type Problem, problem } from '../basics/problem.ts';
import { isJsonObject, type JsonObject } from '../json/json.ts';
import { mergePatch } from '../json/merge-patch.ts';
import { excerpt } from '../json/wording.ts';
import type { Collection } from '../records/collection.ts';
import type { StoredRecord } from '../records/stored-record.ts';
import { validateRecord } from '../records/validate-record.ts';
import type { MockContext } from '../session/context.ts';
import type { Exchange } from './exchange.ts';
import type { Verdict } from './lazy-explanation.ts';
import type { MockResponse } from './mock-response.ts';
import { recordText } from './resource.ts';
import { checkScope } from './scope.ts';

const wasCreated: Verdict = ({ route }, version) => created(route.id, version);
const wasChanged: Verdict = ({ route }, version) => `Record ${route.id} was changed and is now at version ${version}.`;

function created(id: string | null, version: string | number | undefined): string {
  return `Record ${id} was created and is now at version ${version}.`;
}

export function unknownCollection(context: MockContext, name: string): Problem {
  const expected = [...context.collections.keys()];
  return problem('unknown-collection', `There is no collection "${excerpt(name)}".`, { expected });
}

/** Refuses a request that would write, if the mock serves its fixtures only; undefined for every other request. */
export function refuseWrite({ context, request: { method } }: Exchange): Problem | undefined {
  if (!context.fixturesOnly || method === 'GET' || method === 'HEAD') return undefined;
  const detail = `This mock serves its fixtures only, so ${method} changes nothing. To allow it, start the program without --fixtures-only.`;
  return problem('fixtures-only', detail);
}

/**
 * Writes a whole record under its id and answers with it: 201 for a new record, else 200, or 204 with
 * `Prefer: return=minimal`. `names` is true for a member that a patch names. Refuses an invalid record with 422.
 */
export function storeRecord(
  exchange: Exchange,
  collection: Collection,
  id: string,
  value: JsonObject,
  current: StoredRecord | undefined,
  names: (member: string) => boolean = () => false,
): MockResponse {
  const stored = { id, value: current?.value };
  const reason = validateRecord(collection.definition, value, stored, exchange.context.checkSchema);
  if (reason) return exchange.refuse(reason);
  const scoped = checkScope(exchange.scope, value);
  if (!scoped.ok) return exchange.refuse(scoped.problem);
  const shown = exchange.shownRecord(
    collection,
    collection.write(id, exchange.valueToStore(collection, value, current, names)),
  );
  const isNew = current === undefined;
  const headers = exchange.validators(shown);
  if (isNew) headers.Location = exchange.scope.recordPath(collection.definition.name, id);
  const preferred = exchange.preferences.return;
  if (preferred !== null) headers['Preference-Applied'] = `return=${preferred}`;
  const minimal = preferred === 'minimal';
  const status = isNew ? 201 : minimal ? 204 : 200;
  // The path of a POST does not contain the id of the new record.
  const wasNew = exchange.request.method === 'POST' ? created(id, shown.version) : wasCreated;
  return exchange.respond(
    status,
    headers,
    minimal ? null : recordText(exchange.dialect, collection.definition, shown),
    isNew ? wasNew : wasChanged,
  );
}

/**
 * Applies the scenario's ghost write, if any: changes the record just before the client's own write, so that a condition
 * of the client fails. A patch whose result is not a valid record changes only the version. Returns the record that is
 * then live.
 */
export function applyGhostWrite(
  { outcome, context }: Exchange,
  collection: Collection,
  stored: StoredRecord,
): StoredRecord {
  if (!outcome.ghostWrite || context.fixturesOnly) return stored;
  const value = mergePatch(stored.value, outcome.ghostWrite.patch);
  const isValid = isJsonObject(value) && !validateRecord(collection.definition, value, stored, context.checkSchema);
  return collection.write(stored.id, isValid ? value : stored.value);
}
