/**
 * Work that may take long: every `yield` is a moment at which it can be put aside while others have their turn. When
 * that happens is for the edge to say, which has a clock. What is left of work that is put aside for good is garbage.
 */
export type Work<T> = Generator<undefined, T, undefined>;

/** Elements that are gone through between two such moments: well under a millisecond. */
export const pieceLength = 512;

export function isWork<T extends object>(value: T | Work<T>): value is Work<T> {
  return Symbol.iterator in value;
}

/** Does work to its end, in one go. */
export function finish<T>(work: Work<T>): T {
  for (;;) {
    const { done, value } = work.next();
    if (done) return value;
  }
}
