import { problem } from '../basics/problem.ts';
import type { Work } from '../basics/work.ts';
import { keyOfId, withKey } from '../records/assign-key.ts';
import type { Collection } from '../records/collection.ts';
import type { StoredRecord } from '../records/stored-record.ts';
import { fillPath, methodsOf, paths } from '../request/paths.ts';
import { checkPreconditions } from '../response/conditions.ts';
import type { Exchange } from '../response/exchange.ts';
import type { Verdict } from '../response/lazy-explanation.ts';
import type { MockResponse } from '../response/mock-response.ts';
import { acceptPatch, type BodyFormat, bodyFormat, patchRecord, readRecord } from '../response/record-body.ts';
import { applyGhostWrite, refuseWrite, storeRecord, unknownCollection } from '../response/record-write.ts';
import { type Relations, relationsOf, withRelations } from '../response/relations.ts';
import { recordText } from '../response/resource.ts';
import { isInScope, withScope } from '../response/scope.ts';
import { defineEndpoint, respondToMethod } from './endpoint.ts';

const wasRead: Verdict = ({ route }, version) => `Record ${route.id} is at version ${version}.`;
const wasDeleted: Verdict = ({ route }) => `Record ${route.id} was deleted.`;
const patchable = { 'Accept-Patch': acceptPatch };

/** `/api/{collection}/{id}`: one record, read and written under the conditions of RFC 9110, section 13. */
export const recordEndpoint = defineEndpoint(paths.record, {
  target: (collection, id) => ({ collection, id }),
  respond: respondWithRecord,
});

export function respondWithRecord(exchange: Exchange, name: string, id: string): MockResponse | Work<MockResponse> {
  const { context } = exchange;
  const collection = context.collections.get(name);
  if (!collection) return exchange.refuseMissing(unknownCollection(context, name));
  const answered = respondToMethod(
    exchange,
    methodsOf.record,
    () => [{ path: fillPath(paths.list, name), methods: methodsOf.list }],
    patchable,
  );
  if (answered) return answered;
  const refusal = refuseWrite(exchange);
  return refusal ? exchange.refuse(refusal) : serveRecord(exchange, collection, id);
}

/**
 * Checks in the order of RFC 9110, 13.2.1: first what needs no body (404, 415), then the conditions, then the body. Runs
 * without a pause from the check to the write, so one of several racing writers wins.
 */
function serveRecord(exchange: Exchange, collection: Collection, id: string): MockResponse | Work<MockResponse> {
  const { method } = exchange.request;
  const found = collection.get(id);
  const stored = found && !isElsewhere(exchange, found) ? applyGhostWrite(exchange, collection, found) : found;
  const { name } = collection.definition;
  if (stored && isElsewhere(exchange, stored)) {
    const detail = `Record ${id} of ${name} has another path.`;
    return exchange.refuse(problem(method === 'PUT' ? 'conflict' : 'unknown-record', detail));
  }
  const current = stored && exchange.shownRecord(collection, stored);
  if (!current && method !== 'PUT') {
    const reason = problem('unknown-record', `There is no record ${id} in ${name}.`);
    return collection.lastKnown(id) ? exchange.refuse(reason) : exchange.refuseMissing(reason);
  }
  if (current && (method === 'GET' || method === 'HEAD')) {
    const relations = relationsOf(exchange, collection);
    if (!relations.ok) return exchange.refuse(relations.problem);
    if (relations.value) return readRelated(exchange, collection, relations.value, current);
  }
  const format = method === 'PUT' || method === 'PATCH' ? bodyFormat(exchange.request, exchange.dialect) : undefined;
  if (format && !format.ok) return exchange.refuse(format.problem, method === 'PATCH' ? patchable : undefined);
  const unmet = checkPreconditions(exchange, current);
  if (unmet) return unmet;
  if (!current) return create(exchange, collection, id);
  if (method === 'DELETE') {
    collection.remove(id);
    const { deleted } = exchange.dialect;
    if (deleted === 'no-content') return exchange.respond(204, {}, null, wasDeleted);
    return exchange.respond(200, {}, deleted === 'record' ? current.text : '{}', wasDeleted);
  }
  if (method === 'PUT') return replace(exchange, collection, current);
  if (format) return patch(exchange, collection, current, format.value);
  const text = recordText(exchange.dialect, collection.definition, current);
  return exchange.respond(200, exchange.validators(current), text, wasRead);
}

/** A record that includes others. Its tag is about all of them. */
function* readRelated(
  exchange: Exchange,
  collection: Collection,
  relations: Relations,
  record: StoredRecord,
): Work<MockResponse> {
  const [related = record] = yield* withRelations(exchange, collection, relations, [record]);
  const unmet = checkPreconditions(exchange, related);
  return unmet ?? exchange.respond(200, exchange.validators(related), related.text, wasRead);
}

/** True for a record that the path of the request does not include. */
function isElsewhere({ scope }: Exchange, stored: StoredRecord): boolean {
  return !isInScope(scope, stored.value);
}

function create(exchange: Exchange, collection: Collection, id: string): MockResponse {
  const body = readRecord(exchange.request, exchange.dialect, collection.definition);
  if (!body.ok) return exchange.refuse(body.problem);
  const scoped = withScope(exchange.scope, body.value, collection);
  const value = withKey(collection.definition, scoped, () => keyOfId(collection, id));
  return storeRecord(exchange, collection, id, value, undefined);
}

function replace(exchange: Exchange, collection: Collection, current: StoredRecord): MockResponse {
  const body = readRecord(exchange.request, exchange.dialect, collection.definition);
  if (!body.ok) return exchange.refuse(body.problem);
  const key = () => current.value[collection.definition.key] ?? current.id;
  const scoped = withScope(exchange.scope, body.value, collection);
  return storeRecord(exchange, collection, current.id, withKey(collection.definition, scoped, key), current);
}

function patch(exchange: Exchange, collection: Collection, current: StoredRecord, format: BodyFormat): MockResponse {
  const { explainer, result, names } = patchRecord(
    exchange.request,
    format,
    current,
    exchange.dialect,
    collection.definition,
  );
  exchange.details = explainer;
  if (!result.ok) return exchange.refuse(result.problem);
  return storeRecord(exchange, collection, current.id, result.value, current, names);
}
