import type { ListResult } from '../list/list.ts';
import type { PageLinks } from '../list/page.ts';
import type { Envelope, EnvelopeNames } from '../model/settings.ts';

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

/** The member names of a list response; null if the list is a bare array. */
export function envelopeNames(envelope: Envelope): EnvelopeNames | null {
  if (envelope === 'array') return null;
  return envelope === 'object' ? standard : { ...standard, ...envelope };
}

/** The text before each member's value, such as `,"total":`; empty for a member that the workspace leaves out. */
type MemberHeads = { readonly [Name in keyof EnvelopeNames]: string };

function headsOf(names: EnvelopeNames): MemberHeads {
  const head = (name: string | null) => (name === null ? '' : `,${JSON.stringify(name)}:`);
  return {
    items: `{${JSON.stringify(names.items)}:[`,
    total: head(names.total),
    limit: head(names.limit),
    offset: head(names.offset),
    page: head(names.page),
    next: head(names.next),
    prev: head(names.prev),
    next_cursor: head(names.next_cursor),
  };
}

/** Most workspaces have one envelope, so one cached value is enough. */
let latest: { readonly envelope: Envelope; readonly heads: MemberHeads | null } = { envelope: 'array', heads: null };

function memberHeads(envelope: Envelope): MemberHeads | null {
  if (latest.envelope !== envelope) {
    const names = envelopeNames(envelope);
    latest = { envelope, heads: names && headsOf(names) };
  }
  return latest.heads;
}

/** Joins the texts of records to the body of a list response. */
export function listText(
  envelope: Envelope,
  records: readonly string[],
  { total, limit, place }: ListResult,
  urls: PageLinks<string>,
): string {
  const heads = memberHeads(envelope);
  if (heads === null) return joined('[', records, ']');
  let members = member(heads.total, total) + member(heads.limit, limit);
  if (place.style === 'offset') members += member(heads.offset, place.offset);
  if (place.style === 'page') members += member(heads.page, place.page);
  if (place.style === 'cursor' || place.style === 'time') members += member(heads.next_cursor, place.nextCursor);
  members += member(heads.next, urls.next) + member(heads.prev, urls.prev);
  return joined(heads.items, records, `]${members}}`);
}

const closingBrace = '}'.charCodeAt(0);

/**
 * Joins the texts with commas. `Array.join` makes one flat string; concatenation in steps would be copied once more when
 * it is sent. The check of each text also speeds up the join: the texts lie far apart in memory, and in a short loop the
 * processor loads several of them into its cache at a time.
 */
function joined(before: string, texts: readonly string[], after: string): string {
  const last = texts.length - 1;
  if (last < 0) return before + after;
  for (const text of texts) {
    if (text.charCodeAt(text.length - 1) !== closingBrace) throw new Error('The text of a record is incomplete.');
  }
  const parts = [...texts];
  parts[0] = before + parts[0];
  parts[last] += after;
  return parts.join(',');
}

function member(head: string, value: string | number | null): string {
  return head === '' ? '' : head + (typeof value === 'number' ? value : JSON.stringify(value));
}
