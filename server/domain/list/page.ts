import { defaultDialect } from '../dialect/default-dialect.ts';
import type { Dialect, ParameterRole } from '../dialect/dialect.ts';
import type { StoredRecord } from '../records/stored-record.ts';
import { formatParameter, type SentParameter } from '../request/query-string.ts';

/** The place of a page in the terms of its pagination style. */
export type PagePlace =
  | { readonly style: 'offset'; readonly offset: number }
  | { readonly style: 'page'; readonly page: number }
  | { readonly style: 'cursor'; readonly nextCursor: string | null }
  | { readonly style: 'time'; readonly nextCursor: string | null }
  | { readonly style: 'since' | 'slice' };

/** The parameters in which the query of another page differs, by role: values to set; null removes a parameter. */
export type QueryChange = Readonly<Partial<Record<ParameterRole, string | null>>>;

/** The links of a page by relation (RFC 8288); null when the style has no such link or there is no such page. */
export interface PageLinks<Target> {
  readonly first: Target | null;
  readonly prev: Target | null;
  readonly next: Target | null;
  readonly last: Target | null;
}

/** A page, independent of the form of the response. */
export interface Page {
  readonly place: PagePlace;
  readonly records: readonly StoredRecord[];
  /** Index of the first record in the span. */
  readonly start: number;
  readonly links: PageLinks<QueryChange>;
}

/** The query of every linked page: the sent parameters in their order, with the changes. */
export function linkQueries(
  sent: readonly SentParameter[],
  { first, prev, next, last }: PageLinks<QueryChange>,
  dialect: Dialect = defaultDialect,
): PageLinks<string> {
  const link = (change: QueryChange | null) => change && changeQuery(sent, named(change, dialect));
  return { first: link(first), prev: link(prev), next: link(next), last: link(last) };
}

type NamedChange = Readonly<Record<string, string | null>>;

/** The change by the names of the dialect's parameters. */
function named(change: QueryChange, { parameters }: Dialect): NamedChange {
  if (parameters === defaultDialect.parameters) return change;
  return Object.fromEntries(
    Object.entries(change).map(([role, value]) => [parameters[role as ParameterRole] ?? role, value]),
  );
}

function changeQuery(sent: readonly SentParameter[], change: NamedChange): string {
  let query = '';
  for (const { name, text } of sent) query = append(query, Object.hasOwn(change, name) ? changed(change, name) : text);
  for (const name in change) {
    if (!sent.some((parameter) => parameter.name === name)) query = append(query, changed(change, name));
  }
  return query;
}

function changed(change: NamedChange, name: string): string {
  const value = change[name] ?? null;
  return value === null ? '' : formatParameter({ name, value });
}

function append(query: string, parameter: string): string {
  return query === '' || parameter === '' ? query + parameter : `${query}&${parameter}`;
}
