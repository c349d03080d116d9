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

/** The member names of a list answer; null when the list is a bare array. */
export function envelopeNames(envelope: Envelope): EnvelopeNames | null {
  if (envelope === 'array') return null;
  return envelope === 'object' ? standard : { ...standard, ...envelope };
}

/** The members of a list answer by what they say, each with the comma before it and the colon; empty for one left out. */
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

/** Those of the latest envelope, which is most often the only one. */
let latest: { readonly envelope: Envelope; readonly heads: MemberHeads | null } = { envelope: 'array', heads: null };

function memberHeads(envelope: Envelope): MemberHeads | null {
  if (latest.envelope !== envelope) {
    const names = envelopeNames(envelope);
    latest = { envelope, heads: names && headsOf(names) };
  }
  return latest.heads;
}

/** The body of a list answer, joined from the texts of its records. */
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
 * The texts with commas between them, made in one go: put together in steps, all of it would be copied once more to be
 * sent. That each text is whole is looked at first, because they lie far apart in memory: in so short a loop the processor
 * fetches several at a time, and finds them there when they are copied.
 */
function joined(before: string, texts: readonly string[], after: string): string {
  const last = texts.length - 1;
  if (last < 0) return before + after;
  for (const text of texts) {
    if (text.charCodeAt(text.length - 1) !== closingBrace) throw new Error('The text of a record ends before its end.');
  }
  const parts = [...texts];
  parts[0] = before + parts[0];
  parts[last] += after;
  return parts.join(',');
}

/** A member behind the items; nothing where the workspace leaves it out. */
function member(head: string, value: string | number | null): string {
  return head === '' ? '' : head + (typeof value === 'number' ? value : JSON.stringify(value));
}
