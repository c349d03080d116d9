import type { ListResult } from '../query/list.ts';
import type { PageLinks } from '../query/page.ts';
import type { Envelope, EnvelopeNames } from '../workspace.ts';

const standard: EnvelopeNames = {
  items: 'items',
  total: 'total',
  limit: 'limit',
  offset: 'offset',
  page: 'page',
  next: 'next',
  prev: 'prev',
  next_cursor: 'next_cursor',
};

/** The member names of a list answer; null when the list is a bare array. */
export function envelopeNames(envelope: Envelope): EnvelopeNames | null {
  if (envelope === 'array') return null;
  return envelope === 'object' ? standard : { ...standard, ...envelope };
}

/** The body of a list answer, joined from the texts of its records. */
export function listText(
  envelope: Envelope,
  records: readonly string[],
  { total, limit, place }: ListResult,
  urls: PageLinks<string>,
): string {
  const names = envelopeNames(envelope);
  if (names === null) return joined('[', records, ']');
  let members = member(names.total, total) + member(names.limit, limit);
  if (place.style === 'offset') members += member(names.offset, place.offset);
  if (place.style === 'page') members += member(names.page, place.page);
  if (place.style === 'cursor' || place.style === 'time') members += member(names.next_cursor, place.nextCursor);
  members += member(names.next, urls.next) + member(names.prev, urls.prev);
  return joined(`{${JSON.stringify(names.items)}:[`, records, `]${members}}`);
}

/** The texts with commas between them, made in one go: put together in steps, all of it would be copied once more to be sent. */
function joined(before: string, texts: readonly string[], after: string): string {
  const last = texts.length - 1;
  if (last < 0) return before + after;
  const parts = [...texts];
  parts[0] = before + parts[0];
  parts[last] += after;
  return parts.join(',');
}

/** A member behind the items; nothing where the workspace leaves it out. */
function member(name: string | null, value: string | number | null): string {
  return name === null ? '' : `,${JSON.stringify(name)}:${JSON.stringify(value)}`;
}
