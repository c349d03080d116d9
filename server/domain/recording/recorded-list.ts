/** Recognizes lists in the responses of a service, and the members around them. */
import { isJsonArray, isJsonObject, type Json, type JsonObject } from '../json/json.ts';
import type { EnvelopeNames } from '../model/settings.ts';

/** Members in which APIs wrap their lists. */
const wrappers = new Set([
  ...['items', 'data', 'results', 'records', 'rows', 'content', 'value', 'values', 'entries', 'hits', 'list'],
  ...['objects', 'elements', 'nodes', 'resources'],
]);

type PageMember = Exclude<keyof EnvelopeNames, 'items'>;

/** The names of the members beside a list, in lower case without separators. */
const pageNames: Readonly<Record<PageMember, readonly string[]>> = {
  total: ['total', 'totalcount', 'totalitems', 'totalresults', 'totalelements', 'totalrecords', 'count', 'recordcount'],
  limit: ['limit', 'perpage', 'pagesize', 'itemsperpage', 'size', 'take'],
  offset: ['offset', 'skip', 'start', 'startindex'],
  page: ['page', 'currentpage', 'pagenumber', 'pageindex', 'number'],
  next: ['next', 'nextpage', 'nexturl', 'nextlink', 'nextpageurl'],
  prev: ['prev', 'previous', 'prevpage', 'previouspage', 'prevurl', 'previousurl', 'prevpageurl'],
  next_cursor: ['nextcursor', 'cursor', 'nextpagetoken', 'nexttoken'],
};
const pageMembers = Object.keys(pageNames) as readonly PageMember[];

/** A list of records in a body. */
export interface RecordedList {
  readonly records: readonly JsonObject[];
  /** The members of the envelope by their meaning; null for a bare array. */
  readonly envelope: RecordedEnvelope | null;
}

export interface RecordedEnvelope {
  readonly items: string;
  readonly members: ReadonlyMap<PageMember, { readonly name: string; readonly value: Json }>;
  /** Members without a known meaning. */
  readonly others: readonly string[];
}

/** The list in the body of a response to a path that ends with this segment; undefined if the body is no list. */
export function listIn(body: Json, segment: string): RecordedList | undefined {
  if (isJsonArray(body)) return body.every(isJsonObject) ? { records: body, envelope: null } : undefined;
  if (!isJsonObject(body)) return undefined;
  const arrays = Object.entries(body).filter(([, value]) => isJsonArray(value) && value.every(isJsonObject));
  const named = arrays.find(([name]) => name === segment || wrappers.has(name.toLowerCase()));
  const list = named ?? arrays[0];
  if (!list || !isJsonArray(list[1])) return undefined;
  const [items, records] = list;
  const envelope = envelopeOf(body, items);
  // A record may have a list among its members, or several; only an envelope speaks of pages or has a usual name.
  if (!named && envelope.others.length > 0) return undefined;
  return { records: records.filter(isJsonObject), envelope };
}

function envelopeOf(body: JsonObject, items: string): RecordedEnvelope {
  const members = new Map<PageMember, { readonly name: string; readonly value: Json }>();
  const others: string[] = [];
  for (const [name, value] of Object.entries(body)) {
    if (name === items) continue;
    const plain = name.replace(/[^A-Za-z0-9]/g, '').toLowerCase();
    const meaning = pageMembers.find((one) => !members.has(one) && pageNames[one].includes(plain) && fits(one, value));
    if (meaning) members.set(meaning, { name, value });
    else others.push(name);
  }
  return { items, members, others };
}

function fits(meaning: PageMember, value: Json): boolean {
  if (meaning === 'next' || meaning === 'prev' || meaning === 'next_cursor') {
    return value === null || typeof value === 'string';
  }
  return Number.isInteger(value);
}
