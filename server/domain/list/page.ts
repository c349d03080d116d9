import type { StoredRecord } from '../records/stored-record.ts';
import { formatParameter, type SentParameter } from '../request/query-string.ts';

/** What a list answer says of its page beside the records, as its style has it. */
export type PagePlace =
  | { readonly style: 'offset'; readonly offset: number }
  | { readonly style: 'page'; readonly page: number }
  | { readonly style: 'cursor'; readonly nextCursor: string | null }
  | { readonly style: 'time'; readonly nextCursor: string | null }
  | { readonly style: 'since' };

/** How the query of another page differs from that of this one: parameters to set, and with null to leave out. */
export type QueryChange = Readonly<Record<string, string | null>>;

/** The relations of RFC 8288 that a page has; null for those that its style does not know, or that lead nowhere. */
export interface PageLinks<Target> {
  readonly first: Target | null;
  readonly prev: Target | null;
  readonly next: Target | null;
  readonly last: Target | null;
}

/** A page before it is put into an answer. */
export interface Page {
  readonly place: PagePlace;
  readonly records: readonly StoredRecord[];
  /** Place of the first record in the span, from 0. */
  readonly start: number;
  readonly links: PageLinks<QueryChange>;
}

/** The query of every page that is linked: the parameters as they were sent, in their order, with what is different. */
export function linkQueries(
  sent: readonly SentParameter[],
  { first, prev, next, last }: PageLinks<QueryChange>,
): PageLinks<string> {
  const link = (change: QueryChange | null) => change && changeQuery(sent, change);
  return { first: link(first), prev: link(prev), next: link(next), last: link(last) };
}

function changeQuery(sent: readonly SentParameter[], change: QueryChange): string {
  let query = '';
  for (const { name, text } of sent) query = append(query, Object.hasOwn(change, name) ? changed(change, name) : text);
  for (const name in change) {
    if (!sent.some((parameter) => parameter.name === name)) query = append(query, changed(change, name));
  }
  return query;
}

function changed(change: QueryChange, name: string): string {
  const value = change[name] ?? null;
  return value === null ? '' : formatParameter({ name, value });
}

function append(query: string, parameter: string): string {
  return query === '' || parameter === '' ? query + parameter : `${query}&${parameter}`;
}
