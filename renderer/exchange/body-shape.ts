import type { CapturedBody } from '../../server/contract/schema/state.ts';
import { isJsonArray, isJsonObject, type Json, type JsonObject } from '../../server/domain/json/json.ts';

/** Strings of a JSON text. */
const strings = /"(?:[^"\\]|\\.)*"/g;
/** Numbers that a double may not hold exactly; a tree would show them wrong. */
const inexact = /\d{16}|\.\d{15}|\d[eE][+-]?\d{3}/;

/** The body as JSON; undefined if it is not JSON, truncated, or has numbers that parsing would change. */
export function jsonOf(body: CapturedBody | null): Json | undefined {
  if (!body || body.truncated || body.encoding !== 'utf8') return undefined;
  if (!/^\s*[[{]/.test(body.content) || inexact.test(body.content.replaceAll(strings, ''))) return undefined;
  try {
    return JSON.parse(body.content) as Json;
  } catch {
    return undefined;
  }
}

/** A list of records, and the members beside it that a table of them would hide. */
export interface RecordList {
  /** The member that holds the list; null for an array. */
  readonly name: string | null;
  readonly records: readonly JsonObject[];
  /** Null for an array, and for an object that has nothing else. */
  readonly beside: JsonObject | null;
}

/**
 * The records of a list, bare or in an object; otherwise undefined. The object may be an envelope, a problem (RFC 9457) or a
 * record that has records in it.
 */
export function recordsIn(json: Json | undefined): RecordList | undefined {
  if (isJsonArray(json)) return listOf(null, json, null);
  if (!isJsonObject(json)) return undefined;
  for (const [name, list] of Object.entries(json)) {
    const others = Object.entries(json).filter(([other]) => other !== name);
    const found = isJsonArray(list) && listOf(name, list, others.length > 0 ? Object.fromEntries(others) : null);
    if (found) return found;
  }
  return undefined;
}

/** Undefined if the list is empty, or holds anything but objects: a table would hide the rest. */
function listOf(name: string | null, list: readonly Json[], beside: JsonObject | null): RecordList | undefined {
  return list.length > 0 && list.every(isJsonObject) ? { name, records: list, beside } : undefined;
}
