import { expect, test } from 'vitest';
import { finish } from '../../../../server/domain/basics/work.ts';
import type { Json, JsonObject } from '../../../../server/domain/json/json.ts';
import { readImport } from '../../../../server/store/formats/import-text.ts';
import { SchemaChecker } from '../../../../server/workspace/schema-checker.ts';

const schemas = new SchemaChecker();

interface Written {
  readonly method?: string;
  readonly url?: string;
  readonly status?: Json;
  readonly body?: string;
  readonly content?: JsonObject;
  readonly sent?: JsonObject;
}

function entry(path: string, written: Written = {}): JsonObject {
  const {
    method = 'GET',
    url = `https://mock.test:80${path}`,
    status = 200,
    body = '{"id":1}',
    content,
    sent,
  } = written;
  return {
    request: { method, url, ...(sent && { postData: sent }) },
    response: { status, content: content ?? { mimeType: 'application/json', text: body } },
  };
}

function read(entries: readonly Json[], progress: (share: number) => void = () => undefined) {
  const text = JSON.stringify({ log: { version: '1.2', entries } });
  const options = { schemas, collection: 'users', known: () => undefined, progress };
  return finish(readImport(text, 'a.har', options));
}

function importOf(...entries: readonly Json[]) {
  const result = read(entries);
  if (!result.ok) throw new Error(result.problem.detail);
  return result.value;
}

/** The values of the only collection. */
function valuesOf(...entries: readonly Json[]) {
  const { collections } = importOf(...entries);
  expect(collections).toHaveLength(1);
  return collections[0]?.values;
}

/** The reason why one entry beside a good one is not used. */
const reasonOf = (one: Json) => importOf(entry('/api/a'), one).notes;

test('an archive gives the records of each collection with the numbers of their entries', () => {
  const { collections, notes } = importOf(
    entry('/api/orders', { body: '[{"id":1},{"id":2}]' }),
    entry('/api/things?x=1', { body: '{"items":[{"id":1}]}' }),
    entry('/api/orders/2', { body: '{"id":2,"a":1}' }),
  );
  expect(notes).toEqual([]);
  const common = { refused: [], columns: null, places: 'entry', isNamed: true };
  expect(collections).toMatchObject([
    {
      ...{ ...common, source: 'orders', definition: { name: 'orders', key: 'id' } },
      values: [
        { line: 1, value: { id: 1 } },
        { line: 3, value: { id: 2, a: 1 } },
      ],
    },
    { ...common, source: 'things', values: [{ line: 2, value: { id: 1 } }] },
  ]);
});

test('records without a key are kept apart', () => {
  expect(
    valuesOf(entry('/api/a', { body: '[{"id":1},{"b":1},{"b":2}]' }), entry('/api/a', { body: '[{"b":1}]' })),
  ).toEqual([
    { line: 1, value: { id: 1 } },
    { line: 1, value: { b: 1 } },
    { line: 1, value: { b: 2 } },
    { line: 2, value: { b: 1 } },
  ]);
});

test('the members of a user response change what is known of the user', () => {
  const part = entry('/users/9', { body: '{"userId":"9","name":"New"}' });
  const whole = entry('/api/users/9', { body: '{"userId":"9","name":"Old","plan":"pro"}' });
  const columns = ['userId', 'name'];
  expect(valuesOf(part)).toEqual([{ line: 1, value: { userId: '9', name: 'New' }, columns }]);
  expect(valuesOf(part, part)).toEqual([{ line: 2, value: { userId: '9', name: 'New' }, columns }]);
  expect(valuesOf(whole, part)).toEqual([{ line: 2, value: { userId: '9', name: 'New', plan: 'pro' } }]);
  expect(valuesOf(part, whole)).toEqual([{ line: 2, value: { userId: '9', name: 'Old', plan: 'pro' } }]);
});

test.each<[string, Written]>([
  ['a body in base64', { content: { encoding: 'base64', text: Buffer.from('{"id":1}').toString('base64') } }],
  ['a body without a type', { content: { text: '{"id":1}' } }],
  ['a body of another type of JSON', { content: { mimeType: 'application/vnd.api+JSON', text: '{"id":1}' } }],
  ['a body with a comment', { content: { text: '{"id":1}', comment: 'Not cut' } }],
  ['the lowest status of success', { status: 200 }],
  ['the highest status of success', { status: 299 }],
  ['a URL that is a path', { url: '/api/a' }],
  ['a URL in capitals', { url: 'HTTP://MOCK.test/api/a' }],
  ['a URL of an app', { url: 'my-app+1.0://mock/api/a' }],
  ...['POST', 'PUT'].map((method): [string, Written] => [
    `the content of a ${method} whose response has no body`,
    { method, content: { text: '' }, sent: { mimeType: 'application/json', text: '{"id":1}' } },
  ]),
])('reads %s', (_, written) => {
  expect(valuesOf(entry('/api/a', written))).toEqual([{ line: 1, value: { id: 1 } }]);
});

test.each<[string, Written]>([
  ['its response has status 199', { status: 199 }],
  ['its response has status 300', { status: 300 }],
  ['its response has status null', { status: null }],
  ['its response has status 200', { status: '200' }],
  ['it has no body', { content: {} }],
  ['it has no body', { content: { text: '' } }],
  ['it has no body', { content: { text: 5 } }],
  ['it has no body', { method: 'PATCH', content: {}, sent: { text: '{"id":1}' } }],
  ['it has no body', { method: 'POST', content: {}, sent: { text: '' } }],
  ['it has no body', { method: 'POST', content: {}, sent: { text: 5 } }],
  ['its body is not JSON', { content: { mimeType: 'text/html', text: '{"id":1}' } }],
  [
    'its body is not UTF-8',
    { content: { encoding: 'base64', text: Buffer.from('{"id":"\xe9"}', 'latin1').toString('base64') } },
  ],
  ['a part of its body is missing', { content: { comment: 'Cut by the log', text: '{"id":1}' } }],
  ['its body is not JSON that can be kept unchanged', { body: '{"id":1' }],
  ['its body holds no records', { body: '{}' }],
  ['its path names no collection', { url: 'https://mock.test' }],
])('does not use a request if %s', (reason, written) => {
  expect(reasonOf(entry('/api/a', written))).toEqual([`1 request not used: ${reason}.`]);
});

test.each<Json>([null, {}, { request: null, response: { status: 200, content: { text: '{"id":1}' } } }])(
  'does not use the entry %j',
  (one) => {
    expect(reasonOf(one)).toHaveLength(1);
  },
);

test('counts the requests that it does not use by their reasons', () => {
  const missing = entry('/api/a', { status: 404 });
  const { notes } = importOf(missing, entry('/api/a'), entry('/api/a', { body: '' }), missing);
  expect(notes).toEqual(['2 requests not used: its response has status 404.', '1 request not used: it has no body.']);
});

test.each([
  [[], 'None of the 0 requests of this HTTP archive has records.'],
  [
    [entry('/api/a', { status: 404 })],
    'None of the 1 request of this HTTP archive has records. 1 request not used: its response has status 404.',
  ],
])('refuses an archive without records: %#', (entries, detail) => {
  expect(read(entries)).toMatchObject({ ok: false, problem: { type: '/problems/invalid-workspace', detail } });
});

test('reading pauses after twenty entries and reports its progress', () => {
  const shares: number[] = [];
  read(
    Array.from({ length: 50 }, () => entry('/api/a')),
    (share) => shares.push(share),
  );
  expect(shares).toEqual([0, 0.4, 0.8]);
});

test.each([
  ['a body that was sent with a GET', { method: 'GET', sent: { text: '{"id":2}' } }],
  ['an empty body', { method: 'POST', sent: { text: '' } }],
])('%s gives no record', (_, written) => {
  expect(reasonOf(entry('/api/a', { ...written, content: {} }))).toEqual(['1 request not used: it has no body.']);
});
