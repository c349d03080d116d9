import { finish } from '../basics/work.ts';
import type { FilterNode } from '../filter/filter.ts';
import type { JsonObject } from '../json/json.ts';
import type { Collection } from '../records/collection.ts';
import type { Overlay } from '../records/record-source.ts';
import type { StoredRecord } from '../records/stored-record.ts';
import type { Asked, QueryExplanation } from './explain.ts';
import { findSpan, orderOf, spanLength } from './span.ts';

/** Explains whether a record is on the page of a list request, by the record's present value. */
export interface RecordExplanation {
  readonly id: string;
  /** Not in the collection, refused by the filter, outside the time window, or before, on or after the page. */
  readonly place: 'unknown' | 'refused' | 'outside' | 'before' | 'on' | 'after';
  /** The result of every node of the filter for the record, a parent right before its children. */
  readonly holds: readonly boolean[];
  /** The innermost node that is false, in the grammar of `filter=`; null when the filter is true. */
  readonly refusedBy: string | null;
  /** A sentence. */
  readonly detail: string;
}

/** Finds a record in the result of a list request. `page` is the page of the response. */
export function explainRecord(
  collection: Collection,
  asked: Asked,
  overlay: (() => Overlay) | undefined,
  id: string,
  page: QueryExplanation['page'],
): RecordExplanation {
  const stored = collection.get(id);
  const record = overlay?.().changes.find((change) => change.id === id)?.after ?? stored;
  if (!record) {
    const detail = `There is no record ${id} in ${collection.definition.name} now.`;
    return { id, place: 'unknown', holds: [], refusedBy: null, detail };
  }
  const { filter, chosen } = asked.selection;
  const holds = filter?.nodes.map(({ test }) => test(record.value)) ?? [];
  if (filter && !filter.root.test(record.value)) {
    const refusedBy = refusingNode(filter.root, record.value).text;
    return { id, place: 'refused', holds, refusedBy, detail: `Record ${id} is refused by ${refusedBy}.` };
  }
  const placed = placeOf(collection, asked, overlay, record);
  const inWindow = chosen?.root.test(record.value) ?? true;
  if (!inWindow || placed.index < 0 || placed.index >= placed.length) {
    return { id, place: 'outside', holds, refusedBy: null, detail: `Record ${id} is outside the time window.` };
  }
  const number = placed.index + 1;
  const last = page.first + page.returned - 1;
  const place = number > last ? 'after' : number < page.first ? 'before' : 'on';
  const where = { before: 'before this page', on: 'on this page', after: 'after this page' }[place];
  return {
    id,
    place,
    holds,
    refusedBy: null,
    detail: `Record ${id} fits and is number ${number} of ${placed.length} in the order: ${where}.`,
  };
}

/** The index of a record in the span of a list request; outside the span if the time window excludes the record. */
function placeOf(
  collection: Collection,
  { selection, quirks }: Asked,
  overlay: (() => Overlay) | undefined,
  record: StoredRecord,
): { readonly index: number; readonly length: number } {
  const sort = orderOf(selection, quirks);
  const span = finish(findSpan(collection, selection, sort, overlay));
  const position = sort.positionOf(record);
  const before = finish(span.order.count((other) => sort.compare(other, position) < 0));
  return { index: before - span.begin, length: spanLength(span) };
}

/** Descends from a false node: of parts joined by `and`, to the first false one. */
function refusingNode(node: FilterNode, value: JsonObject): FilterNode {
  const first = node.joins === 'and' ? node.children.find(({ test }) => !test(value)) : undefined;
  return first ? refusingNode(first, value) : node;
}
