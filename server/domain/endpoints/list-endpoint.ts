import { problem } from '../basics/problem.ts';
import type { Result } from '../basics/result.ts';
import { mapInPieces, type Work } from '../basics/work.ts';
import { digest } from '../conditions/entity-tag.ts';
import type { Representation } from '../conditions/precondition.ts';
import type { Dialect } from '../dialect/dialect.ts';
import { type ListResult, listRecords } from '../list/list.ts';
import type { PageLinks } from '../list/page.ts';
import { withKey } from '../records/assign-key.ts';
import type { Collection } from '../records/collection.ts';
import { unusableKey } from '../records/validate-record.ts';
import { fillPath, methodsOf, paths } from '../request/paths.ts';
import { checkPreconditions, isConditional } from '../response/conditions.ts';
import { listText } from '../response/envelope.ts';
import type { Exchange } from '../response/exchange.ts';
import type { Verdict } from '../response/lazy-explanation.ts';
import { linkHeader, linkUrls } from '../response/links.ts';
import type { MockResponse } from '../response/mock-response.ts';
import { bodyFormat, readRecord } from '../response/record-body.ts';
import { refuseWrite, storeRecord, unknownCollection } from '../response/record-write.ts';
import { type Relations, relationsOf, withRelations } from '../response/relations.ts';
import { listedRecords } from '../response/resource.ts';
import { withScope } from '../response/scope.ts';
import { defineEndpoint, respondToMethod } from './endpoint.ts';

const isListed: Verdict = ({ query }) =>
  `${query?.matched} of ${query?.size} records match; ${query?.page.returned} are on this page.`;

/** `/api/{collection}`: GET filters, sorts and pages the list, POST creates a record. */
export const listEndpoint = defineEndpoint(paths.list, {
  target: (collection) => ({ collection, id: null }),
  respond: respondWithList,
});

export function respondWithList(exchange: Exchange, name: string): MockResponse | Work<MockResponse> {
  const { context, request } = exchange;
  const collection = context.collections.get(name);
  if (!collection) return exchange.refuseMissing(unknownCollection(context, name));
  const answered = respondToMethod(exchange, methodsOf.list, () => [
    { path: `${fillPath(paths.list, name)}/{id}`, methods: methodsOf.record },
  ]);
  if (answered) return answered;
  const refusal = refuseWrite(exchange);
  if (refusal) return exchange.refuse(refusal);
  return request.method === 'POST' ? createRecord(exchange, collection) : readList(exchange, collection);
}

function list(exchange: Exchange, collection: Collection): Work<Result<ListResult>> {
  return listRecords(collection, exchange.request.query, exchange.listOptions, exchange.overlay(collection));
}

function* readList(exchange: Exchange, collection: Collection): Work<MockResponse> {
  const { request, context } = exchange;
  const relations = relationsOf(exchange, collection);
  if (!relations.ok) return exchange.refuse(relations.problem);
  const listed = yield* list(exchange, collection);
  if (!listed.ok) return exchange.refuse(listed.problem);
  exchange.details = listed.value.explainer;
  const related = relations.value && (yield* relatedList(exchange, collection, relations.value, listed.value));
  const result = related ?? listed.value;
  const tag = related ? yield* relatedTag(exchange, related) : listTag(exchange, result);
  const unmet = checkPreconditions(exchange, { tag });
  if (unmet) return unmet;
  const { dialect } = exchange;
  const urls = linkUrls(request, result.links);
  const headers: { [name: string]: string } = { ETag: exchange.shownTag(tag) };
  addListHeaders(headers, dialect, result, urls);
  if (exchange.preferences.handling === 'lenient') headers['Preference-Applied'] = 'handling=lenient';
  const records = yield* listedRecords(dialect, collection.definition, result.records);
  const inForm = records === result.records ? result : { ...result, records };
  const body = yield* listText(dialect, context.settings.envelope, inForm, urls);
  return exchange.respond(200, headers, body, isListed);
}

function* relatedList(
  exchange: Exchange,
  collection: Collection,
  relations: Relations,
  result: ListResult,
): Work<ListResult> {
  return { ...result, records: yield* withRelations(exchange, collection, relations, result.records) };
}

/** The tag of a list whose records include others: those may change alone. */
function* relatedTag(exchange: Exchange, result: ListResult): Work<string> {
  let tags = listTag(exchange, result);
  yield* mapInPieces(result.records, ({ tag }) => {
    tags = digest(`${tags} ${tag}`);
  });
  return `"${tags}"`;
}

/** Adds X-Total-Count and Link, as the dialect has them. */
function addListHeaders(
  headers: { [name: string]: string },
  { lists: { totalHeader, linkHeader: sent } }: Dialect,
  { total, limit, records, plan }: ListResult,
  urls: PageLinks<string>,
): void {
  const isPaged = plan.page.start.style !== 'slice' || plan.page.start.end !== null;
  if (totalHeader === 'always' || (totalHeader === 'paged' && isPaged)) headers['X-Total-Count'] = String(total);
  if (sent === 'never' || (sent === 'several-pages' && (total <= limit || records.length === 0))) return;
  const link = linkHeader(urls);
  if (link !== null) headers.Link = link;
}

/**
 * The strong entity tag of a list: equal run, revision, plan and envelope mean equal bytes. It is valid for one run only,
 * because revisions start again with the process; a client then gets a 200 instead of a 304.
 */
function listTag(exchange: Exchange, { plan, revision }: ListResult): string {
  const { context, request, outcome } = exchange;
  const { envelope } = context.settings;
  const form = typeof envelope === 'string' ? envelope : JSON.stringify(envelope);
  const statuses = outcome.statuses === null ? '' : JSON.stringify([...outcome.statuses]);
  // The links contain the address as the client wrote it. No part contains a line break.
  const scheme = request.isSecure ? 'https:' : '';
  const bits = digest(`${plan.digest}\n${scheme}${request.header('host')}${request.path}\n${form}\n${statuses}`);
  return `"${context.run}-${revision}-${bits}"`;
}

function createRecord(exchange: Exchange, collection: Collection): MockResponse | Work<MockResponse> {
  const format = bodyFormat(exchange.request, exchange.dialect);
  if (!format.ok) return exchange.refuse(format.problem);
  return isConditional(exchange.request)
    ? createConditionally(exchange, collection)
    : createUnder(exchange, collection, undefined);
}

/**
 * Reads the list that a GET of the same address would respond with: the conditions of the POST are about it. Repeats that
 * when records have changed in a pause. From the check to the write there is no pause.
 */
function* createConditionally(exchange: Exchange, collection: Collection): Work<MockResponse> {
  for (;;) {
    const listed = yield* list(exchange, collection);
    if (!listed.ok) return createUnder(exchange, collection, undefined);
    if (listed.value.revision === collection.revision) {
      return createUnder(exchange, collection, { tag: listTag(exchange, listed.value) });
    }
  }
}

function createUnder(exchange: Exchange, collection: Collection, current: Representation | undefined): MockResponse {
  const { request, context } = exchange;
  const unmet = checkPreconditions(exchange, current);
  if (unmet) return unmet;
  const body = readRecord(request, exchange.dialect, collection.definition);
  if (!body.ok) return exchange.refuse(body.problem);
  const scoped = withScope(exchange.scope, body.value, collection);
  const value = withKey(collection.definition, scoped, () => collection.nextKey(context.newId));
  const id = collection.idOf(value);
  if (id === undefined) return exchange.refuse(unusableKey(collection.definition));
  if (collection.get(id)) {
    const detail = `Record ${id} already exists in ${collection.definition.name}.`;
    return exchange.refuse(problem('conflict', detail, { id }));
  }
  return storeRecord(exchange, collection, id, value, undefined);
}
