import type { SentRequest } from '../../../../server/contract/schema/output.ts';
import { isJsonArray, isJsonObject, type Json, type JsonObject } from '../../../../server/domain/json/json.ts';
import { headerOf } from '../../../exchange/headers.ts';
import { sendableTarget } from './draft.ts';

export type MockResponse = NonNullable<SentRequest['response']>;

/** The validators (RFC 9110, section 8.8) of a response. */
export interface Validators {
  readonly etag: string;
  /** Null for a list. */
  readonly version: string | null;
}

export function validatorsOf({ headers }: MockResponse): Validators | null {
  const etag = headerOf(headers, 'etag');
  return etag === undefined ? null : { etag, version: headerOf(headers, 'x-resource-version') ?? null };
}

/** The body as JSON, or undefined. */
export function jsonOf({ body }: MockResponse): Json | undefined {
  if (!body || body.truncated || body.encoding !== 'utf8') return undefined;
  try {
    return JSON.parse(body.content) as Json;
  } catch {
    return undefined;
  }
}

/** The records of a list, from any envelope; null for a response that is not a list. */
export function itemsOf(response: MockResponse): readonly JsonObject[] | null {
  if (response.status !== 200) return null;
  const body = jsonOf(response);
  const lists = isJsonArray(body) ? [body] : isJsonObject(body) ? Object.values(body).filter(isJsonArray) : [];
  const [items] = lists.filter((list) => list.every(isJsonObject));
  const isList = headerOf(response.headers, 'x-total-count') !== undefined;
  return isList ? (items ?? []).filter(isJsonObject) : null;
}

/** The number of matching records over all pages; null without X-Total-Count. */
export function totalOf({ headers }: MockResponse): number | null {
  const total = headerOf(headers, 'x-total-count');
  return total === undefined ? null : Number(total);
}

export type Relation = 'first' | 'prev' | 'next' | 'last';

/** The targets that the Link header (RFC 8288) names. */
export function linksOf({ headers }: MockResponse): Readonly<Partial<Record<Relation, string>>> {
  const links: Partial<Record<Relation, string>> = {};
  for (const [, address = '', relation = ''] of (headerOf(headers, 'link') ?? '').matchAll(
    /<([^>]*)>; rel="([^"]*)"/g,
  )) {
    if (relation === 'first' || relation === 'prev' || relation === 'next' || relation === 'last') {
      links[relation] = sendableTarget(address);
    }
  }
  return links;
}
