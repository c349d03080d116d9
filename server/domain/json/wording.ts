import { isJsonArray, isJsonObject, type Json } from './json.ts';
import { formatPointer, type Pointer } from './pointer.ts';

const longest = 60;

/** A text short enough for a sentence: what is too long is cut, never inside a surrogate pair. */
export function excerpt(text: string): string {
  if (text.length <= longest) return text;
  return `${text.slice(0, longest - 1).replace(/[\uD800-\uDBFF]$/, '')}…`;
}

/** A text in quotes for a sentence, with what cannot be read escaped. */
export function quote(text: string): string {
  return JSON.stringify(excerpt(text));
}

/** A place in a document as a sentence names it. */
export function placeName(place: Pointer): string {
  return place.length === 0 ? 'the document' : excerpt(formatPointer(place));
}

/** A value as a sentence names it, in constant time: it may be very large, and a patch names thousands. */
export function valueName(value: Json | undefined): string {
  if (value === undefined) return 'nothing';
  if (isJsonArray(value)) return `an array of ${count(value.length, 'element')}`;
  if (isJsonObject(value)) return 'an object';
  return typeof value === 'string' ? quote(value) : String(value);
}

/** A number and its noun, such as "1 element" or "3 elements". */
export function count(number: number, noun: string): string {
  return `${number} ${noun}${number === 1 ? '' : 's'}`;
}
