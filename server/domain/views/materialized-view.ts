import { pieceLength, pieceLengthAt, type Work } from '../basics/work.ts';
import type { Filter } from '../filter/filter.ts';
import { countNodes } from '../filter/filter-explain.ts';
import { jsonEqual, member } from '../json/json.ts';
import type { RecordSnapshot } from '../records/record-snapshot.ts';
import type { LiveSource, ObservedChange } from '../records/record-source.ts';
import type { StoredRecord } from '../records/stored-record.ts';
import { type KeyRank, keyRank } from '../sort/key-order.ts';
import type { Position } from '../sort/position.ts';
import { PositionTable } from '../sort/position-table.ts';
import type { Sort } from '../sort/sort.ts';
import { FullScan } from './full-scan.ts';
import { OrderedPositions } from './ordered-positions.ts';
import type { OrderedRecords } from './ordered-records.ts';
import { areTooMany, overlaidScan } from './overlaid-records.ts';

/** Dirty records, beyond the size of the source, at which a view under construction starts again. */
const restartLimit = 10_000;
/** Dirty records up to which a view waits for a reader. Taking them over delays that reader by milliseconds. */
const lazyLimit = 8192;
/** Times that a long slice is begun again because records have changed, before it is read without a pause. */
export const sliceAttempts = 3;
/** Dirty records to take over in one go. */
const batchLength = 512;

interface ViewObserver {
  /** The view begins to take over its dirty records. */
  readonly onTakeOver?: () => void;
  /** The view's work has thrown. It must be built anew before it can be read. */
  readonly onBug?: () => void;
}

/** A view under construction. */
interface Build {
  /** Null until all records are scanned. */
  scan: FullScan | null;
  /** The records that have changed since the building began, by id, as they were then. */
  readonly changes: Map<string, StoredRecord | undefined>;
  readonly rest: Work<void>;
}

/**
 * The result of a query, maintained incrementally instead of computed for every request. It holds positions, not records:
 * a change of members that neither filter nor sort reads costs next to nothing.
 *
 * A view is built from a snapshot in time slices and then catches up with the changes since; until then, requests can read
 * the scan with which the building begins, with these changes put in. Later, changes mark records dirty, and the next read
 * takes the dirty records over: a record that was written a hundred times is evaluated once, and one pass moves all of
 * them, with this view in the processor's cache.
 */
export class MaterializedView implements OrderedRecords {
  readonly #source: LiveSource;
  readonly #filter: Filter | null;
  readonly #sort: Sort;
  readonly #observer: ViewObserver;
  /** Names of the members that filter and sort read, beside the key; null for any. */
  readonly #members: ReadonlySet<string> | null;
  /** The positions without the changes of dirty records. */
  #positions: OrderedPositions;
  #counts: readonly number[] = [];
  /** Null when the view is built. */
  #build: Build | null;
  /** The rest of taking over dirty records; null when none is under way. */
  #takeOver: Work<void> | null = null;
  /** The dirty records by id, as they are in {@link #positions}. */
  #dirty = new Map<string, StoredRecord | undefined>();

  constructor(source: LiveSource, filter: Filter | null, sort: Sort, observer: ViewObserver = {}) {
    this.#source = source;
    this.#observer = observer;
    this.#filter = filter;
    this.#sort = sort;
    const filtered = filter ? filter.members : [];
    this.#members = filtered && new Set([...filtered, ...sort.members]);
    this.#positions = OrderedPositions.empty(sort);
    this.#build = this.#begin();
  }

  /** False while the positions are missing: a request can only {@link scan}. */
  get isBuilt(): boolean {
    return this.#build === null;
  }

  /** False while the view must {@link proceed} before it can be read. */
  get isReady(): boolean {
    return this.#build === null && this.#takeOver === null && this.dirtyCount <= batchLength;
  }

  /** Number of dirty records. */
  get dirtyCount(): number {
    return this.#dirty.size;
  }

  /** True when the view has so many dirty records that it should {@link proceed} before there are more. */
  get isBehind(): boolean {
    return this.#build === null && (this.#takeOver !== null || this.dirtyCount >= lazyLimit);
  }

  get total(): number {
    return this.#latest().length;
  }

  get size(): number {
    return this.#source.size;
  }

  get revision(): number {
    return this.#source.revision;
  }

  /** A take-over makes a new array: earlier results keep theirs. */
  get counts(): readonly number[] {
    this.#catchUp();
    return this.#counts;
  }

  get moment(): number {
    return this.#source.revision;
  }

  *slice(start: number, end: number): Work<readonly StoredRecord[]> {
    for (let attempt = 1; attempt < sliceAttempts; attempt++) {
      const keys = this.#latest().keys(start, end);
      if (keys.length <= pieceLength) return this.#recordsOf(keys);
      const records = yield* this.#pieces(keys);
      if (records) return records;
    }
    return this.#recordsOf(this.#latest().keys(start, end));
  }

  /** The records of many keys, read piece by piece; undefined when one has changed in a pause. */
  *#pieces(keys: readonly KeyRank[]): Work<readonly StoredRecord[] | undefined> {
    const { revision } = this.#source;
    const records: StoredRecord[] = [];
    while (records.length < keys.length) {
      records.push(...this.#recordsOf(keys.slice(records.length, records.length + pieceLength)));
      yield;
      if (this.#source.revision !== revision) return undefined;
    }
    return records;
  }

  #recordsOf(keys: readonly KeyRank[]): readonly StoredRecord[] {
    const records = this.#source.recordsOf(keys);
    if (records.every((record) => record !== undefined)) return records;
    throw new Error('A view has a record that its source does not have.');
  }

  // biome-ignore lint/correctness/useYield: work by type only, it has no pause
  *count(standsBefore: (position: Position) => boolean): Work<number> {
    return this.#latest().count(standsBefore);
  }

  /**
   * The present records by the full scan with which the building begins, for a request that comes before the view is built.
   * Requests share the scan; each does a part. Null if the building has ended or begun again meanwhile, and if so many
   * records have changed that a scan of the request's own costs less.
   */
  *scan(): Work<OrderedRecords | null> {
    const build = this.#build;
    while (build?.scan === null && build === this.#build) {
      this.proceed();
      yield;
    }
    const scan = build?.scan;
    if (!scan || build !== this.#build || areTooMany(build.changes.size, scan.size)) return null;
    const changes = Array.from(build.changes, ([id, before]) => ({ id, before, after: this.#source.get(id) }));
    const { revision } = this.#source;
    // An edit of a fixture alone changes the revision and no record.
    if (revision === scan.revision) return scan;
    return yield* overlaidScan(scan, { changes, revision }, this.#filter, this.#sort);
  }

  /** Does one time slice of building the view or of taking over dirty records. If that throws, the view is built anew. */
  proceed(): void {
    try {
      if (this.#build) {
        if (this.#build.rest.next().done) this.#build = null;
      } else {
        this.#takeOver ??= this.#takeOverDirty();
        if (this.#takeOver.next().done) this.#takeOver = null;
      }
    } catch (bug) {
      // Work that has thrown counts as done, and would leave a view that lacks records.
      this.#takeOver = null;
      this.#build = this.#begin();
      this.#observer.onBug?.();
      throw bug;
    }
  }

  /** Marks a record dirty. Must be called for every change of the source that {@link DirtyMembers} does not cover. */
  markDirty({ id, before, after, changed }: ObservedChange): void {
    const build = this.#build;
    if (before === after) return;
    if (build && !build.changes.has(id)) build.changes.set(id, before);
    if (!this.#isAffected(changed)) return;
    if (build && this.dirtyCount > restartLimit + this.#source.size) this.#build = this.#begin();
    else if (!this.#dirty.has(id)) this.#dirty.set(id, before);
  }

  /** The positions after the latest change. */
  #latest(): OrderedPositions {
    this.#catchUp();
    return this.#positions;
  }

  /** Takes over all dirty records; after an error, also builds the view anew. */
  #catchUp(): void {
    while (this.#build || this.#takeOver || this.dirtyCount > 0) this.proceed();
  }

  /** Begins to build the view from the present records. */
  #begin(): Build {
    const snapshot = this.#source.snapshot();
    this.#clear();
    const scanned = (scan: FullScan) => {
      build.scan = scan;
    };
    const build: Build = { scan: null, changes: new Map(), rest: this.#buildFrom(snapshot, scanned) };
    return build;
  }

  *#buildFrom(snapshot: RecordSnapshot, scanned: (scan: FullScan) => void): Work<void> {
    const scan = yield* FullScan.of(snapshot, this.#filter, this.#sort);
    scanned(scan);
    this.#positions = yield* scan.ordered();
    this.#counts = scan.counts;
    yield* this.#takeOverDirty();
  }

  /** Takes over the records that are dirty now; changes in the meantime mark records dirty again. */
  *#takeOverDirty(): Work<void> {
    const changes = this.#dirty;
    this.#clear();
    const leaving = new PositionTable(this.#sort.terms.length);
    const coming = new PositionTable(this.#sort.terms.length);
    const counts = [...this.#counts];
    const piece = pieceLengthAt(counts.length + Math.max(1, this.#sort.terms.length));
    let taken = 0;
    for (const [id, before] of changes) {
      const after = this.#dirty.has(id) ? this.#dirty.get(id) : this.#source.get(id);
      const leaves = before && this.#counted(before, counts, -1);
      const comes = after && this.#counted(after, counts, 1);
      if (!(leaves && comes && this.#standTogether(before, after))) {
        if (leaves) this.#sort.append(before.value, keyRank(before.id), leaving);
        if (comes) this.#sort.append(after.value, keyRank(after.id), coming);
      }
      taken += 1;
      if (taken % piece === 0) yield;
    }
    yield* this.#positions.replace(leaving, coming);
    this.#counts = counts;
  }

  #clear(): void {
    this.#dirty = new Map();
    this.#observer.onTakeOver?.();
  }

  /** False for a change of members that neither filter nor sort reads. */
  #isAffected(changed: readonly string[] | null): boolean {
    const members = this.#members;
    return !changed || !members || changed.some((name) => members.has(name));
  }

  /** True when two versions of a record have the same place in the order. */
  #standTogether(before: StoredRecord, after: StoredRecord): boolean {
    return this.#sort.members.every((name) => jsonEqual(member(before.value, name), member(after.value, name)));
  }

  /** Tests the filter, and adds `step` to the counts of the nodes that match. */
  #counted(record: StoredRecord, counts: number[], step: 1 | -1): boolean {
    return !this.#filter || countNodes(this.#filter, record.value, counts, step);
  }
}
