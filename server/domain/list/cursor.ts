import { decodeBase64Url, encodeBase64Url } from '../basics/base64.ts';
import { type Problem, problem } from '../basics/problem.ts';
import { accept, type Result, refuse } from '../basics/result.ts';
import { digest } from '../conditions/entity-tag.ts';
import { isJsonArray, type Json } from '../json/json.ts';
import { parseJson } from '../json/json-text.ts';
import { keyRank } from '../sort/key-order.ts';
import type { Position, SortValue } from '../sort/position.ts';
import { isInstant, type TimeWindow } from './time-window.ts';

const digestLength = digest('').length;

/** A place in a crawl. It holds a position, not a record, so it stays valid when the record is removed. */
export interface Cursor {
  /** A digest of the filter and the order. */
  readonly query: string;
  /** The time window of the crawl. */
  readonly window: TimeWindow | null;
  /** The position of the last record of the previous page; null before the first page. */
  readonly after: Position | null;
}

/** Encodes a cursor as base64url of a digest and the cursor as ASCII JSON. */
export function encodeCursor({ query, window, after }: Cursor): string {
  const content = JSON.stringify([
    query,
    window && [window.from, window.to],
    after && [...after.values.map((value) => value ?? null), String(after.key)],
  ]).replace(/[^ -~]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);
  return encodeBase64Url(digest(content) + content);
}

/** The reverse of {@link encodeCursor}; a damaged cursor is `bad-cursor`. */
export function decodeCursor(text: string): Result<Cursor> {
  const content = contentOf(text);
  const parsed = content === undefined ? undefined : parseJson(content);
  const cursor = parsed?.ok ? readCursor(parsed.value) : undefined;
  return cursor ? accept(cursor) : refuse(badCursor('The cursor is damaged.'));
}

/** The text after the digest; undefined if the two do not belong together. */
function contentOf(text: string): string | undefined {
  const decoded = decodeBase64Url(text);
  const content = decoded?.slice(digestLength);
  return content !== undefined && decoded === digest(content) + content ? content : undefined;
}

/** The problem of every cursor in a scenario in which cursors expire. */
export function expiredCursor(): Problem {
  const expected = 'the list from its start, with an empty cursor';
  return problem('cursor-expired', 'The cursor has expired.', { parameter: 'cursor', expected });
}

/** The problem of a cursor that is damaged or belongs to another list. */
export function badCursor(detail: string): Problem {
  const expected = 'a cursor of this list, with the same filter and sort, or none to start with';
  return problem('bad-cursor', detail, { parameter: 'cursor', expected });
}

function readCursor(value: Json): Cursor | undefined {
  if (!isJsonArray(value)) return undefined;
  const [query, bounds, place] = value;
  const window = readWindow(bounds);
  const after = readPosition(place);
  return typeof query === 'string' && window !== undefined && after !== undefined
    ? { query, window, after }
    : undefined;
}

function readWindow(value: Json | undefined): TimeWindow | null | undefined {
  if (value === null) return null;
  if (!isJsonArray(value)) return undefined;
  const [from = null, to = null] = value;
  return isBound(from) && isBound(to) ? { from, to } : undefined;
}

function isBound(value: Json): value is number | null {
  return value === null || isInstant(value);
}

function readPosition(value: Json | undefined): Position | null | undefined {
  if (value === null) return null;
  if (!isJsonArray(value)) return undefined;
  const values: SortValue[] = [];
  for (const one of value.slice(0, -1)) {
    if (typeof one === 'object' && one !== null) return undefined;
    values.push(one ?? undefined);
  }
  const id = value.at(-1);
  return typeof id === 'string' && id !== '' ? { values, key: keyRank(id) } : undefined;
}
