import { pieceLength, type Work } from './work.ts';

/** What `list.toSorted(compare)` gives: short runs are sorted by the engine, then merged two by two. */
export function* sortInPieces<T>(
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
