import { problem } from '../basics/problem.ts';
import { accept, assertNever, type Result, refuse } from '../basics/result.ts';
import { defaultDialect } from '../dialect/default-dialect.ts';
import type { Dialect, ParameterRole } from '../dialect/dialect.ts';
import type { CollectionDefinition } from '../model/collection-definition.ts';
import { decodeCursor } from './cursor.ts';
import { readInteger } from './integer-parameter.ts';
import { pageGroups } from './list-parameters.ts';
import type { ListQuirks } from './list-quirks.ts';
import type { PageRequest, PageSizes, PageStart, PageStyle } from './page-request.ts';
import { replacedPage } from './replaced-page.ts';
import { parseTimeWindow } from './time-window.ts';

/**
 * Parses the pagination parameters, none of which may repeat. Problems: `mixed-pagination` for more than one style,
 * `bad-cursor`, and `bad-parameter` for any other unusable value. A dialect may replace unusable values instead.
 */
export function parsePageRequest(
  given: ReadonlyMap<string, string>,
  sizes: PageSizes,
  definition: CollectionDefinition,
  quirks: ListQuirks,
  dialect: Dialect = defaultDialect,
): Result<PageRequest> {
  if (dialect.pages.unusable === 'replaced') return accept(replacedPage(given, sizes, quirks, dialect));
  const chosen = chooseStyle(given, dialect);
  if (!chosen.ok) return chosen;
  const style = chosen.value;
  const size = { least: 1, most: sizes.maxPageSize, defaultValue: Math.min(sizes.pageSize, sizes.maxPageSize) };
  const limit = readInteger(given, nameOf(style === 'page' ? 'per_page' : 'limit', dialect), size);
  if (!limit.ok) return limit;
  const start = parseStart(style, given, definition, quirks.firstPage, dialect);
  return start.ok ? accept({ start: start.value, limit: Math.min(limit.value, quirks.pageCap) }) : start;
}

function nameOf(role: ParameterRole, { parameters }: Dialect): string {
  return parameters[role] ?? role;
}

function parseStart(
  style: PageStyle,
  given: ReadonlyMap<string, string>,
  definition: CollectionDefinition,
  firstPage: number,
  dialect: Dialect,
): Result<PageStart> {
  switch (style) {
    case 'offset': {
      const offset = readInteger(given, nameOf('offset', dialect), {
        least: 0,
        most: Number.MAX_SAFE_INTEGER,
        defaultValue: 0,
      });
      return offset.ok ? accept({ style, offset: offset.value }) : offset;
    }
    case 'cursor': {
      const text = given.get(nameOf('cursor', dialect)) ?? '';
      if (text === '') return accept({ style, cursor: null });
      const cursor = decodeCursor(text);
      return cursor.ok ? accept({ style, cursor: cursor.value }) : cursor;
    }
    case 'time': {
      const window = parseTimeWindow(given, definition);
      return window.ok ? accept({ style, window: window.value }) : window;
    }
    case 'since':
      return accept({ style, id: given.get(nameOf('since_id', dialect)) ?? '' });
    case 'page': {
      const page = readInteger(given, nameOf('page', dialect), {
        least: firstPage,
        most: Number.MAX_SAFE_INTEGER,
        defaultValue: firstPage,
      });
      return page.ok ? accept({ style, page: page.value, firstPage, beyondLast: dialect.pages.beyondLast }) : page;
    }
    default:
      return assertNever(style);
  }
}

/** Chooses the style: offset without any style parameter. The page style has `per_page` instead of `limit`. */
function chooseStyle(given: ReadonlyMap<string, string>, dialect: Dialect): Result<PageStyle> {
  let chosen: PageStyle | undefined;
  for (const { style, names } of pageGroups(dialect)) {
    if (!names.some((name) => given.has(name))) continue;
    if (chosen) return mixedStyles(given, dialect);
    chosen = style;
  }
  if (chosen === 'page' && given.has(nameOf('limit', dialect))) return mixedStyles(given, dialect);
  return accept(chosen ?? 'offset');
}

function mixedStyles(given: ReadonlyMap<string, string>, dialect: Dialect): Result<never> {
  const groups = pageGroups(dialect);
  const used = groups.filter(({ names }) => names.some((name) => given.has(name)));
  const clashing = used.flatMap(({ names }) => names.filter((name) => given.has(name)));
  const limit = nameOf('limit', dialect);
  if (used[0]?.style === 'page' && given.has(limit)) clashing.push(limit);
  const detail = `${clashing.map((name) => `"${name}"`).join(' and ')} cannot be used together.`;
  const ofOwn = 'limit with offset, cursor, since_id, from and to, or start_time and end_time; or page with per_page';
  const expected =
    dialect === defaultDialect ? ofOwn : `one of ${groups.map(({ names }) => names.join(' with ')).join(', ')}`;
  return refuse(problem('mixed-pagination', detail, { parameters: clashing, expected }));
}
