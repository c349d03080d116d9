import { type LongText, LongTextWriter } from '../basics/long-text.ts';
import { pieceLength, type Work } from '../basics/work.ts';
import type { Dialect, Form, ListValue } from '../dialect/dialect.ts';
import type { Json } from '../json/json.ts';
import type { ListResult } from '../list/list.ts';
import type { PageLinks } from '../list/page.ts';
import { pageCount } from '../list/page-number.ts';
import type { Envelope, EnvelopeNames } from '../model/settings.ts';
import type { StoredRecord } from '../records/stored-record.ts';
import { fillForm } from './form.ts';

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

/** The body of a list response, joined from the texts of its records. `envelope` counts in the default dialect only. */
export function listText(
  { lists }: Dialect,
  envelope: Envelope,
  result: ListResult,
  urls: PageLinks<string>,
): Work<string | LongText> {
  const { records, total, limit, place } = result;
  if (lists.form !== 'setting') {
    const form = lists.applies === 'numbered' && place.style !== 'page' ? null : lists.form;
    const [before = '[', after = ']'] = form === null ? [] : aroundItems(form, result, urls);
    return joined(before, records, after);
  }
  const heads = memberHeads(envelope);
  if (heads === null) return joined('[', records, ']');
  let members = member(heads.total, total) + member(heads.limit, limit);
  if (place.style === 'offset') members += member(heads.offset, place.offset);
  if (place.style === 'page') members += member(heads.page, place.page);
  if (place.style === 'cursor' || place.style === 'time') members += member(heads.next_cursor, place.nextCursor);
  members += member(heads.next, urls.next) + member(heads.prev, urls.prev);
  return joined(heads.items, records, `]${members}}`);
}

/** The text of a filled form before and after the records. */
function aroundItems(form: Form, result: ListResult, urls: PageLinks<string>): readonly string[] {
  const filled = JSON.stringify(fillForm(form, { ...listValues(result, urls), items: itemsMark }));
  const [before = '', after = ''] = filled.split(`"${itemsMark}"`);
  return [`${before}[`, `]${after}`];
}

/** Stands for the records. No other text contains it, because a quotation mark inside of a text is escaped. */
const itemsMark = '$items';

/** The values that the form of a list may name. */
function listValues({ total, limit, place, records, start }: ListResult, urls: PageLinks<string>) {
  const page = place.style === 'page' ? place.page : null;
  const lastPage = page === null ? undefined : pageCount(total, limit);
  return {
    total,
    returned: records.length,
    startIndex: start + 1,
    firstPage: page === null ? undefined : 1,
    prevPage: page === null ? undefined : page > 1 ? page - 1 : null,
    nextPage: page === null ? undefined : page < (lastPage ?? 1) ? page + 1 : null,
    lastPage,
    first: urls.first ?? undefined,
    prev: urls.prev,
    next: urls.next,
    last: urls.last ?? undefined,
  } satisfies Record<ListValue, Json | undefined>;
}

const closingBrace = '}'.charCodeAt(0);

/** Characters of records that are joined in one go. */
const pieceCharacters = 65_536;

/** The texts of records with commas between them, joined piece by piece. */
function* joined(before: string, records: readonly StoredRecord[], after: string): Work<string | LongText> {
  const first = pieceFrom(records, 0);
  if (first.length === records.length) return joinedTexts(before, first, after);
  const writer = new LongTextWriter();
  writer.write(before);
  for (let start = 0, piece = first; ; piece = pieceFrom(records, start)) {
    start += piece.length;
    writer.write(joinedTexts('', piece, start < records.length ? ',' : ''));
    if (start === records.length) break;
    yield;
  }
  writer.write(after);
  return writer.end();
}

/** The texts of the next records: a few hundred, or fewer long ones. */
function pieceFrom(records: readonly StoredRecord[], start: number): string[] {
  const texts: string[] = [];
  const end = Math.min(records.length, start + pieceLength);
  let characters = 0;
  for (let index = start; index < end && characters < pieceCharacters; index += 1) {
    const text = records[index]?.text ?? '';
    characters += text.length;
    texts.push(text);
  }
  return texts;
}

/**
 * Joins the texts with commas. `Array.join` makes one flat string; concatenation in steps would be copied once more when
 * it is sent. The check of each text also speeds up the join: the texts lie far apart in memory, and in a short loop the
 * processor loads several of them into its cache at a time.
 */
function joinedTexts(before: string, parts: string[], after: string): string {
  const last = parts.length - 1;
  if (last < 0) return before + after;
  for (const text of parts) {
    if (text.charCodeAt(text.length - 1) !== closingBrace) throw new Error('The text of a record ends before its end.');
  }
  parts[0] = before + parts[0];
  parts[last] += after;
  return parts.join(',');
}

function member(head: string, value: string | number | null): string {
  return head === '' ? '' : head + JSON.stringify(value);
}
