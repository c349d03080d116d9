import { isJsonArray, isJsonObject, type Json } from './json.ts';
import { child, type Pointer } from './pointer.ts';

/** The innermost places at which two values differ. One of them may have nothing there. */
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

/** The first place at which two values differ, or undefined when they are equal. */
export function firstDifference(a: Json | undefined, b: Json | undefined): Pointer | undefined {
  for (const place of differences(a, b)) return place;
  return undefined;
}
