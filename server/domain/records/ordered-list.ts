/** Ids in a chunk of a new list; a chunk that reaches twice as many is split. */
const chunkLength = 512;

/**
 * A long list of ids whose owner keeps it in an order. It is cut into chunks: inserting and removing move at most one
 * chunk, and finding a place adds up the chunks' lengths, so that a million ids cost a few microseconds and one pointer
 * each.
 */
export class OrderedList {
  /** None of them is empty. */
  readonly #chunks: string[][] = [];
  #length: number;

  /** The ids in their order. */
  constructor(ids: readonly string[]) {
    this.#length = ids.length;
    for (let start = 0; start < ids.length; start += chunkLength) {
      this.#chunks.push(ids.slice(start, start + chunkLength));
    }
  }

  get length(): number {
    return this.#length;
  }

  /** The ids from index `start` up to, not with, `end`; what lies outside the list is left out. */
  slice(start: number, end: number): readonly string[] {
    const found: string[] = [];
    let first = 0;
    for (const chunk of this.#chunks) {
      if (first >= end) break;
      if (first + chunk.length > start) found.push(...chunk.slice(Math.max(0, start - first), end - first));
      first += chunk.length;
    }
    return found;
  }

  /** How many ids stand before a place: those for which the test is true, which must be the first ones. */
  count(standsBefore: (id: string) => boolean): number {
    const place = countFirst(this.#chunks, (chunk) => {
      const last = chunk.at(-1);
      return last !== undefined && standsBefore(last);
    });
    let count = 0;
    for (const chunk of this.#chunks.slice(0, place)) count += chunk.length;
    return count + countFirst(this.#chunks[place] ?? [], standsBefore);
  }

  /** Puts an id at that index, from 0 to the length; what stood there moves on by one. */
  insert(index: number, id: string): void {
    const { chunk, place, inside } = this.#locate(index);
    chunk.splice(inside, 0, id);
    if (chunk.length === 1) this.#chunks.push(chunk);
    else if (chunk.length >= 2 * chunkLength) this.#chunks.splice(place + 1, 0, chunk.splice(chunkLength));
    this.#length += 1;
  }

  /** Takes out what stands at that index, and returns it. */
  remove(index: number): string | undefined {
    const { chunk, place, inside } = this.#locate(index);
    const [removed] = chunk.splice(inside, 1);
    if (removed !== undefined) this.#length -= 1;
    if (chunk.length === 0) this.#chunks.splice(place, 1);
    return removed;
  }

  /** The chunk that holds an index, its place, and the index inside it. The list's end belongs to the last chunk. */
  #locate(index: number): { chunk: string[]; place: number; inside: number } {
    let inside = index;
    let place = 0;
    for (const chunk of this.#chunks) {
      if (inside < chunk.length || place === this.#chunks.length - 1) return { chunk, place, inside };
      inside -= chunk.length;
      place += 1;
    }
    return { chunk: [], place, inside };
  }
}

/** How many elements at the beginning of a list fulfil a test that none after them fulfils. */
function countFirst<T>(list: readonly T[], test: (element: T) => boolean): number {
  let low = 0;
  let high = list.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    const element = list[middle];
    if (element !== undefined && test(element)) low = middle + 1;
    else high = middle;
  }
  return low;
}
