import { isJsonArray, isJsonObject, type Json } from './json.ts';
import { formatPointer, type Pointer } from './pointer.ts';

const longest = 60;

/** Shortens a text for a sentence, without splitting a surrogate pair. */
export function excerpt(text: string): string {
  if (text.length <= longest) return text;
  return `${text.slice(0, longest - 1).replace(/[\uD800-\uDBFF]$/, '')}…`;
}

/** A shortened text in quotes, with control characters escaped. */
export function quote(text: string): string {
  return JSON.stringify(excerpt(text));
}

/** How a sentence names a place in a document. */
export function placeName(place: Pointer): string {
  return place.length === 0 ? 'the document' : excerpt(formatPointer(place));
}

/** How a sentence names a value; in constant time, because values may be large and a patch names thousands. */
export function valueName(value: Json | undefined): string {
  if (value === undefined) return 'nothing';
  if (isJsonArray(value)) return `an array of ${count(value.length, 'element')}`;
  if (isJsonObject(value)) return 'an object';
  return typeof value === 'string' ? quote(value) : String(value);
}

/** Such as 2nd, 3rd, 11th. */
export function ordinal(number: number): string {
  const isTeen = number % 100 > 10 && number % 100 < 14;
  return `${number}${(!isTeen && ['', 'st', 'nd', 'rd'][number % 10]) || 'th'}`;
}

/** A whole number with a comma between each three digits, such as 1,500. Intl would read its data first: 20 ms for all. */
export function grouped(number: number): string {
  return String(number).replace(/\B(?=(?:\d{3})+$)/g, ',');
}

/** A number and its noun, such as "1 element" or "3 elements". */
export function count(number: number, noun: string): string {
  return `${number} ${noun}${number === 1 ? '' : 's'}`;
}
