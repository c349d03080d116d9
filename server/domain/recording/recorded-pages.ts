/** Finds the settings with which the mock lists records as the service does. */
import { dialects } from '../dialect/dialects.ts';
import type { DialectName, EnvelopeNames, Settings } from '../model/settings.ts';
import { parseQueryString } from '../request/query-string.ts';
import type { RecordedEnvelope, RecordedList } from './recorded-list.ts';

/** A list with the request for it. */
export interface ListExchange extends RecordedList {
  /** Without the question mark. */
  readonly query: string;
  /** True if the Link header has a next page. */
  readonly hasNext: boolean;
}

export interface ListForm {
  readonly settings: Partial<Pick<Settings, 'dialect' | 'envelope' | 'pageSize'>>;
  /** Sentences about what the mock cannot do in the same way. */
  readonly notes: readonly string[];
}

/** Parameters that choose a page or an order. */
const pageParameter =
  /^(?:_?(?:page|per_?page|page_?size|limit|offset|skip|take|start|end|cursor|after|before|since(?:_id)?)|page\[\w+\]|_sort|_order|_embed|_expand|startIndex|count|from|to|start_time|end_time)$/i;

/** The form of the lists of a service, by the most frequent envelope. */
export function listForm(lists: readonly ListExchange[]): ListForm {
  if (lists.length === 0) return { settings: {}, notes: [] };
  const groups = new Map<string | null, ListExchange[]>();
  for (const list of lists) {
    const items = list.envelope?.items ?? null;
    groups.set(items, [...(groups.get(items) ?? []), list]);
  }
  const byNumber = [...groups].toSorted(([, a], [, b]) => b.length - a.length);
  const [items = null, group = []] = byNumber[0] ?? [];
  const notes = new Set<string>();
  if (groups.size > 1) {
    const forms = byNumber.map(([name]) => (name === null ? 'a bare array' : `an object with "${name}"`)).join(', ');
    notes.add(`The service lists in several forms, the most frequent first: ${forms}. The mock has that first one.`);
  }
  const names = new Set(lists.flatMap(({ query }) => parametersOf(query)));
  const dialect = dialectOf(names, lists);
  const pageSize = usualSize(group);
  const size = pageSize !== undefined && { pageSize };
  if (dialect !== 'default') return { settings: { dialect, ...size }, notes: [...notes] };
  const foreign = [...names].filter((name) => pageParameter.test(name) && !conventional.has(name));
  if (foreign.length > 0) notes.add(`The mock does not page by ${foreign.join(', ')} in the way of this service.`);
  const others = new Set(group.flatMap(({ envelope }) => envelope?.others ?? []));
  if (others.size > 0) notes.add(`The mock's lists have no ${[...others].map((name) => `"${name}"`).join(', ')}.`);
  return {
    settings: {
      dialect,
      envelope: items === null ? 'array' : namesOf(items, group),
      ...size,
    },
    notes: [...notes],
  };
}

const conventional: ReadonlySet<string> = new Set(Object.values(dialects.default.parameters));

/** The dialects that are recognized. Of JSON:API, records would have to be taken out of their resource objects. */
type ForeignDialect = Exclude<DialectName, 'default' | 'json-api'>;

/** The forms of lists by which a dialect is known, and that contradict it. */
const listForms: Readonly<Record<ForeignDialect, (list: ListExchange) => boolean>> = {
  'json-server-0.17': ({ envelope }) => envelope === null,
  'json-server-1': ({ envelope }) => envelope === null || isNumberedPage(envelope),
  scim: ({ envelope }) => envelope?.items === 'Resources',
};
const foreignDialects = Object.keys(listForms) as ForeignDialect[];

/** The page object of json-server 1. */
function isNumberedPage({ items, others }: RecordedEnvelope): boolean {
  return items === 'data' && others.includes('pages') && others.includes('items');
}

/** The dialect that has all the parameters and the form of all lists; `default` if they fit none of the others. */
function dialectOf(names: ReadonlySet<string>, lists: readonly ListExchange[]): DialectName {
  const foreign = [...names].filter((name) => pageParameter.test(name) && !conventional.has(name));
  const isTold = lists.some(({ envelope }) => envelope && (envelope.items === 'Resources' || isNumberedPage(envelope)));
  if (foreign.length === 0 && !isTold) return 'default';
  const fits = (name: ForeignDialect) => {
    const own: ReadonlySet<string | undefined> = new Set(Object.values(dialects[name].parameters));
    return foreign.every((one) => own.has(one)) && lists.every(listForms[name]);
  };
  return foreignDialects.find(fits) ?? 'default';
}

function parametersOf(query: string): readonly string[] {
  const parsed = parseQueryString(query);
  return parsed.ok ? parsed.value.map(({ name }) => name) : [];
}

/** True if a list with this query shows the service's name for this member, which other styles of paging lack. */
function tells(member: keyof EnvelopeNames, query: string): boolean {
  const names = parametersOf(query);
  if (member === 'page') return names.includes('page');
  if (member === 'next_cursor') return names.includes('cursor');
  return member !== 'offset' || !names.some((name) => pageParameter.test(name) && !/^(?:limit|offset)$/.test(name));
}

/** The names of the envelope; `object` if they are the mock's own. Members that no list had are left out. */
function namesOf(items: string, lists: readonly ListExchange[]): Settings['envelope'] {
  const envelope: { -readonly [Name in keyof EnvelopeNames]?: EnvelopeNames[Name] } = { items };
  for (const member of ['total', 'limit', 'offset', 'page', 'next', 'prev', 'next_cursor'] as const) {
    const name = lists.flatMap(({ envelope: seen }) => seen?.members.get(member)?.name ?? [])[0];
    const isTold = lists.some(({ query }) => tells(member, query));
    if (name !== undefined) envelope[member] = name;
    else if (isTold) envelope[member] = null;
  }
  return Object.entries(envelope).every(([member, name]) => member === name) ? 'object' : envelope;
}

/** The records on a page without a limit: as the list tells it, else as many as there were if more followed. */
function usualSize(lists: readonly ListExchange[]): number | undefined {
  for (const { query, records, envelope, hasNext } of lists) {
    const total = envelope?.members.get('total')?.value;
    const next = envelope?.members.get('next')?.value ?? envelope?.members.get('next_cursor')?.value;
    const isPage = hasNext || typeof next === 'string' || (typeof total === 'number' && total > records.length);
    const isUnlimited = !parametersOf(query).some((name) => pageParameter.test(name) && !/^_?page$/i.test(name));
    const limit = envelope?.members.get('limit')?.value;
    if (isUnlimited && typeof limit === 'number' && limit > 0) return limit;
    if (isPage && isUnlimited && records.length > 0) return records.length;
  }
  return undefined;
}
