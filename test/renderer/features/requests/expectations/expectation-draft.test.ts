import { expect, test } from 'vitest';
import {
  draftLike,
  draftOf,
  type ExpectationDraft,
  emptyDraft,
  readDraft,
} from '../../../../../renderer/features/requests/expectations/expectation-draft.ts';
import type { CapturedBody } from '../../../../../server/contract/schema/state.ts';
import type { Expectation } from '../../../../../server/domain/verification/expectation.ts';
import { requestDetail } from '../../../console/fake-transport.ts';

function likeOne(path: string, body: CapturedBody | null) {
  return draftLike(requestDetail(1, { method: 'PATCH', path, request: { headers: [], body } }));
}

const text = (content: string): CapturedBody => ({
  encoding: 'utf8',
  content,
  bytes: content.length,
  truncated: false,
});

test('draftLike copies method, path, query and JSON body', () => {
  expect(readDraft(likeOne('/api/users?a=1&b=', text('{"name":"Ada"}')))).toEqual({
    expectation: {
      method: 'PATCH',
      path: '/api/users',
      query: { a: '1', b: '' },
      body: { name: 'Ada' },
      count: { atLeast: 1 },
    },
  });
});

test.each([
  ['no body', null],
  ['no JSON', text('name=Ada')],
  ['a body of which a part is missing', { ...text('1'), truncated: true }],
])('%s expects any body', (_name, body) => {
  expect(likeOne('/a', body).body).toBe('');
});

test('an empty form expects any request', () => {
  expect(readDraft(emptyDraft)).toEqual({ expectation: { count: { atLeast: 1 } } });
});

test('reads every field of the form', () => {
  const draft: ExpectationDraft = {
    name: ' reads ',
    method: 'get',
    path: '/users/{id}',
    query: 'q=a+b',
    headers: 'If-Match: "1-a"\nX-Flag\n',
    session: ' s1 ',
    body: 'null',
    kind: 'exactly',
    number: '0',
    after: 'writes',
    from: 'log',
  };
  expect(readDraft(draft)).toEqual({
    expectation: {
      name: 'reads',
      method: 'GET',
      path: '/users/{id}',
      query: { q: 'a b' },
      headers: { 'if-match': '"1-a"', 'x-flag': null },
      session: 's1',
      body: null,
      after: 'writes',
      count: { exactly: 0 },
    },
    since: 0,
  });
});

test.each<[ExpectationDraft[keyof ExpectationDraft], Partial<ExpectationDraft>]>([
  ['method', { method: 'G E T' }],
  ['path', { path: 'users' }],
  ['query', { query: 'a=1&a=2' }],
  ['body', { body: '{"a":' }],
  ['number', { number: '-1' }],
  ['number', { number: '' }],
])('what cannot be used is said at the field: %s in %j', (field, part) => {
  expect(readDraft({ ...emptyDraft, ...part })).toMatchObject({ field, reason: expect.stringMatching(/\.$/) });
});

test.each<Expectation>([
  { name: 'all', count: { atLeast: 1 } },
  { name: 'few', method: 'GET', path: '/users/{id}', count: { atMost: 2 } },
  {
    name: 'every member',
    method: 'PATCH',
    path: '/a',
    query: { 'a b': 'c&d', any: null, empty: '' },
    headers: { 'if-match': '"1-a"', 'x-flag': null },
    session: 's1',
    body: { name: 'Ada', tags: [null] },
    count: { exactly: 0 },
    after: 'few',
  },
])('the form of an expectation reads as the same: $name', (expectation) => {
  expect(readDraft(draftOf(expectation))).toEqual({ expectation });
});
