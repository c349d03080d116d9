import { pieceLength, type Work } from '../basics/work.ts';
import type { ListResult } from '../list/list.ts';
import type { PageLinks } from '../list/page.ts';
import type { Envelope, EnvelopeNames } from '../model/settings.ts';
import type { StoredRecord } from '../records/stored-record.ts';

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

/** The body of a list response, joined from the texts of its records. */
export function* listText(
  envelope: Envelope,
  { records, total, limit, place }: ListResult,
  urls: PageLinks<string>,
): Work<string> {
  const heads = memberHeads(envelope);
  if (heads === null) return yield* joined('[', records, ']');
  let members = member(heads.total, total) + member(heads.limit, limit);
  if (place.style === 'offset') members += member(heads.offset, place.offset);
  if (place.style === 'page') members += member(heads.page, place.page);
  if (place.style === 'cursor' || place.style === 'time') members += member(heads.next_cursor, place.nextCursor);
  members += member(heads.next, urls.next) + member(heads.prev, urls.prev);
  return yield* joined(heads.items, records, `]${members}}`);
}

const closingBrace = '}'.charCodeAt(0);

/** The texts of records with commas between them, joined piece by piece. */
function* joined(before: string, records: readonly StoredRecord[], after: string): Work<string> {
  if (records.length <= pieceLength) return joinedTexts(before, records, after);
  let text = before;
  for (let start = 0; start < records.length; start += pieceLength) {
    if (start > 0) text += ',';
    text += joinedTexts('', records.slice(start, start + pieceLength), '');
    yield;
  }
  return text + after;
}

/**
 * Joins the texts with commas. `Array.join` makes one flat string; concatenation in steps would be copied once more when
 * it is sent. The check of each text also speeds up the join: the texts lie far apart in memory, and in a short loop the
 * processor loads several of them into its cache at a time.
 */
function joinedTexts(before: string, records: readonly StoredRecord[], after: string): string {
  const last = records.length - 1;
  if (last < 0) return before + after;
  const parts = records.map((record) => record.text);
  for (const text of parts) {
    if (text.charCodeAt(text.length - 1) !== closingBrace) throw new Error('The text of a record ends before its end.');
  }
  parts[0] = before + parts[0];
  parts[last] += after;
  return parts.join(',');
}

function member(head: string, value: string | number | null): string {
  return head === '' ? '' : head + (typeof value === 'number' ? value : JSON.stringify(value));
}
