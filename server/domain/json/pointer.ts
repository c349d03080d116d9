import { accept, type Result, refuse } from '../basics/result.ts';
import { isJsonArray, isJsonObject, type Json, member } from './json.ts';

/** The unescaped reference tokens of a JSON pointer (RFC 6901). The empty list points to the whole document. */
export type Pointer = readonly string[];

/** Tokens of a pointer: more than any document has levels, so a longer one names nothing and is only work. */
export const maxPointerTokens = 200;

/** Reads the string form (RFC 6901, section 3) of at most {@link maxPointerTokens} tokens. The problem is a sentence. */
export function parsePointer(text: string): Result<Pointer, string> {
  if (text === '') return accept([]);
  if (!text.startsWith('/')) return refuse('A JSON pointer is either empty or starts with "/".');
  if (/~(?![01])/.test(text)) return refuse('In a JSON pointer "~" may stand only in "~0" (for ~) and "~1" (for /).');
  const tokens = text.slice(1).split('/', maxPointerTokens + 1);
  if (tokens.length > maxPointerTokens) return refuse(`A JSON pointer has at most ${maxPointerTokens} tokens.`);
  return accept(tokens.map(unescapeToken));
}

/** Writes the string form (RFC 6901, section 3). */
export function formatPointer(pointer: Pointer): string {
  return pointer.map((token) => `/${escapeToken(token)}`).join('');
}

function escapeToken(token: string): string {
  return token.replaceAll('~', '~0').replaceAll('/', '~1');
}

/** Replaces "~1" first: "~01" is the token "~1", not "/" (RFC 6901, section 4). */
function unescapeToken(escaped: string): string {
  return escaped.replaceAll('~1', '/').replaceAll('~0', '~');
}

/** The token as an array index: digits without a leading zero (RFC 6901, section 4). Undefined for any other token. */
export function arrayIndex(token: string): number | undefined {
  return /^(?:0|[1-9]\d*)$/.test(token) ? Number(token) : undefined;
}

/** The member or element that a token names, or undefined. */
export function child(parent: Json, token: string): Json | undefined {
  if (isJsonObject(parent)) return member(parent, token);
  if (!isJsonArray(parent)) return undefined;
  const index = arrayIndex(token);
  return index === undefined ? undefined : parent[index];
}

/** The value that a pointer names, or undefined. */
export function valueAt(document: Json, pointer: Pointer): Json | undefined {
  let value: Json | undefined = document;
  for (const token of pointer) {
    if (value === undefined) return undefined;
    value = child(value, token);
  }
  return value;
}
