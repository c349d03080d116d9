/**
 * Yielded by work before it makes a result of many megabytes. The scheduler continues it only while few others make one, so
 * that a thousand requests at the same time do not take the memory of a thousand results.
 */
export const largeResult = Symbol('large result');

/**
 * Work that may take long. At every `yield` the scheduler, which has a clock, can end the time slice and continue later.
 * Work that nobody continues is garbage collected.
 */
export type Work<T> = Generator<undefined | typeof largeResult, T, undefined>;

/** Elements to process between two `yield`s: well under a millisecond. */
export const pieceLength = 512;

/** Elements to process between two `yield`s where each costs as much as so many simple ones. */
export function pieceLengthAt(cost: number): number {
  return Math.max(1, Math.floor(pieceLength / cost));
}

/**
 * Records to change between two reports of progress. Work that changes records pauses after each of them: one may have
 * thousands of members.
 */
export const changesLength = pieceLengthAt(8);

/** Records to read whole between two `yield`s: one may have thousands of members, and takes milliseconds then. */
export const wholeRecordsLength = pieceLengthAt(256);

/** Takes the elements with their indexes in their order, with a pause after every `length` of them. */
export function* takeInPieces<T>(
  elements: Iterable<T>,
  take: (element: T, index: number) => void,
  length = pieceLength,
): Work<void> {
  let taken = 0;
  for (const element of elements) {
    take(element, taken);
    taken += 1;
    if (taken % length === 0) yield;
  }
}

/** True if every element passes the test. Stops at the first that fails, and pauses after every `length` elements. */
export function* everyInPieces<T>(
  elements: Iterable<T>,
  test: (element: T, index: number) => boolean,
  length = pieceLength,
): Work<boolean> {
  let tested = 0;
  for (const element of elements) {
    if (!test(element, tested)) return false;
    tested += 1;
    if (tested % length === 0) yield;
  }
  return true;
}

/** The result of a function for each element, with a pause after every `length` of them. */
export function* mapInPieces<T, U>(elements: Iterable<T>, map: (element: T) => U, length = pieceLength): Work<U[]> {
  const mapped: U[] = [];
  yield* takeInPieces(elements, (element) => mapped.push(map(element)), length);
  return mapped;
}

export function isWork<T extends object>(value: T | Work<T>): value is Work<T> {
  return Symbol.iterator in value;
}

/** Runs work to its end: in time slices while the program serves others, else in one go. */
export type RunWork = <T>(work: Work<T>) => Promise<T>;

export const runAtOnce: RunWork = (work) => Promise.resolve(finish(work));

/** Runs work to its end in one go. */
export function finish<T>(work: Work<T>): T {
  for (;;) {
    const { done, value } = work.next();
    if (done) return value;
  }
}
