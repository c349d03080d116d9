import { afterEach, expect, test, vi } from 'vitest';
import { isWork } from '../../../../server/domain/basics/work.ts';
import { respondTo } from '../../../../server/domain/endpoints/respond-to.ts';
import { type DialectName, defaultSettings } from '../../../../server/domain/model/settings.ts';
import { SharedCollection } from '../../../../server/domain/records/shared-collection.ts';
import { StoredRecord } from '../../../../server/domain/records/stored-record.ts';
import type { MockResponse } from '../../../../server/domain/response/mock-response.ts';
import { largestPiece } from '../../../support/largest-piece.ts';
import { contextOf } from '../openapi/arbitrary-context.ts';
import { answerTo, bodyOf as bodyIn, contextUnder, requestOf } from './answers.ts';

afterEach(() => vi.restoreAllMocks());

const definition = (name: string) => ({ name, key: 'id', sort: null, time: null, schema: null });
const posts = new SharedCollection(definition('posts'), [{ id: 1 }, { id: 2 }]);
const comments = new SharedCollection(
  definition('comments'),
  Array.from({ length: 5000 }, (_, id) => ({ id, postId: 1 + (id % 3) })),
);
const context = {
  ...contextOf([posts, comments]),
  settings: defaultSettings,
};

/** The response to a GET, and the largest growth of a count between two pauses. */
function get(path: string, query: string, count: () => number = () => 0, dialect: DialectName = 'json-server-0.17') {
  const request = {
    method: 'GET',
    isSecure: false,
    path,
    query,
    header: () => undefined,
    scenario: '',
    body: undefined,
  };
  const response = respondTo({ ...context, settings: { ...context.settings, dialect } }, request);
  return isWork(response) ? largestPiece<MockResponse>(response, count) : { value: response, largest: 0, pauses: 0 };
}

const bodyOf = ({ value }: ReturnType<typeof get>) => JSON.parse(String(value.body));

test('includes parents and children', () => {
  expect(bodyOf(get('/api/comments/4', '_expand=post'))).toEqual({ id: 4, postId: 2, post: { id: 2 } });
  expect(bodyOf(get('/api/comments/5', '_expand=post'))).toEqual({ id: 5, postId: 3 });
  const [first, second] = bodyOf(get('/api/posts', '_embed=comments'));
  expect(first.comments).toHaveLength(1667);
  expect(second.comments[0]).toEqual({ id: 1, postId: 2 });
});

test('pauses while it includes parents in 5,000 records', () => {
  const found = vi.spyOn(posts, 'get');
  const response = get('/api/comments', '_expand=post', () => found.mock.calls.length);
  expect(bodyOf(response)).toHaveLength(5000);
  expect(found).toHaveBeenCalledTimes(5000);
  expect(response.largest).toBeLessThanOrEqual(512);
});

test('pauses while it puts the tags of 5,000 records together', () => {
  const tags = vi.spyOn(StoredRecord.prototype, 'tag', 'get');
  const response = get('/api/comments', '_expand=post', () => tags.mock.calls.length);
  expect(tags).toHaveBeenCalledTimes(5000);
  expect(response.largest).toBeLessThanOrEqual(512);
});

test('includes a relation that is named often once', () => {
  get('/api/posts', '_embed=comments');
  const once = get('/api/posts', '_embed=comments');
  const often = get('/api/posts', Array.from({ length: 500 }, () => '_embed=comments').join('&'));
  expect([often.value.body, often.pauses]).toEqual([once.value.body, once.pauses]);
});

test.each(['/api/posts', '/api/posts/1'])('refuses more than 8 relations at %s', (path) => {
  const query = Array.from({ length: 9 }, (_, index) => `_embed=things${index}`).join('&');
  const { value } = get(path, query);
  expect([value.status, value.body]).toEqual([400, expect.stringContaining('at most 8 relations')]);
});

test.each<[DialectName, string, string, unknown]>([
  ['json-server-0.17', '/api/posts/1', '_embed=likes', { id: 1, likes: [] }],
  ['json-server-0.17', '/api/posts/1', '_embed=', { id: 1 }],
  ['json-server-0.17', '/api/comments/4', '_expand=author', { id: 4, postId: 2 }],
  ['json-server-0.17', '/api/comments/4', '_expand=post&_expand=author', { id: 4, postId: 2, post: { id: 2 } }],
  ['json-server-1', '/api/comments/4', '_embed=post', { id: 4, postId: 2, post: { id: 2 } }],
  ['json-server-1', '/api/comments/4', '_embed=author', { id: 4, postId: 2 }],
  ['json-server-1', '/api/posts/1', '_embed=likes', { id: 1 }],
  ['default', '/api/comments/4', '_expand=post', { id: 4, postId: 2 }],
])('in the dialect %s, %s?%s is %j', (dialect, path, query, body) => {
  expect(bodyOf(get(path, query, undefined, dialect))).toEqual(body);
});

test('refuses more than eight relations', () => {
  const named = (count: number) => Array.from({ length: count }, (_, index) => `_embed=likes${index}`).join('&');
  expect(get('/api/posts/1', named(8)).value.status).toBe(200);
  expect(get('/api/posts/1', named(9)).value.status).toBe(400);
  expect(bodyOf(get('/api/posts/1', named(9)))).toMatchObject({
    detail: 'A request may include at most 8 relations; this one names 9.',
    parameter: '_embed',
    limit: 8,
  });
});

test.each<[DialectName, string, string, unknown]>([
  ['json-server-0.17', '/api/notes/1', '_expand=post', { id: 1, postId: '2', post: { id: 2 } }],
  ['json-server-1', '/api/notes/1', '_embed=post', { id: 1, postId: '2' }],
  ['json-server-1', '/api/notes/2', '_embed=post', { id: 2, postId: 2, post: { id: 2 } }],
  ['json-server-0.17', '/api/notes/3', '_expand=post', { id: 3 }],
  ['json-server-0.17', '/api/notes/4', '_expand=post', { id: 4, postId: 9 }],
  ['json-server-0.17', '/api/posts/2', '_embed=notes', { id: 2, notes: [{ id: 2, postId: 2 }] }],
  ['json-server-1', '/api/posts/2', '_embed=notes', { id: 2, notes: [{ id: 2, postId: 2 }] }],
  ['json-server-0.17', '/api/posts/2', '_sort=notes&q=notes', { id: 2 }],
])('in the dialect %s, a reference of %s?%s is followed by its text or its value: %j', (dialect, path, query, body) => {
  const notes = new SharedCollection(definition('notes'), [
    { id: 1, postId: '2' },
    { id: 2, postId: 2 },
    { id: 3, post: 'its own' },
    { id: 4, postId: 9 },
  ]);
  const all = new SharedCollection(definition('posts'), [{ id: 2 }, { id: 'undefined' }]);
  const sent = { path, query };
  expect(bodyIn(answerTo(contextUnder([], [notes, all], { dialect }), sent))).toEqual(body);
});

test('a record without relations needs no pause, whatever other parameters the request has', () => {
  const request = requestOf({ path: '/api/posts/1', query: '_embed=&_sort=id' });
  const settings = { ...context.settings, dialect: 'json-server-0.17' } as const;
  expect(isWork(respondTo({ ...context, settings }, request))).toBe(false);
  expect(
    isWork(respondTo({ ...context, settings }, requestOf({ path: '/api/posts/1', query: '_embed=comments' }))),
  ).toBe(true);
});
