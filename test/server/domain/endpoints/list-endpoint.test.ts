import { expect, test } from 'vitest';
import { finish, isWork } from '../../../../server/domain/basics/work.ts';
import { respondTo } from '../../../../server/domain/endpoints/respond-to.ts';
import type { DialectName, Settings } from '../../../../server/domain/model/settings.ts';
import type { RuleEffect } from '../../../../server/domain/scenario/scenario.ts';
import { ask, mockOf, requestOf } from './ask.ts';

const things = Array.from({ length: 5 }, (_, index) => ({ id: index + 1, size: index % 2 }));
const host = { host: 'mock.test' };

test('a list has the matching records of a page, a tag, the total and links', () => {
  const { status, headers, body, verdict, route } = ask(mockOf({ things }), 'GET /api/things?size=0&limit=2', {
    headers: host,
  });
  expect([status, verdict]).toEqual([200, '3 of 5 records match; 2 are on this page.']);
  expect(route).toEqual({ pattern: '/api/{collection}', collection: 'things', id: null });
  expect(body).toMatchObject({ items: [things[0], things[2]], total: 3 });
  expect(headers).toMatchObject({ ETag: expect.stringMatching(/^"run-0-[0-9a-f]{16}"$/), 'X-Total-Count': '3' });
  expect(headers.Link).toContain('<http://mock.test/api/things?size=0&limit=2&offset=2>; rel="next"');
  expect(headers).not.toHaveProperty('Preference-Applied');
});

test.each([
  ['?colour=red', 'unknown-field'],
  ['?limit=0', 'bad-parameter'],
])('the list %s is refused with %s', (query, code) => {
  const { status, body } = ask(mockOf({ things }), `GET /api/things${query}`);
  expect([status, body.type]).toEqual([400, `/problems/${code}`]);
});

test('an unknown field is ignored at the request of a client, and the response says so', () => {
  const { status, headers } = ask(mockOf({ things }), 'GET /api/things?colour=red', {
    headers: { prefer: 'handling=lenient' },
  });
  expect([status, headers['Preference-Applied']]).toEqual([200, 'handling=lenient']);
});

test.each<[dialect: DialectName, query: string, total: string | undefined, links: readonly string[]]>([
  ['default', '', '5', ['first', 'last']],
  ['default', '?limit=2&offset=2', '5', ['first', 'prev', 'next', 'last']],
  ['json-server-0.17', '', undefined, []],
  ['json-server-0.17', '?_page=1&_limit=2', '5', ['first', 'next', 'last']],
  ['json-server-0.17', '?_page=1&_limit=5', '5', []],
  ['json-server-0.17', '?_page=1&_limit=4', '5', ['first', 'next', 'last']],
  ['json-server-0.17', '?_page=9&_limit=2', '5', []],
  ['json-server-0.17', '?_start=1', undefined, []],
  ['json-server-0.17', '?_start=1&_end=2', '5', []],
  ['json-server-0.17', '?_limit=2', '5', []],
  ['json-server-1', '?_page=1&_per_page=2', undefined, []],
  ['scim', '?count=2', undefined, []],
])('in the dialect %s, the list %s has the total %s and the links %j', (dialect, query, total, links) => {
  const { headers } = ask(mockOf({ things }, { dialect }), `GET /api/things${query}`);
  const relations = String(headers.Link ?? '').matchAll(/rel="(\w+)"/g);
  expect([headers['X-Total-Count'], Array.from(relations, ([, relation]) => relation)]).toEqual([total, links]);
});

test('a list without links has no header for them', () => {
  const { headers } = ask(mockOf({ things }, { dialect: 'json-server-0.17' }), 'GET /api/things?_start=1&_end=2');
  expect(headers).not.toHaveProperty('Link');
});

test('the records of a list have the form of the dialect', () => {
  const { body } = ask(mockOf({ things: things.slice(0, 1) }, { dialect: 'json-api' }), 'GET /api/things');
  expect(body.data).toEqual([{ type: 'things', id: '1', attributes: { size: 0 } }]);
  expect(ask(mockOf({ things: [{ id: 1 }] }, { envelope: 'array' }), 'GET /api/things').body).toEqual([{ id: 1 }]);
});

/** The tag of a list of users. */
function tagOf(
  settings: Partial<Settings> = {},
  { effects = [], line = 'GET /api/users', isSecure = false, headers = host as Record<string, string> } = {} as {
    readonly effects?: readonly RuleEffect[];
    readonly line?: string;
    readonly isSecure?: boolean;
    readonly headers?: Record<string, string>;
  },
) {
  return String(ask(mockOf({ users: things }, settings, ...effects), line, { headers, isSecure }).headers.ETag);
}

test('a list has another tag wherever its bytes could differ, and else the same', () => {
  const status = (userId: string, text: string): RuleEffect => ({ kind: 'user-status', userId, status: text });
  const different = [
    tagOf(),
    tagOf({}, { headers: { host: 'other.test' } }),
    tagOf({}, { isSecure: true }),
    tagOf({}, { line: 'GET /api/user%73' }),
    tagOf({}, { line: 'GET /api/users?limit=3' }),
    tagOf({ envelope: 'array' }),
    tagOf({ envelope: { items: 'data' } }),
    tagOf({ envelope: { items: 'records' } }),
    tagOf({}, { effects: [status('1', 'locked')] }),
    tagOf({}, { effects: [status('1', 'active')] }),
    tagOf({}, { effects: [status('2', 'locked')] }),
  ];
  expect(new Set(different).size).toBe(different.length);
  expect(tagOf({ envelope: { items: 'data' } })).toBe(tagOf({ envelope: { items: 'data' } }));
  expect(tagOf({}, { line: 'GET /api/users?limit=3' })).toBe(tagOf({}, { line: 'GET /api/users?limit=3' }));
});

test('the tag of a list ends with each change and each run', () => {
  const context = mockOf({ things });
  const tag = (run = 'run') => ask({ ...context, run }, 'GET /api/things').headers.ETag;
  const before = tag();
  expect([tag(), tag('next') === before]).toEqual([before, false]);
  context.collections.get('things')?.write('1', { id: 1, size: 9 });
  expect(tag()).not.toBe(before);
});

test('a list that the client has is not sent again', () => {
  const context = mockOf({ things });
  const { headers } = ask(context, 'GET /api/things');
  const again = ask(context, 'GET /api/things', { headers: { 'if-none-match': String(headers.ETag) } });
  expect(again).toMatchObject({ status: 304, body: null, headers: { ETag: headers.ETag } });
  const weak = mockOf({ things }, {}, { kind: 'quirk', quirk: 'weak-tags' });
  expect(ask(weak, 'GET /api/things').headers.ETag).toBe(`W/${headers.ETag}`);
});

test('the tag of a list that includes other records is about those too', () => {
  const posts = [{ id: 1 }, { id: 2 }];
  const context = mockOf({ posts, comments: [{ id: 1, postId: 2 }] }, { dialect: 'json-server-0.17' });
  const read = (headers = {}) => ask(context, 'GET /api/posts?_embed=comments', { headers });
  const first = read();
  const tag = String(first.headers.ETag);
  expect(tag).toMatch(/^"[0-9a-f]{16}"$/);
  expect(first.body[1].comments).toEqual([{ id: 1, postId: 2 }]);
  expect([read().headers.ETag, read({ 'if-none-match': tag }).status]).toEqual([tag, 304]);
  context.collections.get('comments')?.write('1', { id: 1, postId: 1 });
  expect(read({ 'if-none-match': tag }).status).toBe(200);
  expect(read().headers.ETag).not.toBe(tag);
});

test('a list that includes too many relations is refused', () => {
  const query = Array.from({ length: 9 }, (_, index) => `_embed=likes${index}`).join('&');
  expect(ask(mockOf({ things }, { dialect: 'json-server-0.17' }), `GET /api/things?${query}`).status).toBe(400);
});

test('a POST creates a record, with the next key if it names none', () => {
  const context = mockOf({ things });
  const created = ask(context, 'POST /api/things', { body: { size: 7 } });
  expect(created).toMatchObject({
    status: 201,
    headers: { Location: '/api/things/6', 'X-Resource-Version': '1' },
    body: { id: 6, size: 7 },
    verdict: 'Record 6 was created and is now at version 1.',
  });
  expect(ask(context, 'POST /api/things', { body: { id: 'own', size: 7 } }).headers.Location).toBe('/api/things/own');
});

test.each([
  ['an existing key', { body: { id: 3 } }, 409, 'conflict', 'Record 3 already exists in things.'],
  ['no usable key', { body: { id: true } }, 422, 'invalid-record', expect.any(String)],
  ['no record', { body: '[]' }, 422, 'invalid-record', 'A record is a JSON object.'],
  ['no JSON', { body: '{' }, 400, 'bad-body', expect.any(String)],
  [
    'another media type',
    { body: {}, headers: { 'content-type': 'text/plain' } },
    ...([415, 'unsupported-media-type', expect.any(String)] as const),
  ],
])('a POST with %s is refused', (_, sent, status, code, verdict) => {
  const context = mockOf({ things });
  const refused = ask(context, 'POST /api/things', sent);
  expect([refused.status, refused.body.type, refused.verdict]).toEqual([status, `/problems/${code}`, verdict]);
  expect(context.collections.get('things')?.size).toBe(5);
  if (status === 409) expect(refused.body.id).toBe('3');
});

test('a condition of a POST is about the list at the same address', () => {
  const context = mockOf({ things });
  const line = (method: string) => `${method} /api/things?size=0`;
  const tag = String(ask(context, line('GET')).headers.ETag);
  const post = (headers: Readonly<Record<string, string>>) =>
    ask(context, line('POST'), { headers, body: { size: 0 } });
  expect(post({ 'if-match': '"other"' })).toMatchObject({ status: 412, body: { currentEtag: tag } });
  expect(post({ 'if-none-match': '*' }).status).toBe(412);
  expect(post({ 'if-match': tag }).status).toBe(201);
  expect(post({ 'if-match': tag }).status).toBe(412);
});

test('a POST to an address without a list finds no representation', () => {
  const context = mockOf({ things });
  const post = (headers: Readonly<Record<string, string>>) =>
    ask(context, 'POST /api/things?limit=0', { headers, body: {} });
  expect(post({ 'if-match': '*' })).toMatchObject({ status: 412, body: { currentEtag: null } });
  expect(post({ 'if-none-match': '*' }).status).toBe(201);
});

test('a conditional POST is compared with the list of its last moment', () => {
  const many = Array.from({ length: 3_000 }, (_, id) => ({ id, size: id % 2 }));
  const tag = String(ask(mockOf({ things: many }), 'GET /api/things?size=0').headers.ETag);
  const context = mockOf({ things: many });
  // The fields of the records are known, so that the first pauses are those of the list.
  expect(context.collections.get('things')?.fields.find('size')).toBeDefined();
  const request = requestOf('POST /api/things?size=0', { headers: { 'if-match': tag }, body: { size: 0 } });
  const work = respondTo(context, request);
  if (!isWork(work)) throw new Error('The response needs no work');
  for (const _ of [1, 2]) expect(work.next().done).toBe(false);
  context.collections.get('things')?.write('1', { id: 1, size: 0 });
  expect(finish(work).status).toBe(412);
});
