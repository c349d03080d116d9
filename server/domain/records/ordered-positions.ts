import type { Position } from '../query/sort.ts';
import type { Work } from '../work.ts';
import type { KeyRank } from './key-order.ts';
import { PositionTable } from './position-table.ts';

/** Positions in a chunk of a new list; a chunk that reaches twice as many is split. */
const chunkLength = 512;

/**
 * A long list of positions whose owner keeps it in an order. It is cut into chunks: inserting and removing move at most
 * one chunk, and finding a place adds up the chunks' lengths, so that with a million positions both take microseconds.
 */
export class OrderedPositions {
  /** None is empty, but for the only one of an empty list. */
  readonly #chunks: PositionTable[];
  #length: number;

  private constructor(chunks: PositionTable[], length: number) {
    this.#chunks = chunks;
    this.#length = length;
  }

  /** A list without positions, for those of so many values each. */
  static empty(width: number): OrderedPositions {
    return new OrderedPositions([new PositionTable(width)], 0);
  }

  /** The positions of a table, in the order of the indexes. */
  static *of(table: PositionTable, indexes: readonly number[]): Work<OrderedPositions> {
    if (indexes.length === 0) return OrderedPositions.empty(table.width);
    const chunks: PositionTable[] = [];
    for (let start = 0; start < indexes.length; start += chunkLength) {
      chunks.push(table.pick(indexes.slice(start, start + chunkLength)));
      yield;
    }
    return new OrderedPositions(chunks, indexes.length);
  }

  get length(): number {
    return this.#length;
  }

  /** The keys from index `start` up to, not with, `end`; what lies outside the list is left out. */
  keys(start: number, end: number): readonly KeyRank[] {
    const found: KeyRank[] = [];
    let first = 0;
    for (const { keys } of this.#chunks) {
      if (first >= end) break;
      if (first + keys.length > start) found.push(...keys.slice(Math.max(0, start - first), end - first));
      first += keys.length;
    }
    return found;
  }

  /** How many positions stand before a place: those for which the test is true, which must be the first ones. */
  count(standsBefore: (position: Position) => boolean): number {
    const place = countFirst(this.#chunks.length - 1, (index) => {
      const chunk = this.#chunks[index];
      return chunk !== undefined && standsBefore(chunk.at(chunk.length - 1));
    });
    let count = 0;
    for (const chunk of this.#chunks.slice(0, place)) count += chunk.length;
    const chunk = this.#chunks[place];
    return chunk ? count + countFirst(chunk.length, (index) => standsBefore(chunk.at(index))) : count;
  }

  /** Puts a position at that index, from 0 to the length; what stood there moves on by one. */
  insert(index: number, position: Position): void {
    const { chunk, place, inside } = this.#locate(index);
    chunk.insert(inside, position);
    this.#length += 1;
    if (chunk.length >= 2 * chunkLength) this.#chunks.splice(place + 1, 0, chunk.cut(chunkLength));
  }

  /** Takes out what stands at that index, and returns its key. */
  remove(index: number): KeyRank | undefined {
    const { chunk, place, inside } = this.#locate(index);
    const removed = chunk.remove(inside);
    if (removed !== undefined) this.#length -= 1;
    if (chunk.length === 0 && this.#chunks.length > 1) this.#chunks.splice(place, 1);
    return removed;
  }

  /** The chunk that holds an index, its place, and the index inside it. The list's end belongs to the last chunk. */
  #locate(index: number): { chunk: PositionTable; place: number; inside: number } {
    let inside = index;
    let place = 0;
    for (const chunk of this.#chunks) {
      if (inside < chunk.length || place === this.#chunks.length - 1) return { chunk, place, inside };
      inside -= chunk.length;
      place += 1;
    }
    throw new Error('A list has no chunk');
  }
}

/** How many of the first numbers, counted from 0, fulfil a test that none after them fulfils. */
function countFirst(numbers: number, test: (number: number) => boolean): number {
  let low = 0;
  let high = numbers;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (test(middle)) low = middle + 1;
    else high = middle;
  }
  return low;
}
