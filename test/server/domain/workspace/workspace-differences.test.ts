import { expect, test } from 'vitest';
import { finish, pieceLength } from '../../../../server/domain/basics/work.ts';
import type { JsonObject } from '../../../../server/domain/json/json.ts';
import { defaultSettings } from '../../../../server/domain/model/settings.ts';
import { defaultScenario } from '../../../../server/domain/scenario/scenario.ts';
import type { Workspace } from '../../../../server/domain/workspace/workspace.ts';
import { workspaceDifferences } from '../../../../server/domain/workspace/workspace-differences.ts';

const collection = (name: string, ...records: readonly JsonObject[]) => ({
  definition: { name, key: 'id', sort: null, time: null, schema: null },
  records,
});
const request = { name: 'One', note: '', method: 'GET', target: '/', headers: [], body: null };

const before: Workspace = {
  name: 'Shop',
  settings: defaultSettings,
  collections: [collection('users', { id: 1, a: 1 }, { id: 2 }, { id: 3 }), collection('orders', { id: 1 })],
  scenarios: [defaultScenario],
  requests: [],
  scenario: defaultScenario.name,
};

const differencesOf = (change: Partial<Workspace>) => finish(workspaceDifferences(before, { ...before, ...change }));

test.each<[string, Partial<Workspace>]>([
  ['another name', { name: 'Other' }],
  ['other settings', { settings: { ...defaultSettings, port: 1 } }],
  ['other scenarios', { scenarios: [{ ...defaultScenario, description: 'Ours' }] }],
  ['other scenarios', { scenario: 'Other' }],
  ['other saved requests', { requests: [request] }],
])('says %s for %j', (clause, change) => {
  expect(differencesOf(change)).toEqual([clause]);
});

test('equal contents have no difference, in whatever order the members and the records are', () => {
  const [users, orders] = before.collections;
  if (!users || !orders) throw new Error('There are two collections');
  const records: readonly JsonObject[] = [{ id: 3 }, { a: 1, id: 1 }, { id: 2 }];
  expect(differencesOf({ collections: [{ ...users, records }, orders] })).toEqual([]);
});

test('counts the records by their keys and collections', () => {
  const collections = [
    collection('users', { id: 1, a: 2 }, { id: 2, b: 1 }, { id: 4 }),
    collection('orders', { id: 1 }),
  ];
  expect(differencesOf({ collections })).toEqual(['1 record added', '2 records changed', '1 record removed']);
});

test('a collection that comes or goes counts with its records', () => {
  const [users] = before.collections;
  const fresh = collection('fresh', { id: 1 }, { id: 2 });
  expect(differencesOf({ collections: users ? [users, fresh] : [] })).toEqual([
    '2 records added',
    '1 record removed',
    'other collections or schemas',
  ]);
});

test('pauses while it compares many records', () => {
  const many = {
    ...before,
    collections: [collection('users', ...Array.from({ length: pieceLength }, (_, id) => ({ id })))],
  };
  expect([...workspaceDifferences(many, many)]).toHaveLength(3);
});
