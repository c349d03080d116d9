import { isJsonArray, isJsonObject, type Json } from './json.ts';
import { child, type Pointer } from './pointer.ts';

/** Yields the pointers of the innermost values that differ; one side may have no value there. */
export function* differences(a: Json | undefined, b: Json | undefined): IterableIterator<Pointer> {
  if (a === b) return;
  if (!(isJsonArray(a) && isJsonArray(b)) && !(isJsonObject(a) && isJsonObject(b))) {
    yield [];
    return;
  }
  for (const name of new Set([...Object.keys(a), ...Object.keys(b)])) {
    for (const place of differences(child(a, name), child(b, name))) yield [name, ...place];
  }
}

/** The pointer of the first difference, or undefined if the values are equal. */
export function firstDifference(a: Json | undefined, b: Json | undefined): Pointer | undefined {
  for (const place of differences(a, b)) return place;
  return undefined;
}
