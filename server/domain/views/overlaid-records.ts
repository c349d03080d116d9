import { partitionPoint } from '../basics/partition-point.ts';
import { sortInPieces } from '../basics/sort-in-pieces.ts';
import { pieceLengthAt, takeInPieces, type Work } from '../basics/work.ts';
import type { Filter } from '../filter/filter.ts';
import { countNodes } from '../filter/filter-explain.ts';
import type { Overlay, RecordChange } from '../records/record-source.ts';
import type { StoredRecord } from '../records/stored-record.ts';
import type { Position } from '../sort/position.ts';
import type { Sort } from '../sort/sort.ts';
import type { FullScan } from './full-scan.ts';
import type { OrderedRecords } from './ordered-records.ts';

/** Changes up to this share of the records cost less to put into an order of all of them than a scan of them. */
const fewChanges = 1 / 8;
/** Changes that are collected without a pause: some two milliseconds. */
const mostChanges = 8192;

/** True if a scan of all records costs less, or pauses sooner, than to put so many changes into their order. */
export function areTooMany(changes: number, records: number): boolean {
  return changes > Math.min(mostChanges, records * fewChanges);
}

/**
 * The ordered records of a source with the changes of an overlay. Time and memory grow with the changes, not with the
 * records. `ordered` gives the records of the source alone, with the same filter and sort.
 */
export function* overlaid(
  source: { readonly revision: number },
  ordered: () => Work<OrderedRecords>,
  overlay: () => Overlay,
  filter: Filter | null,
  sort: Sort,
): Work<OrderedRecords> {
  for (;;) {
    const below = source.revision;
    const { changes, revision } = overlay();
    const { hidden, shown } = yield* placed(changes, filter, sort);
    // The source comes last, because what it gives must be read before the next pause.
    const order = yield* ordered();
    if (order.revision === below) return new OverlaidRecords(order, revision, sort, hidden, shown);
  }
}

/** A full scan, which no pause makes invalid, with changes since. It is as valid as the scan. */
export function* overlaidScan(
  scan: FullScan,
  { changes, revision }: Overlay,
  filter: Filter | null,
  sort: Sort,
): Work<OrderedRecords> {
  const { hidden, shown } = yield* placed(changes, filter, sort);
  return new OverlaidRecords(scan, revision, sort, hidden, shown);
}

interface Place {
  readonly record: StoredRecord;
  readonly position: Position;
}

/** A few records: those of them that a filter lets through, in order. */
interface Placed {
  /** How many there are, those included that the filter does not let through. */
  readonly size: number;
  readonly counts: readonly number[];
  readonly places: readonly Place[];
}

/** The records that changes hide, and those that they show instead. */
function* placed(
  changes: readonly RecordChange[],
  filter: Filter | null,
  sort: Sort,
): Work<{ readonly hidden: Placed; readonly shown: Placed }> {
  const before = changes.flatMap((change) => change.before ?? []);
  const after = changes.flatMap((change) => change.after ?? []);
  return { hidden: yield* place(before, filter, sort), shown: yield* place(after, filter, sort) };
}

function* place(records: readonly StoredRecord[], filter: Filter | null, sort: Sort): Work<Placed> {
  const counts = filter?.nodes.map(() => 0) ?? [];
  const found: Place[] = [];
  const take = (record: StoredRecord) => {
    if (!filter || countNodes(filter, record.value, counts, 1))
      found.push({ record, position: sort.positionOf(record) });
  };
  yield* takeInPieces(records, take, pieceLengthAt(1 + counts.length));
  const places = yield* sortInPieces(found, (a, b) => sort.compare(a.position, b.position));
  return { size: records.length, counts, places };
}

function countPlaces({ places }: Placed, standsBefore: (position: Position) => boolean): number {
  return partitionPoint(places.length, (index) => {
    const position = places[index]?.position;
    return position !== undefined && standsBefore(position);
  });
}

/** Records in order, without some of them, and with others in their places. */
class OverlaidRecords implements OrderedRecords {
  readonly total: number;
  readonly size: number;
  readonly revision: number;
  readonly counts: readonly number[];
  readonly #order: OrderedRecords;
  readonly #sort: Sort;
  readonly #hidden: Placed;
  readonly #shown: Placed;

  constructor(order: OrderedRecords, revision: number, sort: Sort, hidden: Placed, shown: Placed) {
    this.total = order.total - hidden.places.length + shown.places.length;
    this.size = order.size - hidden.size + shown.size;
    this.revision = revision;
    this.counts = order.counts.map((count, node) => count - (hidden.counts[node] ?? 0) + (shown.counts[node] ?? 0));
    this.#order = order;
    this.#sort = sort;
    this.#hidden = hidden;
    this.#shown = shown;
  }

  get moment(): number {
    return this.#order.moment;
  }

  *count(standsBefore: (position: Position) => boolean): Work<number> {
    const below = yield* this.#order.count(standsBefore);
    return below - countPlaces(this.#hidden, standsBefore) + countPlaces(this.#shown, standsBefore);
  }

  *slice(start: number, end: number): Work<readonly StoredRecord[]> {
    // A record stands at most as many places further back than below as others are shown, and at most as many further
    // to the front as others are hidden.
    const first = Math.max(0, start - this.#shown.places.length);
    const below = yield* this.#order.slice(first, end + this.#hidden.places.length);
    const [head] = below;
    const begin = first > 0 && head ? this.#sort.positionOf(head) : null;
    const standsBefore = (position: Position) => begin !== null && this.#sort.compare(position, begin) < 0;
    const shown = countPlaces(this.#shown, standsBefore);
    const passed = first - countPlaces(this.#hidden, standsBefore) + shown;
    return this.#merge(below, shown).slice(start - passed, end - passed);
  }

  /** A run of records of the order below without the hidden ones, and with the shown ones from that one on. */
  #merge(below: readonly StoredRecord[], from: number): readonly StoredRecord[] {
    const { places } = this.#shown;
    const hidden = new Set(this.#hidden.places.map(({ record }) => record.id));
    const merged: StoredRecord[] = [];
    let next = from;
    for (const record of below) {
      if (hidden.has(record.id)) continue;
      const position = this.#sort.positionOf(record);
      for (let one = places[next]; one && this.#sort.compare(one.position, position) < 0; one = places[next]) {
        merged.push(one.record);
        next += 1;
      }
      merged.push(record);
    }
    return merged.concat(places.slice(next).map(({ record }) => record));
  }
}
