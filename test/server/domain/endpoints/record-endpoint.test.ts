import { expect, test } from 'vitest';
import type { DialectName } from '../../../../server/domain/model/settings.ts';
import { ask, mockOf } from './ask.ts';

const things = [
  { id: 1, size: 1 },
  { id: 2, size: 2 },
];
const line = (method: string, id: string | number = 1) => `${method} /api/things/${id}`;
const patchFormats = 'application/json, application/merge-patch+json, application/json-patch+json';

test('a GET reads a record with its validators', () => {
  const { status, headers, body, verdict, route } = ask(mockOf({ things }), line('GET'));
  expect([status, body, verdict]).toEqual([200, { id: 1, size: 1 }, 'Record 1 is at version 1.']);
  expect(route).toEqual({ pattern: '/api/{collection}/{id}', collection: 'things', id: '1' });
  expect(headers).toMatchObject({ ETag: expect.stringMatching(/^"1-[0-9a-f]{16}"$/), 'X-Resource-Version': '1' });
  expect(ask(mockOf({ things }), line('HEAD'))).toMatchObject({ status: 200, headers });
});

test.each(['GET', 'HEAD', 'PATCH', 'DELETE'])('a %s of a record that is not there is refused', (method) => {
  const context = mockOf({ things });
  context.collections.get('things')?.remove('2');
  const refused = (id: number) => {
    const { status, body, isMissing, verdict } = ask(context, line(method, id), { body: {} });
    return [status, body.type, isMissing ?? false, verdict];
  };
  expect(refused(9)).toEqual([404, '/problems/unknown-record', true, 'There is no record 9 in things.']);
  expect(refused(2)).toEqual([404, '/problems/unknown-record', false, 'There is no record 2 in things.']);
});

test.each<[method: string, status: number]>([
  ['GET', 304],
  ['HEAD', 304],
  ['PUT', 412],
  ['PATCH', 412],
  ['DELETE', 412],
])('a %s under If-None-Match with the present tag is answered with %i and changes nothing', (method, status) => {
  const context = mockOf({ things });
  const tag = String(ask(context, line('GET')).headers.ETag);
  const sent = { headers: { 'if-none-match': tag }, body: { id: 1, size: 5 } };
  expect(ask(context, line(method), sent)).toMatchObject({ status, headers: { ETag: tag } });
  expect(context.collections.get('things')?.get('1')?.value).toEqual(things[0]);
});

test.each<[dialect: DialectName, status: number, body: unknown]>([
  ['default', 204, null],
  ['scim', 204, null],
  ['json-server-0.17', 200, {}],
  ['json-server-1', 200, { id: 1, size: 1 }],
])('a DELETE in the dialect %s is answered with %i', (dialect, status, body) => {
  const context = mockOf({ things }, { dialect });
  const deleted = ask(context, line('DELETE'));
  expect([deleted.status, deleted.body, deleted.verdict]).toEqual([status, body, 'Record 1 was deleted.']);
  expect(context.collections.get('things')?.get('1')).toBeUndefined();
});

test('a PUT replaces a record under its key, and creates one where there is none', () => {
  const context = mockOf({ things });
  expect(ask(context, line('PUT'), { body: { colour: 'red' } })).toMatchObject({
    status: 200,
    body: { id: 1, colour: 'red' },
    verdict: 'Record 1 was changed and is now at version 2.',
  });
  const created = ask(context, line('PUT', 7), { body: { size: 7 } });
  expect(created).toMatchObject({
    status: 201,
    body: { id: 7, size: 7 },
    headers: { Location: '/api/things/7' },
    verdict: 'Record 7 was created and is now at version 1.',
  });
  expect([...(context.collections.get('things')?.snapshot() ?? [])].map(({ value }) => value)).toEqual([
    { id: 1, colour: 'red' },
    { id: 2, size: 2 },
    { id: 7, size: 7 },
  ]);
});

test('a record whose key is not its id as a text keeps the key that it has', () => {
  const context = mockOf({ things: [{ id: '1', size: 1 }] });
  expect(ask(context, line('PUT'), { body: { size: 2 } }).body).toEqual({ id: '1', size: 2 });
});

test.each([
  ['PUT', 9, { body: '{' }, 400, 'bad-body'],
  ['PUT', 1, { body: '{' }, 400, 'bad-body'],
  ['PUT', 9, { body: [] }, 422, 'invalid-record'],
  ['PUT', 1, { body: [] }, 422, 'invalid-record'],
  ['PUT', 1, { body: { id: 2 } }, 422, 'invalid-record'],
  ['PUT', 1, { body: {}, headers: { 'content-type': 'text/plain' } }, 415, 'unsupported-media-type'],
  ['PATCH', 1, { body: {}, headers: { 'content-type': 'text/plain' } }, 415, 'unsupported-media-type'],
  ['PATCH', 1, { body: '{' }, 400, 'bad-body'],
  ['PATCH', 1, { body: '[7]', headers: { 'content-type': 'application/json-patch+json' } }, 400, 'bad-patch'],
])('a %s of %i with %j is refused with %i', (method, id, sent, status, code) => {
  const context = mockOf({ things });
  const refused = ask(context, line(method, id), sent);
  expect([refused.status, refused.body.type]).toEqual([status, `/problems/${code}`]);
  expect(refused.headers['Accept-Patch']).toBe(method === 'PATCH' && status === 415 ? patchFormats : undefined);
  expect(context.collections.get('things')?.revision).toBe(0);
});

test('a GET and a DELETE need no body of a known type', () => {
  const headers = { 'content-type': 'text/plain' };
  const statuses = ['GET', 'HEAD', 'DELETE'].map((method) => ask(mockOf({ things }), line(method), { headers }).status);
  expect(statuses).toEqual([200, 200, 204]);
});

test('a PATCH changes members, and a refused one says where it stopped', () => {
  const context = mockOf({ things });
  expect(ask(context, line('PATCH'), { body: { size: 5 } })).toMatchObject({
    status: 200,
    body: { id: 1, size: 5 },
    verdict: 'Record 1 was changed and is now at version 2.',
  });
  const steps = [
    { op: 'replace', path: '/size', value: 6 },
    { op: 'test', path: '/size', value: 7 },
  ];
  const headers = { 'content-type': 'application/json-patch+json' };
  expect(ask(context, line('PATCH'), { headers, body: steps })).toMatchObject({
    status: 409,
    body: { type: '/problems/test-failed', operation: 1 },
  });
});

test('a patch is explained by its steps', () => {
  const { patch } = ask(mockOf({ things }), line('PATCH'), { body: { size: 5 } });
  expect(patch).toMatchObject({ format: 'merge-patch', steps: [{ path: '/size' }] });
  expect(ask(mockOf({ things }), line('PATCH'), { body: '{' }).patch).toBeNull();
});

test('a status that the scenario sets is shown, and stored only if the patch names it', () => {
  const context = mockOf(
    { users: [{ id: '1', status: 'active' }] },
    {},
    {
      kind: 'user-status',
      userId: '1',
      status: 'locked',
    },
  );
  const stored = () => context.collections.get('users')?.get('1')?.value;
  expect(ask(context, 'GET /api/users/1').body).toEqual({ id: '1', status: 'locked' });
  expect(ask(context, 'PATCH /api/users/1', { body: { name: 'Ada' } }).body.status).toBe('locked');
  expect(stored()).toEqual({ id: '1', status: 'active', name: 'Ada' });
  ask(context, 'PATCH /api/users/1', { body: { status: 'locked' } });
  expect(stored()).toEqual({ id: '1', status: 'locked', name: 'Ada' });
});

test('the write of another client comes just before that of the request', () => {
  const context = mockOf({ things }, {}, { kind: 'ghost-write', patch: { size: 8 } });
  expect(ask(context, line('PATCH'), { body: { colour: 'red' } }).body).toEqual({ id: 1, size: 8, colour: 'red' });
});

test('a workspace may require a condition for each write', () => {
  const context = mockOf({ things }, { requirePrecondition: true });
  const statuses = ['GET', 'PUT', 'PATCH', 'DELETE'].map((method) => ask(context, line(method), { body: {} }).status);
  expect(statuses).toEqual([200, 428, 428, 428]);
});

test('the order of the checks: what needs no body, then the conditions, then the body', () => {
  const context = mockOf({ things });
  const status = (method: string, headers: Readonly<Record<string, string>>, id = 1) =>
    ask(context, line(method, id), { headers: { 'if-match': '"other"', ...headers }, body: '{' }).status;
  expect(status('PATCH', {}, 9)).toBe(404);
  expect(status('PATCH', { 'content-type': 'text/plain' })).toBe(415);
  expect(status('PUT', { 'content-type': 'text/plain' }, 9)).toBe(415);
  expect([status('PATCH', {}), status('PUT', {}), status('PUT', {}, 9)]).toEqual([412, 412, 412]);
});

test('a record has the form of the dialect', () => {
  const context = mockOf({ things }, { dialect: 'json-api' });
  const resource = { type: 'things', id: '1', attributes: { size: 1 } };
  const read = ask(context, line('GET'));
  expect(read.body).toEqual({ data: resource });
  expect(read.headers['Content-Type']).toBe('application/vnd.api+json');
  const sent = { body: { data: { ...resource, attributes: { size: 2 } } } };
  expect(ask(context, line('PUT'), sent).body).toEqual({ data: { ...resource, attributes: { size: 2 } } });
});

test('the tag of a record that includes others is about those too', () => {
  const context = mockOf({ posts: [{ id: 1 }], comments: [{ id: 1, postId: 1 }] }, { dialect: 'json-server-0.17' });
  const read = (headers = {}) => ask(context, 'GET /api/posts/1?_embed=comments', { headers });
  const { status, headers, body, verdict } = read();
  expect([status, body, verdict]).toEqual([
    200,
    { id: 1, comments: [{ id: 1, postId: 1 }] },
    'Record 1 is at version 1.',
  ]);
  const tag = String(headers.ETag);
  expect([read({ 'if-none-match': tag }).status, ask(context, 'GET /api/posts/1').headers.ETag === tag]).toEqual([
    304,
    false,
  ]);
  context.collections.get('comments')?.write('1', { id: 1, postId: 1, text: 'new' });
  expect(read({ 'if-none-match': tag }).status).toBe(200);
  expect(ask(context, 'HEAD /api/posts/1?_embed=comments').headers).toEqual(read().headers);
});

test('a write includes no other records', () => {
  const context = mockOf({ posts: [{ id: 1 }], comments: [{ id: 1, postId: 1 }] }, { dialect: 'json-server-0.17' });
  const query = Array.from({ length: 9 }, (_, index) => `_embed=likes${index}`).join('&');
  expect(ask(context, `GET /api/posts/1?${query}`).status).toBe(400);
  expect(ask(context, `PATCH /api/posts/1?${query}`, { body: { n: 1 } }).body).toEqual({ id: 1, n: 1 });
  expect(ask(context, 'PUT /api/posts/1?_embed=comments', { body: { n: 2 } }).body).toEqual({ id: 1, n: 2 });
});
