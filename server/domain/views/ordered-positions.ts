import { partitionPoint, partitionPointFrom } from '../basics/partition-point.ts';
import type { Work } from '../basics/work.ts';
import type { KeyRank } from '../sort/key-order.ts';
import type { Position } from '../sort/position.ts';
import { newProbe } from '../sort/position.ts';
import { PositionTable } from '../sort/position-table.ts';
import type { Sort } from '../sort/sort.ts';

/** Positions in a chunk of a new list; a chunk that reaches twice as many is split. */
const chunkLength = 64;

/** Positions that come or go between two moments at which the work can be put aside. */
const passLength = 128;

/**
 * A long list of positions in the order of a sort. It is cut into chunks: inserting and removing move at most one chunk,
 * and a place is found from where the chunks begin, so that with a million positions both take microseconds.
 */
export class OrderedPositions {
  readonly #sort: Sort;
  /** None is empty, but for the only one of an empty list. */
  readonly #chunks: PositionTable[];
  /**
   * Of each chunk but the last, a position behind which none of its own stands, and before which none of the next one's: side
   * by side, where a search finds them without a look at the chunks.
   */
  readonly #ends: PositionTable;
  /** How many positions stand before each of the first chunks: as far as anybody asked since a change before them. */
  readonly #starts = [0];
  #length: number;

  private constructor(sort: Sort, chunks: PositionTable[], length: number) {
    this.#sort = sort;
    this.#chunks = chunks;
    this.#ends = new PositionTable(sort.terms.length);
    for (const chunk of chunks.slice(0, -1)) this.#ends.insert(this.#ends.length, chunk, chunk.length - 1);
    this.#length = length;
  }

  /** A list without positions. */
  static empty(sort: Sort): OrderedPositions {
    return new OrderedPositions(sort, [new PositionTable(sort.terms.length)], 0);
  }

  /** The positions of a table; the indexes bring them into the order of the sort. */
  static *of(sort: Sort, table: PositionTable, indexes: readonly number[]): Work<OrderedPositions> {
    if (indexes.length === 0) return OrderedPositions.empty(sort);
    const chunks: PositionTable[] = [];
    for (let start = 0; start < indexes.length; start += chunkLength) {
      chunks.push(table.pick(indexes.slice(start, start + chunkLength)));
      yield;
    }
    return new OrderedPositions(sort, chunks, indexes.length);
  }

  get length(): number {
    return this.#length;
  }

  /** The keys from index `start` up to, not with, `end`; what lies outside the list is left out. */
  keys(start: number, end: number): readonly KeyRank[] {
    const found: KeyRank[] = [];
    for (let place = this.#placeAt(start); place < this.#chunks.length; place++) {
      const first = this.#startOf(place);
      if (first >= end) break;
      found.push(...(this.#chunks[place]?.keys.slice(Math.max(0, start - first), end - first) ?? []));
    }
    return found;
  }

  /** How many positions stand before a place: those for which the test is true, which must be the first ones. */
  count(standsBefore: (position: Position) => boolean): number {
    const probe = newProbe();
    const place = partitionPoint(this.#chunks.length - 1, (index) => standsBefore(this.#ends.at(index, probe)));
    const chunk = this.#chunkAt(place);
    return this.#startOf(place) + partitionPoint(chunk.length, (row) => standsBefore(chunk.at(row, probe)));
  }

  /**
   * Takes positions out, which must be there, and puts others in; what both tables name stays. From the first place to the
   * last, so that each is found from the one before and the processor's cache holds what is looked at. The list is not to
   * be read before the end.
   */
  *replace(leaving: PositionTable, coming: PositionTable): Work<void> {
    const sort = this.#sort;
    const out = sortedRows(sort, leaving);
    const into = sortedRows(sort, coming);
    let place = 0;
    let next = 0;
    for (const [index, row] of out.entries()) {
      let order: number | undefined;
      for (; next < into.length; next++) {
        order = sort.compareRows(leaving, row, coming, into[next] ?? 0);
        if (order <= 0) break;
        place = this.#insert(coming, into[next] ?? 0, place);
        if (next % passLength === passLength - 1) yield;
      }
      if (order === 0) next += 1;
      else place = this.#remove(leaving, row, place);
      if (index % passLength === passLength - 1) yield;
    }
    for (; next < into.length; next++) {
      place = this.#insert(coming, into[next] ?? 0, place);
      if (next % passLength === passLength - 1) yield;
    }
  }

  /** Puts a position into its place; returns that of its chunk, which is not before `from`. */
  #insert(table: PositionTable, row: number, from: number): number {
    const place = this.#placeOf(table, row, from);
    const chunk = this.#chunkAt(place);
    const inside = this.#rowOf(chunk, table, row);
    chunk.insert(inside, table, row);
    this.#length += 1;
    this.#forgetStartsAfter(place);
    if (chunk.length < 2 * chunkLength) return place;
    this.#chunks.splice(place + 1, 0, chunk.cut(chunkLength));
    this.#ends.insert(place, chunk, chunk.length - 1);
    return place;
  }

  /** Takes a position out, which must be there; returns the place of its chunk, which is not before `from`. */
  #remove(table: PositionTable, row: number, from: number): number {
    const place = this.#placeOf(table, row, from);
    const chunk = this.#chunkAt(place);
    const inside = this.#rowOf(chunk, table, row);
    const removed = chunk.remove(inside);
    const key = table.keys[row];
    if (removed !== key) throw new Error(`A list has ${removed} at the place of ${key}`);
    this.#length -= 1;
    this.#forgetStartsAfter(place);
    if (chunk.length === 0 && this.#chunks.length > 1) {
      this.#chunks.splice(place, 1);
      this.#ends.remove(Math.min(place, this.#ends.length - 1));
    }
    return Math.min(place, this.#chunks.length - 1);
  }

  /** How many positions stand before the chunk at a place. */
  #startOf(place: number): number {
    for (let known = this.#starts.length; known <= place; known++) {
      this.#starts.push((this.#starts[known - 1] ?? 0) + (this.#chunks[known - 1]?.length ?? 0));
    }
    return this.#starts[place] ?? 0;
  }

  /** The place of the chunk that has the position at an index, or of the last chunk. */
  #placeAt(index: number): number {
    const starts = this.#starts;
    while (starts.length < this.#chunks.length && (starts.at(-1) ?? 0) <= index) this.#startOf(starts.length);
    return partitionPoint(starts.length, (place) => (starts[place] ?? 0) <= index) - 1;
  }

  #forgetStartsAfter(place: number): void {
    this.#starts.length = Math.min(this.#starts.length, place + 1);
  }

  /** The chunk in which the first position stands that does not stand before, or the last chunk. */
  #placeOf(table: PositionTable, row: number, from: number): number {
    const last = this.#chunks.length - 1;
    return partitionPointFrom(from, last, (place) => this.#sort.compareRows(this.#ends, place, table, row) < 0);
  }

  #rowOf(chunk: PositionTable, table: PositionTable, row: number): number {
    return partitionPoint(chunk.length, (inside) => this.#sort.compareRows(chunk, inside, table, row) < 0);
  }

  #chunkAt(place: number): PositionTable {
    const chunk = this.#chunks[place];
    if (!chunk) throw new Error('A list has no chunk');
    return chunk;
  }
}

/** The rows of a table in the order of the sort. */
function sortedRows(sort: Sort, table: PositionTable): readonly number[] {
  return table.keys.map((_, row) => row).sort((a, b) => sort.compareRows(table, a, table, b));
}
