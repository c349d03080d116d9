import { expect, test } from 'vitest';
import { compare } from '../../../../server/domain/verification/comparison.ts';
import type { RequestPattern } from '../../../../server/domain/verification/expectation.ts';
import { received, type SentRequest } from './arbitrary-expectations.ts';

function compared(pattern: RequestPattern, more: Partial<SentRequest> = {}) {
  const request = received({
    id: 1,
    method: 'GET',
    path: '/a/b',
    query: '',
    headers: {},
    body: { kind: 'none' },
    ...more,
  });
  return compare(pattern, request);
}

/** The differences as lines. */
function differences(pattern: RequestPattern, more: Partial<SentRequest> = {}): readonly string[] {
  return compared(pattern, more).differences.map(({ pointer, expected, got }) => `${pointer}: ${expected}, ${got}`);
}

const json = (value: Extract<SentRequest['body'], { kind: 'json' }>['value']) =>
  ({ body: { kind: 'json', value } }) as const;

test.each<[RequestPattern, Partial<SentRequest>, string]>([
  [{ method: 'PUT' }, {}, '/method: PUT, GET'],
  [{ path: '/a/c' }, {}, '/path: /a/c, /a/b'],
  [{ query: { p: '1' } }, {}, '/query/p: "1", nothing'],
  [{ query: { p: null } }, { query: 'q=1' }, '/query/p: any value, nothing'],
  [{ query: { p: '1' } }, { query: 'p=2&p=3' }, '/query/p: "1", "2", "3"'],
  [{ query: { p: '1' } }, { query: 'p=%zz' }, '/query/p: "1", nothing'],
  [{ query: { token: '1' } }, {}, '/query/token: a secret value, nothing'],
  [{ query: { token: '1' } }, { query: 'token=2' }, '/query/token: a secret value, another value'],
  [{ headers: { 'X-One': '1' } }, {}, '/headers/X-One: "1", nothing'],
  [{ headers: { 'X-One': null } }, {}, '/headers/X-One: any value, nothing'],
  [{ headers: { 'X-One': '1' } }, { headers: { 'x-one': '2' } }, '/headers/X-One: "1", "2"'],
  [{ headers: { Cookie: '1' } }, {}, '/headers/Cookie: a secret value, nothing'],
  [{ headers: { Cookie: '1' } }, { headers: { cookie: '2' } }, '/headers/Cookie: a secret value, another value'],
  [{ session: 's' }, {}, '/session: "s", nothing'],
  [{ session: 's' }, { headers: { 'x-mock-session': 't' } }, '/session: "s", "t"'],
  [{ body: 1 }, {}, '/body: 1, nothing'],
  [{ body: { a: 1 } }, { body: { kind: 'other' } }, '/body: an object, a body that is not JSON'],
  [{ body: { a: { b: 1 } } }, json({ a: {} }), '/body/a/b: 1, nothing'],
  [{ body: { a: [1, { b: 2 }] } }, json({ a: [1, { b: 3 }] }), '/body/a/1/b: 2, 3'],
  [{ body: { password: 1 } }, json({ password: 2 }), '/body/password: a secret value, another value'],
  [{ body: { password: 1 } }, json({}), '/body/password: a secret value, nothing'],
  [
    { body: { password: { x: [1] } } },
    json({ password: { x: [2] } }),
    '/body/password/x/0: a secret value, another value',
  ],
  [
    { body: { path: '/password', value: 1 } },
    json({ path: '/password', value: 2 }),
    '/body/value: a secret value, another value',
  ],
  [{ body: { path: '/password', op: 'a' } }, json({ path: '/password', op: 'b' }), '/body/op: "a", "b"'],
  [{ body: { path: '/name', value: 1 } }, json({ path: '/name', value: 2 }), '/body/value: 1, 2'],
  [{ body: { path: 5, value: 1 } }, json({ path: 5, value: 2 }), '/body/value: 1, 2'],
])('the difference of %j from %j is %s', (pattern, more, line) => {
  expect(differences(pattern, more)).toEqual([line]);
  expect(compared(pattern, more)).toMatchObject({ distance: 1, isUncertain: false });
});

test('the operation on a secret is one if the path that was sent names it', () => {
  const lines = differences({ body: { path: '/name', value: 1 } }, json({ path: '/password', value: 2 }));
  expect(lines).toEqual(['/body/path: "/name", "/password"', '/body/value: a secret value, another value']);
});

test.each<[RequestPattern, Partial<SentRequest>]>([
  [{}, {}],
  [{ method: 'GET', path: '/a/{x}' }, {}],
  [{ path: '/a/**' }, { path: '/a/b/c/d' }],
  [{ query: { p: null } }, { query: 'p=' }],
  [{ query: { p: '2' } }, { query: 'p=1&p=2' }],
  [{ headers: { 'X-One': null } }, { headers: { 'x-one': '' } }],
  [{ session: 's' }, { headers: { 'x-mock-session': 's' } }],
  [{ body: { a: [{ b: 1 }] } }, json({ a: [{ b: 1, c: 2 }], d: 3 })],
  [{ body: null }, json(null)],
])('%j matches %j', (pattern, more) => {
  expect(compared(pattern, more)).toEqual({ differences: [], distance: 0, isForeign: false, isUncertain: false });
});

test('a body that the log no longer holds makes a match uncertain', () => {
  expect(compared({ method: 'GET', body: 1 }, { body: { kind: 'unknown' } })).toEqual({
    differences: [],
    distance: 0,
    isForeign: false,
    isUncertain: true,
  });
});

test.each([
  ['/a/b', '/a/c', 1],
  ['/a/b', '/c/d', 2],
  ['/a/b', '/a/b/c/d', 2],
  ['/a/b/c', '/a', 2],
  ['/a/{x}', '/a', 1],
  ['/a/{x}/c', '/a/b/d', 1],
  ['/a/{x}/c', '/b/x/c', 1],
  ['/a/{x', '/a/b', 1],
  ['/a/x}', '/a/b', 1],
  ['/a/**', '/b/c/d/e', 1],
  ['/a/b', '/a/b/', 1],
])('from the path %s, %s has the distance %i', (path, sent, distance) => {
  expect(compared({ path }, { path: sent }).distance).toBe(distance);
});

test.each<[RequestPattern, Partial<SentRequest>, boolean]>([
  // Nothing of it matches.
  [{ method: 'PUT' }, {}, true],
  [{ query: { p: '1' } }, {}, true],
  // As much matches as differs.
  [{ method: 'PUT', path: '/a/c' }, {}, true],
  [{ method: 'GET', path: '/c/d' }, {}, true],
  [{ method: 'GET', path: '/a/c' }, {}, false],
  [{ method: 'PUT', path: '/a/b' }, {}, false],
  [{ method: 'GET', path: '/c' }, {}, true],
  [{ path: '/a/c' }, {}, false],
  // At the right place, however much differs.
  [{ method: 'GET', path: '/a/b', query: { p: '1', q: '2', r: '3', s: '4' } }, {}, false],
  [{ method: 'GET', path: '/a/b' }, {}, false],
])('%j is about something else than %j: %s', (pattern, more, isForeign) => {
  expect(compared(pattern, more).isForeign).toBe(isForeign);
});

test('lists twenty differences and counts all', () => {
  const expected = Array.from({ length: 25 }, (_, index) => index);
  const sent = expected.map((value) => value + 100);
  const found = compared({ body: expected }, json(sent));
  expect(found.distance).toBe(25);
  expect(found.differences).toHaveLength(20);
  expect(found.differences.at(-1)).toEqual({ pointer: '/body/19', expected: '19', got: '119' });
});
