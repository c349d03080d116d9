/** Records from an HTTP archive (HAR 1.2): from response bodies, or from the request body of a write without one. */

import { isUtf8 } from 'node:buffer';
import { problem } from '../../domain/basics/problem.ts';
import { accept, type Result, refuse } from '../../domain/basics/result.ts';
import type { Work } from '../../domain/basics/work.ts';
import { isJsonArray, isJsonObject, type Json, type JsonObject, member } from '../../domain/json/json.ts';
import { parseJson } from '../../domain/json/json-text.ts';
import { count } from '../../domain/json/wording.ts';
import { recordsOfExchange } from '../../domain/records/exchange-records.ts';
import { idOf } from '../../domain/records/key-index.ts';
import { definitionOf } from './open-lists.ts';
import type { ImportTargets, LineValue, ReadImport, ReadProgress } from './read-records.ts';

/** Requests that are read in one time slice. */
const atOnce = 20;

/**
 * The records of an archive, by collection. If a record occurs several times, the last occurrence counts. Refused with
 * `invalid-workspace` if no entry has records; the detail counts the reasons.
 */
export function* readHar(har: Json, targets: ImportTargets, progress: ReadProgress): Work<Result<ReadImport>> {
  const listed = at(har, 'log', 'entries');
  const entries = isJsonArray(listed) ? listed : [];
  const unused = new Map<string, number>();
  const collections = new Map<
    string,
    ReturnType<ImportTargets['define']> & { readonly values: Map<string, LineValue> }
  >();
  for (const [index, entry] of entries.entries()) {
    if (index % atOnce === 0) {
      progress(index / entries.length);
      yield;
    }
    const read = recordsOfEntry(entry, targets);
    if (!read.ok) {
      unused.set(read.problem, (unused.get(read.problem) ?? 0) + 1);
      continue;
    }
    const { collection: name, records, isPart } = read.value;
    const collection = collections.get(name) ?? {
      ...targets.define(name, (target) => definitionOf(target, records)),
      values: new Map<string, LineValue>(),
    };
    collections.set(name, collection);
    for (const [place, record] of records.entries()) {
      const id = idOf(member(record, collection.definition.key)) ?? `${index} ${place}`;
      const before = collection.values.get(id);
      const value = isPart ? { ...before?.value, ...record } : record;
      const columns = isPart && (before?.columns !== undefined || !before) ? Object.keys(record) : undefined;
      collection.values.set(id, { line: index + 1, value, ...(columns && { columns }) });
    }
  }
  const notes = Array.from(unused, ([reason, times]) => `${count(times, 'request')} not used: ${reason}.`);
  if (collections.size === 0) {
    const detail = `None of the ${count(entries.length, 'request')} of this HTTP archive has records. ${notes.join(' ')}`;
    return refuse(problem('invalid-workspace', detail.trim()));
  }
  return accept({
    collections: Array.from(collections.values(), ({ values, ...defined }) => ({
      ...defined,
      values: [...values.values()],
      refused: [],
      columns: null,
      places: 'entry' as const,
      isNamed: true,
    })),
    notes,
  });
}

function recordsOfEntry(entry: Json, targets: ImportTargets) {
  const body = bodyOf(entry);
  if (!body.ok) return body;
  const url = at(entry, 'request', 'url');
  const path = typeof url === 'string' ? url.replace(/^[a-z][a-z0-9+.-]*:\/\/[^/?#]*/i, '') : '';
  const json = parseJson(body.value);
  return json.ok
    ? recordsOfExchange(path, json.value, (name) => targets.existing(name)?.key)
    : refuse('its body is not JSON that can be kept unchanged');
}

/** The text of the body that shows the record after the request. */
function bodyOf(entry: Json): Result<string, string> {
  const status = at(entry, 'response', 'status');
  if (typeof status !== 'number' || status < 200 || status > 299) {
    return refuse(`its response has status ${String(status)}`);
  }
  const content = at(entry, 'response', 'content');
  const method = at(entry, 'request', 'method');
  const received = member(asObject(content), 'text');
  if (typeof received === 'string' && received !== '') return textOf(asObject(content), received);
  const sent = asObject(at(entry, 'request', 'postData'));
  const text = member(sent, 'text');
  const writes = method === 'POST' || method === 'PUT';
  return writes && typeof text === 'string' && text !== '' ? textOf(sent, text) : refuse('it has no body');
}

function textOf(content: JsonObject, text: string): Result<string, string> {
  const { mimeType, encoding, comment } = content;
  if (typeof comment === 'string' && comment.startsWith('Cut by')) return refuse('a part of its body is missing');
  if (typeof mimeType === 'string' && !/json/i.test(mimeType)) return refuse('its body is not JSON');
  if (encoding !== 'base64') return accept(text);
  const bytes = Buffer.from(text, 'base64');
  return isUtf8(bytes) ? accept(bytes.toString()) : refuse('its body is not UTF-8');
}

function asObject(value: Json | undefined): JsonObject {
  return isJsonObject(value) ? value : {};
}

function at(value: Json, ...names: readonly string[]): Json | undefined {
  return names.reduce<Json | undefined>((inner, name) => member(asObject(inner), name), value);
}
