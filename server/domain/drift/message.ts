/** Reads requests and responses of both sides. */
import { isJsonObject, type Json, type JsonObject, member } from '../json/json.ts';
import { parseJson } from '../json/json-text.ts';
import { listIn, type RecordedEnvelope } from '../recording/recorded-list.ts';
import { idOf } from '../records/key-index.ts';
import { isPathName } from '../request/path-segment.ts';
import type { Both, DriftExchange, HeaderPairs, SideRequest, SideResponse } from './drift.ts';

/** The same for both sides by a function of the side. Literal texts keep their types. */
export function both<const T>(make: (side: 'ours' | 'theirs') => T): Both<T> {
  return { ours: make('ours'), theirs: make('theirs') };
}

export function get(target: string, headers: HeaderPairs = []): SideRequest {
  return { method: 'GET', target, headers, body: null };
}

/** The value of a header, lower-case name. */
export function header(response: SideResponse | null, name: string): string | undefined {
  return response?.headers.find(([one]) => one.toLowerCase() === name)?.[1];
}

export function jsonOf(response: SideResponse | null): Json | undefined {
  const parsed = parseJson(response?.body ?? '');
  return parsed.ok ? parsed.value : undefined;
}

/** The media type without its parameters, such as `application/json`; null without one. */
export function mediaType(response: SideResponse | null): string | null {
  const type = header(response, 'content-type')?.split(';')[0]?.trim().toLowerCase();
  return type === undefined || type === '' ? null : type;
}

export function isSuccess(response: SideResponse | null): boolean {
  return response !== null && response.status >= 200 && response.status < 300;
}

/** The reaction of a side that responds with an error, as the end of a sentence. */
export type Refusal = `responds with ${number}`;

/** The reaction of a side that responds with an error; undefined without a response. */
export function refusalOf(response: SideResponse | null): Refusal | undefined {
  return response === null ? undefined : `responds with ${response.status}`;
}

/** A list of one side. */
export interface Listing {
  readonly records: readonly JsonObject[];
  readonly envelope: RecordedEnvelope | null;
  /** The query, without the question mark. */
  readonly query: string;
  readonly hasNext: boolean;
}

/** The list in a response; undefined for an error and a body without records. */
export function listing(exchange: DriftExchange, side: 'ours' | 'theirs'): Listing | undefined {
  const response = exchange.response[side];
  const json = isSuccess(response) ? jsonOf(response) : undefined;
  const [path = '', query = ''] = exchange.request[side]?.target.split('?') ?? [];
  const list = json === undefined ? undefined : listIn(json, path.split('/').at(-1) ?? '');
  return list && { ...list, query, hasNext: linkTo(response, 'next') !== undefined };
}

/** The target of the Link header with this relation. */
export function linkTo(response: SideResponse | null, relation: string): string | undefined {
  const links = header(response, 'link') ?? '';
  return new RegExp(`<([^>]*)>[^,]*;\\s*rel="?${relation}"?(?=[\\s,;]|$)`, 'i').exec(links)?.[1];
}

/** A member of a record, or of the attributes of a resource object. */
export function valueIn(record: JsonObject, name: string): Json | undefined {
  const attributes = member(record, 'attributes');
  return member(record, name) ?? (isJsonObject(attributes) ? member(attributes, name) : undefined);
}

/** The id of a record under its key, or that of a resource object; undefined for one that no path can carry. */
export function idIn(record: JsonObject, key: string): string | undefined {
  const isResource = isJsonObject(member(record, 'attributes'));
  const id = idOf(member(record, key)) ?? (isResource ? idOf(member(record, 'id')) : undefined);
  return id !== undefined && isPathName(id) ? id : undefined;
}

export function idsIn(records: readonly JsonObject[], key: string): string {
  return JSON.stringify(records.map((record) => idIn(record, key) ?? null));
}

/** A target with further parameters. */
export function withQuery(target: string, parameters: Readonly<Record<string, string | number>>): string {
  const query = Object.entries(parameters)
    .map(([name, value]) => `${encoded(name)}=${encoded(value)}`)
    .join('&');
  return `${target}${target.includes('?') ? '&' : '?'}${query}`;
}

function encoded(text: string | number): string {
  return encodeURIComponent(String(text).toWellFormed());
}
