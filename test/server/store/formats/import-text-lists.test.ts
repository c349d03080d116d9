import { expect, onTestFinished, test, vi } from 'vitest';
import { finish } from '../../../../server/domain/basics/work.ts';
import type { CollectionDefinition } from '../../../../server/domain/model/collection-definition.ts';
import { type ImportOptions, readImport } from '../../../../server/store/formats/import-text.ts';
import { SchemaChecker } from '../../../../server/workspace/schema-checker.ts';

const schemas = new SchemaChecker();
const noRecords =
  'The file has no records: it is no workspace, JSON, NDJSON, CSV or OpenAPI document with a list of them.';

function read(text: string, fileName: string, more: Partial<ImportOptions> = {}) {
  const usual = { schemas, collection: 'people', known: () => undefined, progress: () => undefined };
  return finish(readImport(text, fileName, { ...usual, ...more }));
}

function importOf(text: string, fileName = 'a.json', more: Partial<ImportOptions> = {}) {
  const result = read(text, fileName, more);
  if (!result.ok) throw new Error(result.problem.detail);
  return result.value;
}

const definition = (name: string, key: string, more: Partial<CollectionDefinition> = {}): CollectionDefinition => ({
  ...{ name, key, sort: null, time: null, schema: null },
  ...more,
});

test('an array has no name, and its elements that are no records are refused', () => {
  const { collections, notes } = importOf('[{"id":1}, 5, {"id":2}]');
  expect(notes).toEqual([]);
  expect(collections).toEqual([
    {
      ...{ source: 'people', suggestedKey: 'id', definition: definition('people', 'id') },
      ...{ isNamed: false, places: 'record', columns: null },
      values: [
        { line: 1, value: { id: 1 } },
        { line: 3, value: { id: 2 } },
      ],
      refused: [{ line: 2, reason: 'a record must be an object, but this is 5' }],
    },
  ]);
});

test('the lists of a json-server file have names, paths and notes', () => {
  const text = '{"posts": [{"id":"1"}], "comments": [{"id":"7","postId":"1"}, 5], "profile": {"a": 1}}';
  const { collections, notes } = importOf(text);
  expect(collections).toMatchObject([
    {
      source: 'posts',
      isNamed: true,
      places: 'record',
      definition: { paths: [{ path: '/posts' }, { path: '/posts/{id}' }] },
    },
    {
      ...{ source: 'comments', refused: [{ line: 2 }] },
      definition: {
        paths: [{ path: '/comments' }, { path: '/comments/{id}' }, { path: '/posts/{postId}/comments', record: null }],
      },
    },
  ]);
  expect(notes).toEqual([
    '"profile" was not used: it is an object, not an array of records.',
    expect.stringContaining('With the setting "dialect": "json-server-1" the mock'),
  ]);
  expect(importOf('{"posts": [{"id":1}]}').notes).toEqual([expect.stringContaining('"json-server-0.17"')]);
});

test('a collection of the workspace keeps its definition', () => {
  const own = definition('posts', 'slug');
  const known = (name: string) => (name === 'posts' ? own : undefined);
  const { collections } = importOf('{"posts": [{"id":"1"}], "more": [{"id":"1"}]}', 'a.json', { known });
  expect(collections.map(({ definition }) => definition)).toEqual([own, expect.objectContaining({ key: 'id' })]);
});

test('a chosen collection and a chosen key take precedence, but not over the key of a collection', () => {
  const text = '{"posts": [{"id":"1","slug":"a"}]}';
  const own = definition('articles', 'id');
  const choiceOf = () => ({ into: 'articles', key: 'slug' });
  const chosen = importOf(text, 'a.json', { choiceOf }).collections[0];
  expect(chosen).toMatchObject({ source: 'posts', suggestedKey: 'id', definition: { name: 'articles', key: 'slug' } });
  const known = (name: string) => (name === 'articles' ? own : undefined);
  expect(importOf(text, 'a.json', { choiceOf, known }).collections[0]).toMatchObject({
    ...{ source: 'posts', suggestedKey: 'id', definition: own },
  });
});

test('a list without a name goes to the collection that takes its members, unless another one is chosen', () => {
  const asked: (readonly string[])[] = [];
  const takerOf = (members: readonly string[]) => {
    asked.push(members);
    return 'users';
  };
  const nameOf = (text: string, more: Partial<ImportOptions> = {}) =>
    importOf(text, 'a.json', { takerOf, ...more }).collections[0]?.definition.name;
  expect(nameOf('[{"id":1,"a":1},{"id":2,"b":2}]')).toBe('users');
  expect(nameOf('id,c\n1,2')).toBe('users');
  expect(nameOf('[{"id":1}]', { choiceOf: () => ({ into: 'other' }) })).toBe('other');
  expect(asked).toEqual([
    ['id', 'a', 'b'],
    ['id', 'c'],
    ['id', 'c'],
  ]);
});

test('the schema of the taking collection gives CSV its types', () => {
  const schema = { properties: { n: { type: 'string' } } };
  const known = (name: string) => (name === 'users' ? definition('users', 'id', { schema }) : undefined);
  const { collections } = importOf('id,n\n1,2', 'a.csv', { known, takerOf: () => 'users' });
  expect(collections[0]?.values).toEqual([{ line: 2, value: { id: 1, n: '2' } }]);
  expect(collections[0]).toMatchObject({ places: 'line', isNamed: false, columns: ['id', 'n'] });
  expect(importOf('id,n\n1,2', 'a.csv').collections[0]?.values).toEqual([{ line: 2, value: { id: 1, n: 2 } }]);
});

test('a member whose values identify every record is the key, else the records get one', () => {
  const records = (values: readonly string[]) => JSON.stringify(values.map((b) => ({ a: 1, b })));
  const ten = Array.from({ length: 10 }, (_, index) => `x${index}`);
  const told = 'The key of people is "b": no member looks like a key, and this one is different in every record.';
  const { collections, notes } = importOf(records(ten), 'a.json');
  expect([collections[0]?.definition.key, notes]).toEqual(['b', [told]]);
  expect(importOf(`{"people": ${records(ten)}}`, 'a.json').notes[0]).toBe(told);
  const made = 'No member of people looks like a key, so its records get "id", 1 to 2.';
  const other = importOf(records(['x', 'y']), 'a.json');
  expect(other).toMatchObject({
    collections: [{ definition: { key: 'id' }, newKey: 'id', values: [{ value: { id: 1 } }, { value: { id: 2 } }] }],
    notes: [made],
  });
  expect(importOf(`{"people": ${records(['x', 'y'])}}`, 'a.json').notes[0]).toBe(made);
});

test('a chosen key makes records usable, even one that none of them has, and says nothing of a guess', () => {
  const keyed = (text: string, key: string) => importOf(text, 'a.json', { choiceOf: () => ({ key }) });
  for (const [text, key] of [
    ['[{"a":1},{"a":1}]', 'a'],
    ['[{"a":1,"b":1},{"a":1,"b":2}]', 'a'],
    ['[{"a":1}]', 'none'],
  ] as const) {
    expect(keyed(text, key)).toMatchObject({
      collections: [{ suggestedKey: 'id', definition: { key } }],
      notes: [],
    });
  }
  expect(read('[5]', 'a.json', { choiceOf: () => ({ key: 'a' }) })).toMatchObject({ ok: false });
});

test('with a chosen key, the key that records would get instead is told', () => {
  const chosen = (text: string, key = 'a') => importOf(text, 'a.json', { choiceOf: () => ({ key }) }).collections[0];
  expect(chosen('[{"a":1},{"a":1}]')).toMatchObject({ definition: { key: 'a' }, newKey: 'id' });
  expect(chosen('[{"id":1,"a":2}]')).not.toHaveProperty('newKey');
  expect(chosen('[{"id":1,"a":2}]', 'id')).not.toHaveProperty('newKey');
});

test('a column of text is a list if it is chosen as the key', () => {
  const text = 'word\nhello\nworld\n';
  const chosen = (more: string) => read(text + more, 'a.csv', { choiceOf: () => ({ key: 'word' }) });
  expect([chosen('').ok, read(text, 'a.csv').ok]).toEqual([true, false]);
});

test('a list without a name goes by the members of its first 200 records', () => {
  const taken: (readonly string[])[] = [];
  const takerOf = (members: readonly string[]) => {
    taken.push(members);
    return undefined;
  };
  const records = Array.from({ length: 201 }, (_, id) => ({
    id,
    ...(id === 199 && { a: 1 }),
    ...(id === 200 && { b: 1 }),
  }));
  importOf(JSON.stringify(records), 'a.json', { takerOf });
  expect(taken).toEqual([['id', 'a']]);
});

test('a table has more rows that are records than others, unless it has a key', () => {
  expect(importOf('a,b\n1,2\n3,4\n5\n', 'a.csv').collections[0]?.values.length).toBe(2);
  expect(read('a,b\n1,2\n5\n', 'a.csv')).toMatchObject({ ok: false, problem: { detail: noRecords } });
  expect(importOf('id,b\n1,2\n5\n', 'a.csv').collections[0]?.values.length).toBe(1);
});

test('records without the key of their collection are read as they are', () => {
  const own = definition('people', 'id');
  const more = { known: () => own };
  const { collections } = importOf('[{"a":1},{"a":2}]', 'a.json', { ...more });
  expect(collections).toMatchObject([{ definition: own, values: [{ line: 1 }, { line: 2 }] }]);
});

test('NDJSON and a column of keys are lists of lines', () => {
  const values = [1, 2].map((id) => ({ line: id, value: { id } }));
  expect(importOf('{"id":1}\n{"id":2}').collections).toMatchObject([{ values, places: 'line', columns: null }]);
  const below = values.map(({ line, value }) => ({ line: line + 1, value }));
  expect(importOf('id\n1\n2\n', 'a.csv').collections).toMatchObject([{ values: below, columns: ['id'] }]);
});

test('the lists of an OpenAPI document or a workspace that are no collections are left alone, and its schemas are checked', () => {
  const schema = { type: 'array', items: { type: 'object', properties: { id: { type: 'integer' } } } };
  const responses = { 200: { description: '', content: { 'application/json': { schema } } } };
  const api = {
    ...{ openapi: '3.1.0', info: { title: 'Pets', version: '1' }, tags: [{ name: 'pets' }] },
    paths: { '/pets': { get: { responses } }, '/pets/{id}': { get: {} } },
  };
  const workspace = {
    format: 'mock-api-console',
    version: 1,
    collections: { pets: { records: [] } },
    data: [{ id: 1 }],
  };
  expect(importOf(JSON.stringify(api)).collections.map(({ source }) => source)).toEqual(['pets']);
  const compile = vi.spyOn(schemas, 'tryCompile');
  onTestFinished(() => compile.mockRestore());
  importOf(JSON.stringify(api));
  expect(compile).toHaveBeenCalled();
  expect(read(JSON.stringify(workspace), 'a.json')).toMatchObject({
    ok: false,
    problem: { detail: expect.stringContaining('(/data)') },
  });
});

test('ids that are texts in some lists only are those of the older json-server', () => {
  const { notes } = importOf('{"posts": [{"id":"1"}], "tags": [{"id":2}]}');
  expect(notes).toEqual([expect.stringContaining('"json-server-0.17"')]);
});

test.each([
  ['a.csv', '', 'line'],
  ['a.NDJSON', ' \n', 'line'],
  ['a.json', '[]', 'record'],
  ['a.csv', 'id,name\n', 'line'],
  ['a.csv', 'id,name\n1\n', 'line'],
])('%s with %j is a list without usable records, counted by %s', (fileName, text, places) => {
  const [list] = importOf(text, fileName).collections;
  expect(list).toMatchObject({ source: 'people', values: [], places });
});

test.each([
  ['a.txt', '', 'The file is empty.'],
  ['a.csv.txt', '', 'The file is empty.'],
  ['a.csv', 'name,age\n', noRecords],
  ['a.csv', 'hello\nworld\n', noRecords],
  ['a.json', '[5]', noRecords],
  ['a.json', '{"a": 5}', 'no member is an array of records'],
])('refuses %s with %j', (fileName, text, detail) => {
  expect(read(text, fileName, {})).toMatchObject({
    ok: false,
    problem: { type: '/problems/invalid-workspace', detail: expect.stringContaining(detail) },
  });
});

test('text in one column is no list, even if its lines are different', () => {
  expect(read('hello\nworld\n', 'a.txt')).toMatchObject({
    ok: false,
    problem: { detail: noRecords },
  });
});

test('a workspace gives its collections with their definitions, and an envelope its only list', () => {
  const collections = { pets: { key: 'name', time: 'at', records: [{ name: 'Rex' }] } };
  const workspace = JSON.stringify({ format: 'mock-api-console', version: 1, collections });
  expect(importOf(workspace).collections).toEqual([
    {
      ...{ source: 'pets', suggestedKey: 'name', definition: definition('pets', 'name', { time: 'at' }) },
      ...{ values: [{ line: 1, value: { name: 'Rex' } }], refused: [], columns: null, places: 'record', isNamed: true },
    },
  ]);
  expect(importOf('{"data": [{"id":1}], "total": 1}').collections).toMatchObject([
    { source: 'people', isNamed: false, values: [{ line: 1, value: { id: 1 } }] },
  ]);
});
