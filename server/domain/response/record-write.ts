import { type Problem, problem } from '../basics/problem.ts';
import { isJsonObject, type Json, type JsonObject, jsonEqual, member } from '../json/json.ts';
import { mergePatch } from '../json/merge-patch.ts';
import type { Collection } from '../records/collection.ts';
import type { StoredRecord } from '../records/stored-record.ts';
import { fillPath, paths } from '../request/paths.ts';
import type { MockContext } from '../session/context.ts';
import type { Exchange } from './exchange.ts';
import type { Verdict } from './lazy-explanation.ts';
import type { MockResponse } from './mock-response.ts';

const wasCreated: Verdict = ({ route }, version) => created(route.id, version);
const wasChanged: Verdict = ({ route }, version) => `Record ${route.id} was changed and is now at version ${version}.`;

function created(id: string | null, version: string | number | undefined): string {
  return `Record ${id} was created and is now at version ${version}.`;
}

export function unknownCollection(context: MockContext, name: string): Problem {
  const expected = [...context.collections.keys()];
  return problem('unknown-collection', `There is no collection "${name}".`, { expected });
}

/** The value with its key; one that carries none gets it, as its first member. */
export function withKey({ definition }: Collection, value: JsonObject, key: () => Json): JsonObject {
  return member(value, definition.key) === undefined ? { [definition.key]: key(), ...value } : value;
}

/** The key that an id in a path stands for: a number in a collection whose keys are numbers. */
export function keyOf(collection: Collection, id: string): string | number {
  const numeric = typeof collection.nextKey(() => id) === 'number' && String(Number(id)) === id;
  return numeric ? Number(id) : id;
}

/**
 * Writes a whole record under its id and answers with it: 201 where there was none, else 200, or 204 for
 * `Prefer: return=minimal`. 422 when the value carries another key or does not fit the collection's schema.
 */
export function storeRecord(
  exchange: Exchange,
  collection: Collection,
  id: string,
  value: JsonObject,
  current: StoredRecord | undefined,
): MockResponse {
  const reason = checkRecord(exchange.context, collection, id, value, current);
  if (reason) return exchange.refuse(reason);
  const stored = exchange.seen(collection, collection.write(id, exchange.written(collection, value, current)));
  const isNew = current === undefined;
  const headers = exchange.validators(stored);
  if (isNew) headers.Location = fillPath(paths.record, collection.definition.name, id);
  const preferred = exchange.preferences.return;
  if (preferred !== null) headers['Preference-Applied'] = `return=${preferred}`;
  const minimal = preferred === 'minimal';
  const status = isNew ? 201 : minimal ? 204 : 200;
  // The address that adds a record does not name it.
  const wasNew = exchange.request.method === 'POST' ? created(id, stored.version) : wasCreated;
  return exchange.respond(status, headers, minimal ? null : stored.text, isNew ? wasNew : wasChanged);
}

/** Why a value cannot become the record of that id, or undefined. */
function checkRecord(
  context: MockContext,
  collection: Collection,
  id: string,
  value: JsonObject,
  current: StoredRecord | undefined,
): Problem | undefined {
  const { definition } = collection;
  const key = member(value, definition.key);
  const keeps = current ? jsonEqual(key, current.value[definition.key]) : collection.idOf(value) === id;
  if (!keeps) {
    const detail = `The key ${definition.key} identifies the record and cannot be changed from ${JSON.stringify(id)}.`;
    return problem('invalid-record', detail, { errors: [{ pointer: `/${definition.key}`, detail: 'is the key' }] });
  }
  const faults = context.checkSchema(definition, value);
  if (faults.length === 0) return undefined;
  const errors = faults.map(({ pointer, detail }) => ({ pointer, detail }));
  const first = `${faults[0]?.pointer || 'the record'} ${faults[0]?.detail}`;
  return problem('invalid-record', `The record does not fit the schema of ${definition.name}: ${first}.`, { errors });
}

/**
 * Lets somebody else change the record just before the client does, where the scenario has that: the conflict that
 * conditions are there for, at will. A patch that makes no record of the collection changes only the version.
 */
export function letGhostWrite({ outcome, context }: Exchange, collection: Collection, id: string): void {
  const stored = outcome.ghost && collection.get(id);
  if (!stored) return;
  const value = mergePatch(stored.value, outcome.ghost.patch);
  const fits =
    isJsonObject(value) &&
    collection.idOf(value) === id &&
    context.checkSchema(collection.definition, value).length === 0;
  collection.write(id, fits ? value : stored.value);
}
