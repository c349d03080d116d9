import { expect, test } from 'vitest';
import { defaultSettings } from '../../../../server/domain/model/settings.ts';
import { defaultScenario } from '../../../../server/domain/scenario/scenario.ts';
import { openWorkspaceText } from '../../../../server/store/formats/import-records.ts';

function open(text: string, fileName = 'fixtures.json') {
  const opened = openWorkspaceText(text, fileName);
  if (!opened.ok) throw new Error(opened.problem.detail);
  return opened.value;
}

function refusalOf(text: string): string {
  const opened = openWorkspaceText(text, 'fixtures.json');
  if (opened.ok) throw new Error('it was accepted');
  expect(opened.problem.type).toBe('/problems/invalid-workspace');
  return opened.problem.detail;
}

const ada = { userId: '42', name: 'Ada Lovelace', status: 'active' };

test('a JSON array becomes the users of a workspace named after the file', () => {
  expect(open(JSON.stringify([ada]), 'my team.json')).toEqual({
    format: 'JSON array',
    notes: [],
    workspace: {
      name: 'my team',
      settings: defaultSettings,
      collections: [
        { definition: { name: 'users', key: 'userId', sort: null, time: null, schema: null }, records: [ada] },
      ],
      scenarios: [defaultScenario],
      requests: [],
      scenario: 'Default',
    },
  });
});

test('the key of users without userId is id', () => {
  expect(open('[{"id": 1}]').workspace.collections[0]?.definition.key).toBe('id');
  expect(open('[{"id": 1, "userId": "a"}]').workspace.collections[0]?.definition.key).toBe('userId');
  expect(open('[]').workspace.collections[0]?.definition.key).toBe('userId');
});

test('created_at becomes the time member', () => {
  expect(open('[{"id": 1, "created_at": "2024-02-01"}]').workspace.collections[0]?.definition.time).toBe('created_at');
});

test('a json-server file gives a collection for each array, and notes on other members', () => {
  const { workspace, format, notes } = open(
    '{"users": [{"userId": "1"}], "posts": [{"id": 7, "userId": "1"}], "none": [], "profile": {"name": "x"}, "tags": ["a"], "a b": [{"id": 1}]}',
  );
  expect(format).toBe('json-server');
  expect(workspace.collections.map(({ definition: { name, key }, records }) => [name, key, records.length])).toEqual([
    ['users', 'userId', 1],
    ['posts', 'id', 1],
    ['none', 'id', 0],
  ]);
  expect(notes).toEqual([
    '"profile" was not used: it is an object, not an array of records.',
    '"tags" was not used: it is an array of 1 element, not an array of records.',
    `"a b" was not used: a collection's name is a letter, then letters, digits and . _ ~ -.`,
  ]);
});

test('a workspace is recognized by its format member', () => {
  expect(open('{"format": "mock-api-console", "version": 1}').format).toBe('workspace');
  expect(open('{"format": [{"id": 1}], "collections": [{"id": 2}]}').format).toBe('json-server');
  expect(refusalOf('{"version": 1, "collections": {}}')).toBe('Line 1, column 1: the member "format" is missing.');
});

test('NDJSON becomes users', () => {
  const { workspace, format } = open('{"userId":"1","name":"A"}\n\n{"userId":"2","name":"B"}\r\n');
  expect(format).toBe('NDJSON');
  expect(workspace.collections[0]?.records).toEqual([
    { userId: '1', name: 'A' },
    { userId: '2', name: 'B' },
  ]);
});

test('CSV becomes users', () => {
  const { workspace, format } = open('userId,name,age\n42,Ada Lovelace,36\n', 'team.csv');
  expect(format).toBe('CSV');
  expect(workspace.collections[0]).toEqual({
    definition: { name: 'users', key: 'userId', sort: null, time: null, schema: null },
    records: [{ userId: 42, name: 'Ada Lovelace', age: 36 }],
  });
});

test.each([
  ['nothing', '', 'The file is empty.'],
  ['white space', ' \n\t', 'The file is empty.'],
  ['prose', 'hello\nthere, world', 'The file is no workspace and has no records with a key such as id.'],
  ['NUL bytes', '\0'.repeat(100), 'The file is no workspace and has no records with a key such as id.'],
  ['a number', '5', 'The file is no workspace and has no records with a key such as id.'],
  ['an object without records', '{"a": 1}', 'Line 1, column 1: no member is an array of records'],
  ['an array of numbers', '[\n1]', 'Line 2, column 1 (/0): must be an object, but this is 1'],
  ['users without a key', '[{"name": "Ada"}]', 'Line 1, column 2 (/0): the member "userId" is missing'],
  [
    'users with one key',
    '[{"id": 1},\n{"id": "1"}]',
    'Line 2, column 8 (/1/id): the key "1" is taken already; see line 1, column 9 (/0/id)',
  ],
  ['NDJSON with a broken line', '{"id":1}\n{"id":}\n', 'Line 2: column 7: expected a value'],
  [
    'NDJSON with a line that is no object',
    '{"id":1}\n[1]\n',
    'Line 2: a record must be an object, but this is an array of 1 element',
  ],
  ['NDJSON with a key twice', '{"id":1}\n\n{"id":"1"}\n', 'Line 3: the key "1" is taken already; see line 1.'],
  ['NDJSON with a missing key', '{"id":1}\n{"name":"A"}', 'Line 2: there is no usable key "id".'],
  ['CSV with a short row', 'id,name\n1,A\n2\n', 'Line 3: the row has 1 cell, the header has 2.'],
  ['broken JSON', '[{"id": 1},\n{"id" 2}]', 'Line 2, column 7: expected ":", found "2".'],
])('refuses %s with its position', (_, text, expected) => {
  expect(refusalOf(text)).toContain(expected);
});

test('a single record in a line is NDJSON', () => {
  expect(open('{"id": 1}\n')).toMatchObject({
    format: 'NDJSON',
    workspace: { collections: [{ records: [{ id: 1 }] }] },
  });
});
