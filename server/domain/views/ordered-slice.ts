import { pieceLength, type Work } from '../basics/work.ts';

/** Lists up to this length are sorted at once. */
const fewElements = 64;

/**
 * What `list.toSorted(compare).slice(start, end)` gives, without sorting what lies outside: the list is split around a
 * pivot near the slice until little more than that is left, which costs less than two comparisons an element for a short
 * slice, and hardly more than one for the first page or the last.
 * `compare` must give 0 only for an element and itself. `piece` is the number of elements to compare between two `yield`s.
 */
export function* orderedSlice<T>(
  list: readonly T[],
  start: number,
  end: number,
  compare: (a: T, b: T) => number,
  piece = pieceLength,
): Work<readonly T[]> {
  const isLong = list.length > Math.max(fewElements, 2 * (end - start));
  const pivot = isLong ? elementNear((start + end) / 2 / list.length, list, compare) : undefined;
  if (pivot === undefined) return (yield* sorted(list, compare, piece)).slice(start, end);
  const before: T[] = [];
  const after: T[] = [];
  let visited = 0;
  for (const element of list) {
    const order = compare(element, pivot);
    if (order < 0) before.push(element);
    else if (order > 0) after.push(element);
    visited += 1;
    if (visited % piece === 0) yield;
  }
  const place = before.length;
  if (end <= place) return yield* orderedSlice(before, start, end, compare, piece);
  if (start > place) return yield* orderedSlice(after, start - place - 1, end - place - 1, compare, piece);
  const head = yield* orderedSlice(before, start, place, compare, piece);
  return [...head, pivot, ...(yield* orderedSlice(after, 0, end - place - 1, compare, piece))];
}

/** What `list.toSorted(compare)` gives: short runs are sorted by the engine, then merged two by two. */
export function* sorted<T>(
  list: readonly T[],
  compare: (a: T, b: T) => number,
  piece = pieceLength,
): Work<readonly T[]> {
  if (list.length <= piece) return list.toSorted(compare);
  let runs: (readonly T[])[] = [];
  for (let start = 0; start < list.length; start += piece) {
    runs.push(list.slice(start, start + piece).sort(compare));
    yield;
  }
  while (runs.length > 1) {
    const merged: (readonly T[])[] = [];
    for (let index = 0; index < runs.length; index += 2) {
      merged.push(yield* merge(runs[index] ?? [], runs[index + 1] ?? [], compare, piece));
    }
    runs = merged;
  }
  return runs[0] ?? [];
}

function* merge<T>(
  left: readonly T[],
  right: readonly T[],
  compare: (a: T, b: T) => number,
  piece: number,
): Work<readonly T[]> {
  if (right.length === 0) return left;
  const merged: T[] = [];
  let [fromLeft, fromRight] = [0, 0];
  while (fromLeft < left.length && fromRight < right.length) {
    const [a, b] = [left[fromLeft] as T, right[fromRight] as T];
    if (compare(a, b) <= 0) {
      merged.push(a);
      fromLeft += 1;
    } else {
      merged.push(b);
      fromRight += 1;
    }
    if (merged.length % piece === 0) yield;
  }
  return merged.concat(fromLeft < left.length ? left.slice(fromLeft) : right.slice(fromRight));
}

/**
 * A pivot for the place at `share` of the list, 0 to 1, chosen from a sample of 15 elements. It lies a little past that place,
 * towards the middle of the list, so that the elements of the slice probably stay together in the smaller part.
 */
function elementNear<T>(share: number, list: readonly T[], compare: (a: T, b: T) => number): T | undefined {
  const sample = Array.from({ length: 15 }, (_, index) => list[Math.floor((list.length * (2 * index + 1)) / 30)]);
  const place = share < 0.5 ? Math.ceil(16 * share) : Math.floor(16 * share) - 2;
  return sample.filter((element) => element !== undefined).toSorted(compare)[Math.min(place, 14)];
}
