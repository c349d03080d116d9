/**
 * The first index from 0 to `length` at which the test is false, by binary search. The test must be true before that index
 * and false from there on; the caller knows that it is true before `known`.
 */
export function partitionPoint(length: number, test: (index: number) => boolean, known = 0): number {
  let low = known;
  let high = length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (test(middle)) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** {@link partitionPoint} by exponential search from `known`, for a result that is expected soon after it. */
export function partitionPointFrom(known: number, length: number, test: (index: number) => boolean): number {
  let low = known;
  for (let step = 1; low < length; step *= 2) {
    const next = Math.min(low + step, length);
    if (!test(next - 1)) return partitionPoint(next - 1, test, low);
    low = next;
  }
  return low;
}
