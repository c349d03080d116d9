import { problem } from '../basics/problem.ts';
import type { Collection } from '../records/collection.ts';
import type { StoredRecord } from '../records/stored-record.ts';
import { decodeSegment } from '../request/path-segment.ts';
import { checkPreconditions } from '../response/conditions.ts';
import { Exchange } from '../response/exchange.ts';
import { letGhostWrite } from '../response/ghost-write.ts';
import type { Verdict } from '../response/lazy-explanation.ts';
import { respondToMethod } from '../response/methods.ts';
import type { MockResponse } from '../response/mock-response.ts';
import { acceptPatch, type BodyFormat, bodyFormat, patchRecord, readRecord } from '../response/record-body.ts';
import { keyOf, storeRecord, unknownCollection, withKey } from '../response/record-write.ts';
import { nameIn, type RouteOf } from '../response/route.ts';
import { validators } from '../response/validators.ts';
import type { Endpoint } from './endpoint.ts';

const methods = ['GET', 'HEAD', 'PUT', 'PATCH', 'DELETE'];
const route: RouteOf = (path) => ({
  pattern: '/api/{collection}/{id}',
  collection: nameIn(path, 1),
  id: nameIn(path, 2),
});
const isThere: Verdict = ({ route }, version) => `Record ${route.id} is there, at version ${version}.`;
const wasDeleted: Verdict = ({ route }) => `Record ${route.id} was deleted.`;
const patchable = { 'Accept-Patch': acceptPatch };

/** `/api/{collection}/{id}`: one record, read and written under the conditions of RFC 9110, section 13. */
export const recordEndpoint: Endpoint = {
  path: '/api/:collection/{:id}',
  respond(context, request, captures) {
    const name = decodeSegment(captures[0] ?? '');
    const id = decodeSegment(captures[1] ?? '');
    const exchange = new Exchange(context, request, route);
    if (!name.ok) return exchange.refuse(name.problem);
    if (!id.ok) return exchange.refuse(id.problem);
    if (exchange.settled) return exchange.settled;
    const collection = context.collections.get(name.value);
    if (!collection) return exchange.refuse(unknownCollection(context, name.value));
    return respondToMethod(exchange, methods, patchable) ?? answerRecord(exchange, collection, id.value);
  },
};

/**
 * In the order of RFC 9110, 13.2.1: what is known without the body (404, 415) wins over the conditions, they win over
 * what the body holds. From the check to the write there is no turn of the event loop, so of racing writers one wins.
 */
function answerRecord(exchange: Exchange, collection: Collection, id: string): MockResponse {
  const { method } = exchange.request;
  letGhostWrite(exchange, collection, id);
  const stored = collection.get(id);
  const current = stored && exchange.seen(collection, stored);
  if (!current && method !== 'PUT') {
    const detail = `There is no record ${id} in ${collection.definition.name}.`;
    return exchange.refuse(problem('unknown-record', detail));
  }
  const format = method === 'PUT' || method === 'PATCH' ? bodyFormat(exchange.request) : undefined;
  if (format && !format.ok) return exchange.refuse(format.problem, method === 'PATCH' ? patchable : undefined);
  const unmet = checkPreconditions(exchange, current);
  if (unmet) return unmet;
  if (!current) return create(exchange, collection, id);
  if (method === 'DELETE') {
    collection.remove(id);
    return exchange.respond(204, {}, null, wasDeleted);
  }
  if (method === 'PUT') return replace(exchange, collection, current);
  if (format) return patch(exchange, collection, current, format.value);
  return exchange.respond(200, validators(exchange, current), current.text, isThere);
}

function create(exchange: Exchange, collection: Collection, id: string): MockResponse {
  const body = readRecord(exchange.request);
  if (!body.ok) return exchange.refuse(body.problem);
  return storeRecord(
    exchange,
    collection,
    id,
    withKey(collection, body.value, () => keyOf(collection, id)),
    undefined,
  );
}

function replace(exchange: Exchange, collection: Collection, current: StoredRecord): MockResponse {
  const body = readRecord(exchange.request);
  if (!body.ok) return exchange.refuse(body.problem);
  const key = () => current.value[collection.definition.key] ?? current.id;
  return storeRecord(exchange, collection, current.id, withKey(collection, body.value, key), current);
}

function patch(exchange: Exchange, collection: Collection, current: StoredRecord, format: BodyFormat): MockResponse {
  const { explained, result } = patchRecord(exchange.request, format, current);
  exchange.finding = explained;
  if (!result.ok) return exchange.refuse(result.problem);
  return storeRecord(exchange, collection, current.id, result.value, current);
}
