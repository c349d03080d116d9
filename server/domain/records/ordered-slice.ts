/** Lists up to this length are sorted at once. */
const fewElements = 64;

/**
 * What `list.toSorted(compare).slice(start, end)` gives, without sorting what lies outside: the list is split around a
 * pivot until little more than the slice is left, which costs about two comparisons an element for a short slice.
 * `compare` must give 0 only for an element and itself.
 */
export function orderedSlice<T>(
  list: readonly T[],
  start: number,
  end: number,
  compare: (a: T, b: T) => number,
): readonly T[] {
  const pivot = list.length > Math.max(fewElements, 2 * (end - start)) ? median(list, compare) : undefined;
  if (pivot === undefined) return list.toSorted(compare).slice(start, end);
  const before: T[] = [];
  const after: T[] = [];
  for (const element of list) {
    const order = compare(element, pivot);
    if (order < 0) before.push(element);
    else if (order > 0) after.push(element);
  }
  const place = before.length;
  if (end <= place) return orderedSlice(before, start, end, compare);
  if (start > place) return orderedSlice(after, start - place - 1, end - place - 1, compare);
  return [...orderedSlice(before, start, place, compare), pivot, ...orderedSlice(after, 0, end - place - 1, compare)];
}

/** The median of a few elements from all over the list: near enough to the list's own to halve it. */
function median<T>(list: readonly T[], compare: (a: T, b: T) => number): T | undefined {
  const sample = Array.from({ length: 15 }, (_, index) => list[Math.floor((list.length * (2 * index + 1)) / 30)]);
  return sample.filter((element) => element !== undefined).toSorted(compare)[7];
}
