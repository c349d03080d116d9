import { defaultDialect } from '../../../../server/domain/dialect/default-dialect.ts';
import { pageGroups, pageNames } from '../../../../server/domain/list/list-parameters.ts';
import type { PageStyle } from '../../../../server/domain/list/page-request.ts';
import { type Piece, parameterOf, withValues } from '../../../exchange/pieces.ts';

/** The page parameters as form fields; an empty field is not sent. */
export type PageForm =
  | { readonly style: 'offset'; readonly limit: string; readonly offset: string }
  | { readonly style: 'page'; readonly perPage: string; readonly page: string }
  | { readonly style: 'cursor'; readonly limit: string; readonly cursor: string }
  | { readonly style: 'since'; readonly limit: string; readonly sinceId: string }
  | {
      readonly style: 'time';
      readonly limit: string;
      /** Seconds since 1970, or ISO 8601. */
      readonly unit: 'seconds' | 'iso';
      readonly from: string;
      readonly to: string;
    };

/** Parameters of different styles, which the mock refuses. */
export interface MixedPage {
  readonly style: 'mixed';
  readonly names: readonly string[];
}

/** Reads the style from the parameters that are present, as the mock does. */
export function readPage(pieces: readonly Piece[]): PageForm | MixedPage {
  const has = (name: string) => pieces.some((piece) => piece.name === name);
  const given = (name: string) => parameterOf(pieces, name) ?? '';
  const groups = pageGroups(defaultDialect).filter(({ names }) => names.some(has));
  const [group] = groups;
  const named = groups.flatMap(({ names }) => names.filter(has));
  if (groups.length > 1) return { style: 'mixed', names: named };
  const limit = given('limit');
  switch (group?.style) {
    case 'page':
      if (has('limit')) return { style: 'mixed', names: [...named, 'limit'] };
      return { style: 'page', page: given('page'), perPage: given('per_page') };
    case 'cursor':
      return { style: 'cursor', limit, cursor: given('cursor') };
    case 'since':
      return { style: 'since', limit, sinceId: given('since_id') };
    case 'time': {
      const iso = has('start_time') || has('end_time');
      return iso
        ? { style: 'time', unit: 'iso', limit, from: given('start_time'), to: given('end_time') }
        : { style: 'time', unit: 'seconds', limit, from: given('from'), to: given('to') };
    }
    default:
      return { style: 'offset', limit, offset: given('offset') };
  }
}

/** The query with the parameters of that page and without those of every other style. */
export function writePage(pieces: readonly Piece[], form: PageForm): readonly Piece[] {
  const nothing = Object.fromEntries([...pageNames(defaultDialect)].map((name) => [name, null]));
  return withValues(pieces, { ...nothing, ...parametersOf(form) });
}

function parametersOf(form: PageForm): Readonly<Record<string, string | null>> {
  const sent = (text: string) => (text === '' ? null : text);
  switch (form.style) {
    case 'offset':
      return { limit: sent(form.limit), offset: sent(form.offset) };
    case 'page':
      return { page: sent(form.page), per_page: sent(form.perPage) };
    // An empty cursor or id asks for the first page.
    case 'cursor':
      return { limit: sent(form.limit), cursor: form.cursor };
    case 'since':
      return { limit: sent(form.limit), since_id: form.sinceId };
    case 'time': {
      const [from, to] = form.unit === 'iso' ? ['start_time', 'end_time'] : ['from', 'to'];
      return { limit: sent(form.limit), [from ?? '']: sent(form.from), [to ?? '']: sent(form.to) };
    }
  }
}

/** The first page of a style, with the same page size. `now` is in milliseconds since 1970. */
export function beginPage(style: PageStyle, before: PageForm | MixedPage, now: number): PageForm {
  const size = before.style === 'page' ? before.perPage : before.style === 'mixed' ? '' : before.limit;
  const limit = size === '' ? '10' : size;
  switch (style) {
    case 'offset':
      return { style, limit, offset: '0' };
    case 'page':
      return { style, page: '1', perPage: limit };
    case 'cursor':
      return { style, limit, cursor: '' };
    case 'since':
      return { style, limit, sinceId: '' };
    case 'time': {
      const day = 86_400_000;
      const end = Math.ceil(now / day) * day;
      const moment = (time: number) => `${new Date(time).toISOString().slice(0, 19)}Z`;
      return { style, unit: 'iso', limit, from: moment(end - 90 * day), to: moment(end) };
    }
  }
}
