import { problem } from '../basics/problem.ts';
import { accept, assertNever, type Result, refuse } from '../basics/result.ts';
import type { CollectionDefinition } from '../model/collection-definition.ts';
import { type Cursor, decodeCursor } from './cursor.ts';
import { readInteger } from './integer-parameter.ts';
import type { ListQuirks } from './list-quirks.ts';
import { parseTimeWindow, type TimeWindow } from './time-window.ts';

/** The start of the requested page, in the pagination style that the parameters choose. */
export type PageStart =
  | { readonly style: 'offset'; readonly offset: number }
  /** Null requests the first page. */
  | { readonly style: 'cursor'; readonly cursor: Cursor | null }
  | { readonly style: 'time'; readonly window: TimeWindow }
  /** The id of the last record that the client has; empty requests the first page. */
  | { readonly style: 'since'; readonly id: string }
  | { readonly style: 'page'; readonly page: number /** The number of the first page. */; readonly firstPage: number };

export type PageStyle = PageStart['style'];

export interface PageRequest {
  readonly start: PageStart;
  /** The most records on the page. */
  readonly limit: number;
}

/** The default and the largest limit. */
export interface PageSizes {
  readonly pageSize: number;
  readonly maxPageSize: number;
}

/** Parameters that together choose a style. */
interface PageGroup {
  readonly style: PageStyle;
  readonly names: readonly string[];
}

/** The parameters that choose a style. A request may use one group only, even if two groups have the same style. */
export const pageGroups: readonly PageGroup[] = [
  { style: 'offset', names: ['offset'] },
  { style: 'cursor', names: ['cursor'] },
  { style: 'time', names: ['from', 'to'] },
  { style: 'time', names: ['start_time', 'end_time'] },
  { style: 'since', names: ['since_id'] },
  { style: 'page', names: ['page', 'per_page'] },
];

/** Parameters that choose a page of the filtered and sorted list. */
export const pageParameters: ReadonlySet<string> = new Set(['limit', ...pageGroups.flatMap(({ names }) => names)]);

/**
 * Parameters of a list that never filter by a field of that name. `filter=` reaches such a field, as in
 * `filter=order eq 7`.
 */
export const reservedParameters: ReadonlySet<string> = new Set(['filter', 'sort', 'order', ...pageParameters]);

/**
 * Parses the pagination parameters, none of which may repeat. Problems: `mixed-pagination` for more than one style,
 * `bad-cursor`, and `bad-parameter` for any other unusable value.
 */
export function parsePageRequest(
  given: ReadonlyMap<string, string>,
  sizes: PageSizes,
  definition: CollectionDefinition,
  { firstPage, pageCap }: ListQuirks,
): Result<PageRequest> {
  const chosen = chooseStyle(given);
  if (!chosen.ok) return chosen;
  const style = chosen.value;
  const size = { least: 1, most: sizes.maxPageSize, defaultValue: Math.min(sizes.pageSize, sizes.maxPageSize) };
  const limit = readInteger(given, style === 'page' ? 'per_page' : 'limit', size);
  if (!limit.ok) return limit;
  const start = parseStart(style, given, definition, firstPage);
  return start.ok ? accept({ start: start.value, limit: Math.min(limit.value, pageCap) }) : start;
}

function parseStart(
  style: PageStyle,
  given: ReadonlyMap<string, string>,
  definition: CollectionDefinition,
  firstPage: number,
): Result<PageStart> {
  switch (style) {
    case 'offset': {
      const offset = readInteger(given, 'offset', { least: 0, most: Number.MAX_SAFE_INTEGER, defaultValue: 0 });
      return offset.ok ? accept({ style, offset: offset.value }) : offset;
    }
    case 'cursor': {
      const text = given.get('cursor') ?? '';
      if (text === '') return accept({ style, cursor: null });
      const cursor = decodeCursor(text);
      return cursor.ok ? accept({ style, cursor: cursor.value }) : cursor;
    }
    case 'time': {
      const window = parseTimeWindow(given, definition);
      return window.ok ? accept({ style, window: window.value }) : window;
    }
    case 'since':
      return accept({ style, id: given.get('since_id') ?? '' });
    case 'page': {
      const page = readInteger(given, 'page', {
        least: firstPage,
        most: Number.MAX_SAFE_INTEGER,
        defaultValue: firstPage,
      });
      return page.ok ? accept({ style, page: page.value, firstPage }) : page;
    }
    default:
      return assertNever(style);
  }
}

/** Chooses the style: offset without any style parameter. The page style has `per_page` instead of `limit`. */
function chooseStyle(given: ReadonlyMap<string, string>): Result<PageStyle> {
  let group: PageGroup | undefined;
  for (const one of pageGroups) {
    if (!isGiven(one, given)) continue;
    if (group) return mixedStyles(given);
    group = one;
  }
  if (group?.style === 'page' && given.has('limit')) return mixedStyles(given);
  return accept(group?.style ?? 'offset');
}

function isGiven({ names }: PageGroup, given: ReadonlyMap<string, string>): boolean {
  for (const name of names) if (given.has(name)) return true;
  return false;
}

function mixedStyles(given: ReadonlyMap<string, string>): Result<never> {
  const groups = pageGroups.filter((group) => isGiven(group, given));
  const clashing = groups.flatMap(({ names }) => names.filter((name) => given.has(name)));
  if (groups[0]?.style === 'page' && given.has('limit')) clashing.push('limit');
  const detail = `${clashing.map((name) => `"${name}"`).join(' and ')} cannot be used together.`;
  const expected =
    'limit with offset, cursor, since_id, from and to, or start_time and end_time; or page with per_page';
  return refuse(problem('mixed-pagination', detail, { parameters: clashing, expected }));
}
