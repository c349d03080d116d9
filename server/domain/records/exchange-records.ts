import { accept, type Result, refuse } from '../basics/result.ts';
import { isJsonArray, isJsonObject, type Json, type JsonObject, member } from '../json/json.ts';
import { isCollectionName } from '../model/collection-definition.ts';
import { idOf } from './key-index.ts';
import { keyCandidates } from './recognize-key.ts';

/** Records in the body of a request or response. */
export interface ExchangeRecords {
  readonly collection: string;
  readonly records: readonly JsonObject[];
  /** True when the endpoint shows only some members of a record. */
  readonly isPart: boolean;
}

/**
 * Finds the records in a JSON body and names their collection by the path: `/api/orders` and `/api/orders/7` hold orders,
 * `/users/42` three members of a user. For other paths the last segment is the name, or the one before it if the last is
 * the key of the record. The problem is the reason, as a clause.
 */
export function recordsOfExchange(
  path: string,
  body: Json,
  keyOf: (collection: string) => string | undefined = () => undefined,
): Result<ExchangeRecords, string> {
  const segments = segmentsOf(path);
  if (!segments) return refuse('its path cannot be decoded');
  const [first, second] = segments;
  if (first === 'users' && segments.length === 2) return found('users', body, 'userId', true);
  if (first === 'api' && second !== undefined && segments.length <= 3) return found(second, body, keyOf(second), false);
  const last = segments.at(-1)?.replace(/\.json$/i, '') ?? '';
  const before = segments.at(-2);
  const record = unwrapped(body);
  const isKey =
    before !== undefined && isJsonObject(record) && keysOf(record, before, keyOf(before)).some((key) => key === last);
  const collection = isKey ? before : last;
  return found(collection, body, keyOf(collection), false);
}

function found(
  collection: string,
  body: Json,
  key: string | undefined,
  isPart: boolean,
): Result<ExchangeRecords, string> {
  if (!isCollectionName(collection)) return refuse('its path names no collection');
  const records = recordsIn(unwrapped(body), collection, key);
  return records.length === 0 ? refuse('its body holds no records') : accept({ collection, records, isPart });
}

/** The record or list in an envelope such as `{"data": …}`; any other body is returned as it is. */
function unwrapped(body: Json): Json {
  const inner = isJsonObject(body) && !hasId(body) ? member(body, 'data') : undefined;
  return isJsonObject(inner) || isJsonArray(inner) ? inner : body;
}

/**
 * The body if it has an id, otherwise the records of a list, with or without an envelope. Without a list, another member may
 * be the key; in an envelope, a member such as `number` may count pages.
 */
function recordsIn(body: Json, collection: string, key: string | undefined): readonly JsonObject[] {
  if (isJsonArray(body)) return body.filter(isJsonObject);
  if (!isJsonObject(body)) return [];
  if (key === undefined ? hasId(body) : keysOf(body, collection, key).length > 0) return [body];
  return Object.values(body).find(isRecordList) ?? (keysOf(body, collection, key).length > 0 ? [body] : []);
}

function isRecordList(value: Json): value is readonly JsonObject[] {
  return isJsonArray(value) && value.length > 0 && value.every(isJsonObject);
}

function hasId(body: JsonObject): boolean {
  return ['id', 'userId'].some((name) => idOf(member(body, name)) !== undefined);
}

/** The ids that a record may have. */
function keysOf(record: JsonObject, collection: string, key: string | undefined): readonly string[] {
  const names = key === undefined ? keyCandidates(collection) : [key];
  return names.map((name) => idOf(member(record, name))).filter((id) => id !== undefined);
}

function segmentsOf(path: string): readonly string[] | null {
  try {
    const address = path.replace(/[?#].*/s, '');
    return address.split('/').filter(Boolean).map(decodeURIComponent);
  } catch {
    return null;
  }
}
