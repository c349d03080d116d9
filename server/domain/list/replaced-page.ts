import type { Dialect, ParameterRole } from '../dialect/dialect.ts';
import type { ListQuirks } from './list-quirks.ts';
import type { PageRequest, PageSizes } from './page-request.ts';

/** Parses the pagination parameters of a dialect that refuses no value: the nearest usable one takes its place. */
export function replacedPage(
  given: ReadonlyMap<string, string>,
  { pageSize, maxPageSize }: PageSizes,
  { firstPage, pageCap }: ListQuirks,
  { parameters, pages }: Dialect,
): PageRequest {
  const most = Math.min(pages.size === null ? maxPageSize : Number.MAX_SAFE_INTEGER, pageCap);

  /** Undefined for a parameter that is not given or empty, and NaN for one that does not begin with a number. */
  function number(role: ParameterRole): number | undefined {
    const text = given.get(parameters[role] ?? '') ?? '';
    return text === '' ? undefined : Number.parseInt(text, 10);
  }

  function size(role: ParameterRole): number {
    const wanted = number(role) ?? Number.NaN;
    const isDefault = Number.isNaN(wanted) || (wanted === 0 && pages.zeroSize === 'default');
    const least = pages.zeroSize === 'none' ? 0 : 1;
    return Math.min(Math.max(least, isDefault ? (pages.size ?? pageSize) : wanted), most);
  }

  const page = number('page');
  if (page !== undefined && !(Number.isNaN(page) && pages.malformedPage === 'unpaged')) {
    const start = {
      style: 'page',
      page: Math.max(firstPage, page || 0),
      firstPage,
      beyondLast: pages.beyondLast,
    } as const;
    return { start, limit: size('per_page') };
  }
  const first = number('offset');
  if (pages.unpaged === 'first-page') {
    const offset = Math.max(0, (first || 0) - pages.firstOffset);
    return { start: { style: 'offset', offset }, limit: size('limit') };
  }
  const begin = first || 0;
  const limit = number('limit');
  const last = number('end') ?? (limit === undefined ? undefined : begin + limit);
  if (last === undefined) return { start: { style: 'slice', begin: 0, end: null }, limit: most };
  return { start: { style: 'slice', begin, end: last || 0 }, limit: most };
}
