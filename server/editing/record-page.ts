import type { CommandInput, CommandOutput } from '../contract/command.ts';
import type { AddedRecords } from '../contract/schema/output.ts';
import { accept, type Result } from '../domain/basics/result.ts';
import { sortInPieces } from '../domain/basics/sort-in-pieces.ts';
import { mapInPieces, type Work, wholeRecordsLength } from '../domain/basics/work.ts';
import { type Filter, type FilterNode, parseFilter } from '../domain/filter/filter.ts';
import type { Json, JsonObject } from '../domain/json/json.ts';
import type { Collection } from '../domain/records/collection.ts';
import { parseQueryString } from '../domain/request/query-string.ts';
import type { Sort } from '../domain/sort/sort.ts';
import { parseSort } from '../domain/sort/sort-parameter.ts';
import { orderedRecords } from '../domain/views/collection-views.ts';
import type { Afterwards } from '../runtime/afterwards.ts';
import { rowOf } from './record-row.ts';

/** Parameters of a table's query that are not filters. */
const reserved: ReadonlySet<string> = new Set(['filter', 'sort', 'order']);

/**
 * A page of a collection for the console's table, read from the same live views as responses. `query` filters and
 * sorts in the grammar of the mock API; `search` keeps the records in which any member contains the text.
 */
export function* recordPage(
  collection: Collection,
  { offset, limit, ...matching }: CommandInput<'records.page'>,
): Work<Result<CommandOutput<'records.page'>>> {
  const parsed = yield* parseTableQuery(collection, matching);
  if (!parsed.ok) return parsed;
  const { filter, sort } = parsed.value;
  if (matching.only === 'changed') {
    const found = yield* changedRecords(collection, parsed.value);
    const rows = found.slice(offset, offset + limit).map(({ id }) => rowOf(collection, id));
    return accept({ rows, total: found.length, revision: collection.revision });
  }
  const ordered = yield* orderedRecords(collection, filter, sort);
  const records = yield* ordered.slice(offset, offset + limit);
  const rows = records.map(({ id }) => rowOf(collection, id));
  return accept({ rows, total: ordered.total, revision: ordered.revision });
}

/** The ids of all records that a table lists, on whichever page, in its order. */
export function* matchingIds(collection: Collection, matching: Matching): Work<Result<readonly string[]>> {
  const parsed = yield* parseTableQuery(collection, matching);
  if (!parsed.ok) return parsed;
  const { filter, sort } = parsed.value;
  if (matching.only === 'changed') return accept((yield* changedRecords(collection, parsed.value)).map(({ id }) => id));
  const ordered = yield* orderedRecords(collection, filter, sort);
  const records = yield* ordered.slice(0, ordered.total);
  return accept(records.map(({ id }) => id));
}

/** The place of a record among {@link matchingIds}, from 0; null if it does not match. */
export function* placeOfRecord(
  collection: Collection,
  { id, ...matching }: CommandInput<'records.find'>,
): Work<Result<{ readonly index: number | null }>> {
  const ids = yield* matchingIds(collection, matching);
  if (!ids.ok) return ids;
  const index = ids.value.indexOf(id);
  return accept({ index: index < 0 ? null : index });
}

/**
 * Where the table shows new records, whose ids are given in the order of their creation. Null without any, and if they are
 * gone already.
 */
export function* addedRecords(collection: Collection, ids: ReadonlySet<string>): Work<AddedRecords | null> {
  const [created] = ids;
  const listed = yield* matchingIds(collection, {});
  const from = listed.ok ? listed.value.findIndex((id) => ids.has(id)) : -1;
  if (!listed.ok || created === undefined || from < 0) return null;
  const row = listed.value.slice(from, from + ids.size);
  const areTogether = row.length === ids.size && row.every((id) => ids.has(id));
  const first = areTogether ? row[0] : created;
  return { collection: collection.definition.name, first: first ?? created, count: ids.size, areTogether };
}

/** The output of a command that adds records, before they are there. */
export type AddingOutput<Output extends { readonly added: AddedRecords | null }> = Omit<Output, 'added'> & {
  readonly added: Afterwards<AddedRecords | null> | null;
};

type Matching = Partial<Pick<CommandInput<'records.page'>, 'query' | 'search' | 'only' | 'also'>>;

interface TableQuery {
  readonly filter: Filter | null;
  readonly sort: Sort;
  /** Id of a record that is listed although it does not match. */
  readonly also: string | undefined;
}

/** Parses a table's query into a filter and a sort. */
function* parseTableQuery(
  collection: Collection,
  { query = '', search = '', also }: Matching,
): Work<Result<TableQuery>> {
  const fields = yield* collection.indexFields();
  const parameters = parseQueryString(query);
  if (!parameters.ok) return parameters;
  const parsed = parseFilter(parameters.value, fields, { lenient: false, reserved });
  if (!parsed.ok) return parsed;
  const given = (wanted: string) => parameters.value.find(({ name }) => name === wanted)?.value;
  const order = { sort: given('sort'), order: given('order') };
  const sort = parseSort(order, fields, 'own');
  if (!sort.ok) return sort;
  const found = search === '' ? parsed.value.filter : searching(parsed.value.filter, search);
  const filter = found && also !== undefined ? passing(found, collection.definition.key, also) : found;
  return accept({ filter, sort: sort.value, also });
}

/** Changed records are tested one by one; a deleted record is filtered and sorted by its fixture. */
function* changedRecords(collection: Collection, { filter, sort, also }: TableQuery) {
  const ids = new Set(collection.changedIds());
  if (also !== undefined) ids.add(also);
  const placed = (id: string) => {
    const record = collection.get(id) ?? collection.fixture(id);
    if (!record || (filter && !filter.root.test(record.value))) return null;
    return { id, position: sort.positionOf(record) };
  };
  // A search reads every member.
  const found = yield* mapInPieces([...ids], placed, wholeRecordsLength);
  const wanted = found.filter((one) => one !== null);
  return yield* sortInPieces(wanted, (a, b) => sort.compare(a.position, b.position));
}

/** Adds to a filter that some member contains the text; case is ignored. */
function searching(filter: Filter | null, search: string): Filter {
  const wanted = search.toLowerCase();
  const found: FilterNode = {
    text: `search ${JSON.stringify(wanted)}`,
    parameter: 'search',
    children: [],
    joins: null,
    test: (value) => contains(value, wanted),
  };
  if (!filter) return { text: found.text, root: found, nodes: [found], members: null };
  const { root } = filter;
  const both: FilterNode = {
    text: `(${root.text}) and ${found.text}`,
    parameter: null,
    children: [root, found],
    joins: 'and',
    test: (value) => root.test(value) && found.test(value),
  };
  return { text: both.text, root: both, nodes: [both, ...filter.nodes, found], members: null };
}

/** Lets a record through a filter that does not match. */
function passing({ root, nodes }: Filter, key: string, id: string): Filter {
  const passes: FilterNode = {
    text: `(${root.text}) or ${key} eq ${JSON.stringify(id)}`,
    parameter: null,
    children: [root],
    joins: null,
    test: (value) => root.test(value) || String(value[key]) === id,
  };
  return { text: passes.text, root: passes, nodes: [passes, ...nodes], members: null };
}

function contains(value: Json | JsonObject, wanted: string): boolean {
  if (typeof value === 'string') return value.toLowerCase().includes(wanted);
  if (typeof value !== 'object') return String(value).includes(wanted);
  return value !== null && Object.values(value).some((inner) => contains(inner, wanted));
}
