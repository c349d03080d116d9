import type { Work } from '../../server/domain/basics/work.ts';

/** A result of work. */
interface Pieces<T> {
  readonly value: T;
  /** The largest growth of the count between two pauses. */
  readonly largest: number;
  readonly pauses: number;
}

/** Runs work to its end and measures its pieces by a count. */
export function largestPiece<T>(work: Work<T>, count: () => number): Pieces<T> {
  let largest = 0;
  let pauses = 0;
  for (;;) {
    const before = count();
    const { done, value } = work.next();
    largest = Math.max(largest, count() - before);
    if (done) return { value, largest, pauses };
    pauses += 1;
  }
}
