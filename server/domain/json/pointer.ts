import { accept, type Result, refuse } from '../basics/result.ts';
import { isJsonArray, isJsonObject, type Json, member } from './json.ts';

/** A JSON pointer (RFC 6901) as its reference tokens, unescaped. The empty list points at the whole document. */
export type Pointer = readonly string[];

/** Reads the string form of RFC 6901, section 3. The refusal is a sentence. */
export function parsePointer(text: string): Result<Pointer, string> {
  if (text === '') return accept([]);
  if (!text.startsWith('/')) return refuse('A JSON pointer is either empty or starts with "/".');
  if (/~(?![01])/.test(text)) return refuse('In a JSON pointer "~" may stand only in "~0" (for ~) and "~1" (for /).');
  return accept(text.slice(1).split('/').map(unescapeToken));
}

/** The one string form of a pointer: `parsePointer` gives the same tokens back. */
export function formatPointer(pointer: Pointer): string {
  return pointer.map((token) => `/${escapeToken(token)}`).join('');
}

function escapeToken(token: string): string {
  return token.replaceAll('~', '~0').replaceAll('/', '~1');
}

/** "~1" goes first: "~01" is the token "~1", not "/" (RFC 6901, section 4). */
function unescapeToken(escaped: string): string {
  return escaped.replaceAll('~1', '/').replaceAll('~0', '~');
}

/** The array index that a token is, or undefined: no sign, no leading zero, no exponent, and not "-" (RFC 6901, section 4). */
export function arrayIndex(token: string): number | undefined {
  return /^(?:0|[1-9]\d*)$/.test(token) ? Number(token) : undefined;
}

/** The value that a token names inside an array or object, or undefined when there is none. */
export function child(parent: Json, token: string): Json | undefined {
  if (isJsonObject(parent)) return member(parent, token);
  if (!isJsonArray(parent)) return undefined;
  const index = arrayIndex(token);
  return index === undefined ? undefined : parent[index];
}

/** The value at that place of the document, or undefined when there is none. */
export function valueAt(document: Json, pointer: Pointer): Json | undefined {
  let value: Json | undefined = document;
  for (const token of pointer) {
    if (value === undefined) return undefined;
    value = child(value, token);
  }
  return value;
}
