import { isJsonArray, isJsonObject, type Json, type JsonObject } from '../../../../server/domain/json/json.ts';
import type { Pointer } from '../../../../server/domain/json/pointer.ts';
import { defaultSettings, type Settings } from '../../../../server/domain/model/settings.ts';

const formed: JsonObject = {
  status: 200,
  headers: { a: ['b', '{now}'] },
  form: 'text',
  body: 'a',
  substitute: true,
};

/** An effect of each kind, and the others of `quirk` and `spread`. */
export const effects: readonly JsonObject[] = [
  { kind: 'user-status', userId: '7', status: 'inactive' },
  { kind: 'answer', status: 503, headers: { 'retry-after': '7' }, body: { a: [1] } },
  { kind: 'sequence', answers: [{ status: 500, headers: { a: 'b' }, body: 1 }, formed], end: 'repeat' },
  { kind: 'delay', milliseconds: 7, spread: { kind: 'uniform', most: 9 } },
  { kind: 'dribble', milliseconds: 7, pieces: 7 },
  { kind: 'throttle', bytesPerSecond: 7 },
  { kind: 'fault', fault: 'reset' },
  { kind: 'rate-limit', requests: 7, seconds: 7, announce: true },
  { kind: 'ghost-write', patch: { a: 1 } },
  { kind: 'quirk', quirk: 'weak-tags' },
  { kind: 'quirk', quirk: 'page-size-capped', size: 7 },
  { kind: 'delay', milliseconds: 7, spread: { kind: 'log-normal', sigma: 1 } },
];

const conditions: readonly JsonObject[] = [
  { method: 'GET', path: '/users/*', id: '7', query: { q: '1', r: null }, headers: { accept: null } },
  { occurrence: { kind: 'first', count: 101, per: 'record' }, body: [{ pointer: '/a~1b', equals: 1 }] },
  { occurrence: { kind: 'percent', count: 50 }, body: [{ pointer: '', contains: { a: 1 } }] },
];

const { log, envelope: _, ...plainSettings }: Settings = defaultSettings;

/** A document with every member of the format. */
export const completeWorkspace: JsonObject = {
  $schema: './workspace.schema.json',
  format: 'mock-api-console',
  version: 1,
  name: 'Shop',
  settings: { ...plainSettings, log: { ...log }, cors: ['https://a.test'], envelope: { items: 'rows', total: null } },
  collections: {
    users: {
      key: 'userId',
      sort: 'name',
      time: 'at',
      schema: { type: 'object' },
      paths: ['/v1/people', { path: '/v1/me', record: '7' }],
      records: [{ userId: '7' }],
    },
    orders: { sort: null, records: [{ id: 1, lines: [{ a: null }] }, { id: 'b' }] },
  },
  scenarios: [
    {
      name: 'Slow',
      description: 'Slow',
      seed: 7,
      rules: effects.map((then, index) => ({ when: conditions[index] ?? {}, then })),
    },
  ],
  requests: [{ name: 'One', note: 'One', method: 'PUT', target: '/users/7', headers: [['a', 'b']], body: '{}' }],
  scenario: 'Slow',
};

/** The pointers of all values inside a document. */
export function places(value: Json, place: Pointer = []): readonly Pointer[] {
  if (typeof value !== 'object' || value === null) return [place];
  return [place, ...Object.entries(value).flatMap(([name, inner]) => places(inner, [...place, name]))];
}

/** A copy with another value at the pointer; undefined removes the member. */
export function replaceAt(document: Json, [name, ...rest]: Pointer, value: Json | undefined): Json {
  if (name === undefined) return value ?? null;
  if (isJsonArray(document)) {
    return document.map((one, index) => (String(index) === name ? replaceAt(one, rest, value) : one));
  }
  if (!isJsonObject(document)) return document;
  const { [name]: before, ...others } = document;
  if (rest.length === 0 && value === undefined) return others;
  return { ...document, [name]: replaceAt(before ?? null, rest, value) };
}
