import { expect, test } from 'vitest';
import { LongText } from '../../../../server/domain/basics/long-text.ts';
import { finish } from '../../../../server/domain/basics/work.ts';
import { defaultSettings } from '../../../../server/domain/model/settings.ts';
import { defaultScenario } from '../../../../server/domain/scenario/scenario.ts';
import { openTextInPieces, openWorkspaceText } from '../../../../server/store/formats/import-records.ts';

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

test.each([
  ['team.json', '[{"userId": "a"}]', 'users', 'userId'],
  ['team.json', '[{"id": 1}]', 'team', 'id'],
  ['users.json', '[{"id": 1}]', 'users', 'id'],
  ['orders.json', '[{"id": 1, "userId": "a"}]', 'orders', 'id'],
  ['users.json', '[]', 'users', 'userId'],
  ['team.json', '[]', 'team', 'id'],
  ['our team 2.csv', 'id,name\n1,A\n', 'our-team-2', 'id'],
  ['2024.ndjson', '{"id":1}\n{"id":2}\n', 'collection-2024', 'id'],
])('the records of %s with %j are the collection %s with the key %s', (fileName, text, name, key) => {
  const { collections } = open(text, fileName).workspace;
  expect(collections.map(({ definition }) => [definition.name, definition.key])).toEqual([[name, key]]);
});

test.each([
  ['cars.json', '[{"name":"A","kind":"x"},{"name":"A","kind":"y"}]', 'id'],
  ['cars.json', '{"data": [{"name":"A","kind":"x"},{"name":"A","kind":"y"}], "total": 2}', 'id'],
  ['cars.ndjson', '{"name":"A","kind":"x"}\n\n{"name":"A","kind":"y"}\n', 'id'],
  ['cars.csv', 'name,kind\nA,x\nA,y\n', 'id'],
  ['db.json', '{"cars": [{"name":"A","kind":"x"},{"name":"A","kind":"y"}]}', 'id'],
  ['users.json', '[{"name":"A","kind":"x"},{"name":"A","kind":"y"}]', 'userId'],
])('records without a key get one: %s with %j', (fileName, text, key) => {
  const { workspace, notes } = open(text, fileName);
  const [{ definition, records } = { definition: null, records: [] }] = workspace.collections;
  expect(definition?.key).toBe(key);
  expect(records).toEqual([
    { [key]: 1, name: 'A', kind: 'x' },
    { [key]: 2, name: 'A', kind: 'y' },
  ]);
  expect(notes).toContain(`No member of ${definition?.name} looks like a key, so its records get "${key}", 1 to 2.`);
});

test('a list without keys does not keep the others of a json-server file out', () => {
  const { workspace, notes } = open('{"posts": [{"id": 7}], "links": [{"from": 7}, {"from": 7}]}', 'db.json');
  expect(workspace.collections.map(({ records }) => records)).toEqual([
    [{ id: 7 }],
    [
      { id: 1, from: 7 },
      { id: 2, from: 7 },
    ],
  ]);
  expect(notes).toEqual(['No member of links looks like a key, so its records get "id", 1 to 2.']);
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
  [
    'prose',
    'hello\nthere, world',
    'The file has no records: it is no workspace, JSON, NDJSON, CSV or OpenAPI document with a list of them.',
  ],
  [
    'NUL bytes',
    '\0'.repeat(100),
    'The file has no records: it is no workspace, JSON, NDJSON, CSV or OpenAPI document with a list of them.',
  ],
  [
    'a number',
    '5',
    'The file has no records: it is no workspace, JSON, NDJSON, CSV or OpenAPI document with a list of them.',
  ],
  ['an object without records', '{"a": 1}', 'Line 1, column 1: no member is an array of records'],
  ['an array of numbers', '[\n1]', 'Line 2, column 1 (/0): must be an object, but this is 1'],
  [
    'users one of whom lacks the key',
    '[{"userId": "1"}, {"name": "Ada"}]',
    'column 19 (/1): the member "userId" is missing',
  ],
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
  [
    'a column without a key',
    'name\nA\n',
    'The file has no records: it is no workspace, JSON, NDJSON, CSV or OpenAPI document with a list of them.',
  ],
  [
    'CSV without a key and with a short row',
    'name,age\nA,1\nB,2\nC\n',
    'Line 4: the row has 1 cell, the header has 2.',
  ],
  ['prose with commas', 'Dear all, hello\nthere, you, too\n', 'The file has no records'],
  [
    'CSV with a key twice before a short row',
    'id,name\n1,A\n1,B\n2\n',
    'Line 3: the key "1" is taken already; see line 2.',
  ],
  ['an HTTP archive', '{"log":{"entries":[]}}', 'This is an HTTP archive (HAR)'],
  ['a workspace in a line with an id', '{"format":"mock-api-console","version":1,"id":1}', '(/id)'],
  ['a workspace with a line behind it', '{"format":"mock-api-console","version":1}\n{}\n', 'Line 2, column 1: '],
  ['broken JSON', '[{"id": 1},\n{"id" 2}]', 'Line 2, column 7: expected ":", found "2".'],
])('refuses %s with its position', (_, text, expected) => {
  expect(refusalOf(text)).toContain(expected);
});

test('a json-server file leaves out a list with a fault, unless none remains', () => {
  const posts = '"posts": [{"id": 1},\n{"id": 1}]';
  const fault = 'Line 2, column 8 (/posts/1/id): the key "1" is taken already; see line 1, column 19 (/posts/0/id).';
  const { workspace, notes } = open(`{${posts}, "tags": [{"id": 1}]}`);
  expect(workspace.collections.map(({ definition }) => definition.name)).toEqual(['tags']);
  expect(notes).toEqual([`"posts" was not used. ${fault}`]);
  expect(refusalOf(`{${posts}}`)).toBe(fault);
});

test('a list in an envelope is named after the file', () => {
  expect(open('{"data": [{"id": 1}], "total": 1}')).toMatchObject({
    ...{ format: 'JSON array', notes: [] },
    workspace: { collections: [{ definition: { name: 'fixtures' }, records: [{ id: 1 }] }] },
  });
});

test.each([
  ['users', '"userId"', true],
  ['users', '"id"', false],
  ['people', '"id"', true],
])('with %s whose key is %s, the paths of the User Information Service are on: %s', (name, key, expected) => {
  const { workspace } = open(`{"posts": [{"id": 1}], "${name}": [{${key}: "a"}]}`);
  expect(workspace.settings.userService).toBe(expected);
});

test('an OpenAPI document in one line, be it with an id, is opened without notes on its text', () => {
  const schema = { type: 'array', items: { type: 'object', properties: { id: { type: 'integer' } } } };
  const responses = { 200: { description: '', content: { 'application/json': { schema } } } };
  const paths = { '/pets': { get: { responses } }, '/pets/{id}': { get: {} } };
  const { format, notes } = open(
    JSON.stringify({ id: 7, openapi: '3.1.0', info: { title: 'Pets', version: '1' }, paths }),
  );
  expect([format, notes]).toEqual(['OpenAPI', [expect.stringMatching(/ See #\/paths/)]]);
});

test.each([
  ['a record with an id', '{"id": 1}\n', [{ id: 1 }]],
  ['a record with a userId', '{"userId": "a"}', [{ userId: 'a' }]],
  ['records below empty lines', '\n \n{"id": 1}\n{"id": 2}', [{ id: 1 }, { id: 2 }]],
])('NDJSON is recognized: %s', (_, text, records) => {
  expect(open(text)).toMatchObject({ format: 'NDJSON', notes: [], workspace: { collections: [{ records }] } });
});

test('the kind of a long text is that of its first character, in whichever piece it is', () => {
  const pieces = [' \n', '\t ', '[{"id": 1}]'];
  const opened = finish(openTextInPieces(new LongText(pieces, pieces.join('').length), 'a.json', {}));
  expect(opened).toMatchObject({ ok: true, value: { format: 'JSON array' } });
});

test('the refusal of a list whose records get new keys names the element that is no record', () => {
  const opened = openWorkspaceText('[{"name":"A"},{"name":"B"},3]', 'cars.json');
  expect(opened).toMatchObject({
    ok: false,
    problem: { detail: 'Line 1, column 28 (/2): must be an object, but this is 3.' },
  });
});

test('a single record without a key gets one, and the note says which', () => {
  const opened = openWorkspaceText('[{"name":"A"}]', 'cars.json');
  expect(opened.ok && opened.value.notes).toEqual(['No member of cars looks like a key, so its record gets "id" 1.']);
});
