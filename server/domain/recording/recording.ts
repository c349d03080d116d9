/** Turns recorded exchanges with a service into collections: their records, keys, paths and orders. */
import { takeInPieces, type Work } from '../basics/work.ts';
import { type JsonObject, member } from '../json/json.ts';
import { parseJsonInPieces } from '../json/json-text.ts';
import { count, quote } from '../json/wording.ts';
import type { CollectionDefinition } from '../model/collection-definition.ts';
import { pathFault } from '../model/collection-path.ts';
import type { Settings } from '../model/settings.ts';
import { idOf } from '../records/key-index.ts';
import {
  type Found,
  keyOf,
  type Observation,
  pathName,
  type Read,
  RecordedCollections,
  sampleOf,
} from './recorded-collections.ts';
import { orderOf, timeMember } from './recorded-order.ts';
import { listForm } from './recorded-pages.ts';
import { segmentsOf } from './recorded-paths.ts';
import type { UpstreamExchange } from './upstream-exchange.ts';

/** A collection of the service. */
export interface RecordedCollection {
  /** The definition by what was recorded, with the paths of the service. */
  readonly definition: CollectionDefinition;
  /** The records in the order in which they were seen first, with the number of the latest exchange, from 1. */
  readonly records: (key: string) => readonly { readonly exchange: number; readonly value: JsonObject }[];
}

export interface Recording {
  readonly collections: readonly RecordedCollection[];
  /** Settings with which the mock lists as the service does. */
  readonly settings: Partial<Pick<Settings, 'dialect' | 'envelope' | 'pageSize'>>;
  /** Sentences about exchanges and properties that the mock cannot have. */
  readonly notes: readonly string[];
}

/** Reads a recording. Pauses after each exchange. */
export function* readRecording(exchanges: readonly UpstreamExchange[]): Work<Recording> {
  const unused = new Map<string, number>();
  const skip = (reason: string) => unused.set(reason, (unused.get(reason) ?? 0) + 1);
  const read: Read[] = [];
  for (const [index, exchange] of exchanges.entries()) {
    yield;
    const usable = yield* usablePart(exchange, index + 1);
    if (typeof usable === 'string') skip(usable);
    else read.push(usable);
  }
  const all = new RecordedCollections();
  // Lists first: they tell which paths have records below them.
  const others: Read[] = [];
  yield* takeInPieces(read, (one) => {
    if (!all.addList(one)) others.push(one);
  });
  yield* takeInPieces(others, (one) => {
    const reason = all.addRecord(one);
    if (reason !== null) skip(reason);
  });
  const form = listForm(all.lists());
  const collections: RecordedCollection[] = [];
  const notes = Array.from(unused, ([reason, times]) => `${count(times, 'exchange')} not used: ${reason}.`);
  for (const found of all.found()) {
    yield;
    const { collection, note } = describeFound(found);
    collections.push(collection);
    if (note !== null) notes.push(note);
  }
  return { collections, settings: form.settings, notes: [...notes, ...form.notes] };
}

/** Why an exchange cannot be used, or its parsed parts. */
function* usablePart(exchange: UpstreamExchange, number: number): Work<Read | string> {
  const { method, path, status, body } = exchange;
  if (status < 200 || status > 299) return `its response has status ${status}`;
  const segments = segmentsOf(path);
  if (!segments || segments.length === 0) return 'its path names no collection';
  if (method === 'DELETE') return { ...exchange, number, segments, json: null };
  if (body === '') return 'its response has no JSON';
  const json = yield* parseJsonInPieces(body);
  return json.ok
    ? { ...exchange, number, segments, json: json.value }
    : 'its body is not JSON that can be kept unchanged';
}

/** The collection of what was found. */
function describeFound(found: Found): { readonly collection: RecordedCollection; readonly note: string | null } {
  const { name, observations } = found;
  const key = keyOf(found);
  const lists = observations.flatMap((observation) => (observation.kind === 'list' ? observation.list : []));
  const sample = sampleOf(found);
  const time = timeMember(sample);
  const unsorted = lists
    .filter(({ query }) => !/(?:^|&)[^=]*(?:sort|order)/i.test(query))
    .map(({ records }) => records);
  const order = orderOf(unsorted, key, time);
  const paths = [...found.paths.values()];
  const flat = paths.find(({ path, record }) => record === null && !path.includes('{'));
  const hasRecords = flat && paths.some(({ path }) => path.startsWith(`${flat.path}/{`) && path.endsWith('}'));
  const below = { path: `${flat?.path}/{${pathName(key)}}`, record: null };
  if (flat && !hasRecords && pathFault(below) === undefined) paths.push(below);
  const own = paths.filter(({ path }) => path !== `/api/${name}` && !path.startsWith(`/api/${name}/{`));
  const definition: CollectionDefinition = {
    name,
    key,
    sort: order ?? null,
    time,
    schema: null,
    ...(own.length > 0 && { paths: own.toSorted((a, b) => a.path.length - b.path.length) }),
  };
  const note =
    order === undefined ? `The order of ${quote(name)} is that of no member; the mock lists them by key.` : null;
  return { collection: { definition, records: (chosen) => recordsOf(observations, chosen) }, note };
}

/** The records after the last exchange. Members that a list leaves out stay as another response has shown them. */
function recordsOf(observations: readonly Observation[], key: string) {
  const records = new Map<string, { readonly exchange: number; readonly value: JsonObject }>();
  const put = (exchange: number, record: JsonObject, isPart: boolean) => {
    const id = idOf(member(record, key)) ?? `${exchange} ${records.size}`;
    const before = records.get(id)?.value;
    records.set(id, { exchange, value: isPart && before ? { ...before, ...record } : record });
  };
  for (const observation of observations.toSorted((a, b) => a.number - b.number)) {
    if (observation.kind === 'removal') records.delete(observation.id);
    else if (observation.kind === 'record') put(observation.number, observation.record, false);
    else for (const record of observation.list.records) put(observation.number, record, true);
  }
  return [...records.values()];
}
