/** How many of the first numbers, counted from 0, fulfil a test that none after them fulfils. At least `known` do. */
export function partitionPoint(numbers: number, test: (number: number) => boolean, known = 0): number {
  let low = known;
  let high = numbers;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (test(middle)) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** {@link partitionPoint} where not many more than those that are known to fulfil the test are expected to. */
export function countOn(known: number, numbers: number, test: (number: number) => boolean): number {
  let low = known;
  for (let step = 1; low < numbers; step *= 2) {
    const next = Math.min(low + step, numbers);
    if (!test(next - 1)) return partitionPoint(next - 1, test, low);
    low = next;
  }
  return low;
}
