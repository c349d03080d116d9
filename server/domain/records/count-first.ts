/** How many of the first numbers, counted from 0, fulfil a test that none after them fulfils. */
export function countFirst(numbers: number, test: (number: number) => boolean): number {
  let low = 0;
  let high = numbers;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (test(middle)) low = middle + 1;
    else high = middle;
  }
  return low;
}
