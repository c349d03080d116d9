import { isJsonArray, isJsonObject, type Json } from './json.ts';
import { child, type Pointer } from './pointer.ts';

/** The first place at which two values differ, or undefined when they are equal. One of them may have nothing there. */
export function firstDifference(a: Json | undefined, b: Json | undefined): Pointer | undefined {
  if (a === b) return undefined;
  if (!(isJsonArray(a) && isJsonArray(b)) && !(isJsonObject(a) && isJsonObject(b))) return [];
  for (const name of new Set([...Object.keys(a), ...Object.keys(b)])) {
    const place = firstDifference(child(a, name), child(b, name));
    if (place) return [name, ...place];
  }
  return undefined;
}
