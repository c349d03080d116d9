import { expect, test } from 'vitest';
import { isJsonObject, type Json, type JsonObject, jsonEqual } from '../../../../server/domain/json/json.ts';
import { formatPointer, valueAt } from '../../../../server/domain/json/pointer.ts';
import { decodeExpectations } from '../../../../server/store/expectations-file.ts';
import { decodeWorkspace, encodeWorkspace, toBeWritten } from '../../../../server/store/formats/workspace-format.ts';
import { places, replaceAt } from './complete-workspace.ts';

const rules: readonly JsonObject[] = [
  {
    when: { method: 'GET', path: '/users/*', id: '7', query: { q: '1' }, headers: { accept: null } },
    then: { kind: 'delay', milliseconds: 7, spread: { kind: 'uniform', most: 9 } },
  },
  { when: { occurrence: { kind: 'first', count: 7, per: 'record' } }, then: { kind: 'fault', fault: 'reset' } },
  { when: {}, then: { kind: 'answer', status: 503, headers: { 'retry-after': '7' } } },
  { when: {}, then: { kind: 'user-status', userId: '7', status: 'inactive' } },
  { when: {}, then: { kind: 'dribble', milliseconds: 7, pieces: 7 } },
  { when: {}, then: { kind: 'throttle', bytesPerSecond: 7 } },
  { when: {}, then: { kind: 'rate-limit', requests: 7, seconds: 7, announce: true } },
  { when: {}, then: { kind: 'ghost-write', patch: { a: 1 } } },
  { when: {}, then: { kind: 'quirk', quirk: 'page-size-capped', size: 7 } },
];

const workspace: JsonObject = {
  format: 'mock-api-console',
  version: 1,
  name: 'Shop',
  settings: { port: 7, cors: ['https://a.test'], envelope: { items: 'rows' }, log: { entries: 7 }, keptSecrets: true },
  collections: { users: { key: 'userId', sort: 'name', time: 'at', schema: {}, records: [{ userId: '7' }] } },
  scenarios: [{ name: 'Slow', description: 'Slow', seed: 7, rules }],
  requests: [{ name: 'One', note: 'One', method: 'PUT', target: '/users/7', headers: [['a', 'b']], body: '{}' }],
  scenario: 'Slow',
};

const expectations: JsonObject = {
  expectations: [
    {
      name: 'One',
      method: 'GET',
      path: '/users/7',
      query: { q: '1' },
      headers: { accept: null },
      count: { atLeast: 7 },
    },
    { name: 'Two', session: 'worker', count: { exactly: 7 }, after: 'One' },
  ],
};

const replacements: readonly Json[] = [5, 'text', true, null, [], [1], {}, { extra: 1 }];

/** The replaced values that an accepted document has lost. Null and empty values may stand for defaults. */
function silentReplacements(document: Json, readBack: (text: string) => Json | undefined): readonly string[] {
  const lost: string[] = [];
  for (const place of places(document)) {
    for (const value of replacements) {
      const read = readBack(JSON.stringify(replaceAt(document, place, value)));
      if (read === undefined) continue;
      const found = valueAt(read, place);
      const isEmpty = value === null || (typeof value === 'object' && Object.keys(value).length === 0);
      const isDefault = isEmpty && (found === undefined || found === null || found === '' || isJsonObject(found));
      if (!jsonEqual(found, value) && !isDefault)
        lost.push(`${formatPointer(place)} = ${JSON.stringify(value)}, read as ${JSON.stringify(found)}`);
    }
  }
  return lost;
}

test('a workspace with a member of the wrong type is refused, not opened with a default', () => {
  const lost = silentReplacements(workspace, (text) => {
    const decoded = decodeWorkspace(text);
    if (!decoded.ok) return undefined;
    return JSON.parse([...encodeWorkspace(toBeWritten(decoded.value))].join(''));
  });
  expect(lost).toEqual([]);
});

test('expectations with a member of the wrong type are refused', () => {
  const lost = silentReplacements(expectations, (text) => {
    const decoded = decodeExpectations(text);
    return decoded.ok ? JSON.parse(JSON.stringify({ expectations: decoded.value })) : undefined;
  });
  expect(lost).toEqual([]);
});
