import { expect, test } from 'vitest';
import { type Case, expectFindings, judge, type Written } from './judge.ts';

const name = 'PUT /api/items/1';
const json = (content: string, type = 'application/json'): Written => ({
  method: 'PUT',
  content,
  headers: { 'content-type': type },
});

test.each<Case>([
  ['exact JSON', [json('{"a":1}')], []],
  ['a name twice', [json('{"a":1,"a":2}')], [expect.stringContaining(`${name}: `) as never]],
  [
    'an integer that is not exact',
    [json('{"a":12345678901234567890}')],
    [expect.stringContaining(`${name}: `) as never],
  ],
  ['text that is no JSON', [json('{')], []],
  [
    'problem+json',
    [json('{"a":1,"a":2}', 'application/merge-patch+json; charset=utf-8')],
    [expect.stringContaining(name) as never],
  ],
  ['another type', [json('{"a":1,"a":2}', 'text/plain')], 'not-exercised'],
  ['a type that begins like JSON', [json('{"a":1,"a":2}', 'application/jsonp')], 'not-exercised'],
  ['no content', [{ headers: { 'content-type': 'application/json' } }], 'not-exercised'],
  ['content that the log does not hold', [{ ...json('{"a":1,"a":2}'), isHeld: false }], []],
  ['no type', [{ method: 'PUT', content: '{"a":1,"a":2}' }], 'not-exercised'],
])('lossy-json judges %s', (_, exchanges, details) => {
  expectFindings('lossy-json', exchanges, details);
});

test('lossy-json names content that is not UTF-8', () => {
  const { findings } = judge('lossy-json', { ...json('?'), isBinary: true });
  expect(findings).toMatchObject([{ detail: `The content of ${name} is not UTF-8.` }]);
});

const refused = (more: Written = {}): Written => ({ ...json('{}', 'text/plain'), status: 415, ...more });

test.each<Case>([
  ['a refused type', [refused()], [`${name} has "text/plain".`]],
  [
    'a refused type with advice',
    [refused({ sent: { 'accept-patch': 'application/json' } })],
    [`${name} has "text/plain"; the server takes application/json.`],
  ],
  ['a missing type', [refused({ headers: {} })], [`${name} has no Content-Type.`]],
  ['a type that is taken', [json('{}')], []],
  ['no content', [{ method: 'PUT', status: 415 }], 'not-exercised'],
  ['a read', [refused({ method: 'GET' })], 'not-exercised'],
])('wrong-content-type judges %s', (_, exchanges, details) => {
  expectFindings('wrong-content-type', exchanges, details);
});

const notAllowed: Written = { method: 'DELETE', status: 405 };
const sentAgain = 'DELETE /api/items/1 was sent again after 405.';

test.each<Case>([
  ['the same method', [notAllowed, { method: 'DELETE' }], [sentAgain]],
  ['the same path with a query', [notAllowed, { method: 'DELETE', target: '/api/items/1?a=b' }], [sentAgain]],
  ['the same method twice', [notAllowed, notAllowed, notAllowed], [sentAgain, sentAgain]],
  ['another method', [notAllowed, { method: 'PUT' }], []],
  ['another path', [notAllowed, { method: 'DELETE', target: '/api/items/2' }], []],
  ['another status', [{ ...notAllowed, status: 404 }, notAllowed], []],
  ['no refusal', [{ method: 'DELETE' }, { method: 'DELETE' }], 'not-exercised'],
])('allow-ignored judges %s', (_, exchanges, details) => {
  expectFindings('allow-ignored', exchanges, details);
});

const list = (query: string, more: Written = {}): Written => ({ target: `/api/items?${query}`, ...more });
const bad = list('limit=x&a=1', { status: 400, body: { parameter: 'limit' } });
const named = 'GET /api/items sent limit again, which a problem had named.';

test.each<Case>([
  ['the same value', [bad, list('limit=x&a=2')], [named]],
  ['another value', [bad, list('limit=5&a=1')], []],
  ['no such parameter', [bad, list('a=2')], []],
  ['the same request, which another rule judges', [bad, list('limit=x&a=1')], []],
  ['only the next request', [bad, list('a=1'), list('limit=x&a=2')], []],
  ['another path', [bad, { target: '/api/others?limit=x' }], []],
  ['another status', [{ ...bad, status: 422 }, list('limit=x&a=2')], 'not-exercised'],
  ['a parameter that was not sent', [{ ...bad, body: { parameter: 'sort' } }, list('a=2')], 'not-exercised'],
  ['a problem that names none', [{ ...bad, body: {} }, list('limit=x&a=2')], 'not-exercised'],
  ['a problem that names no text', [{ ...bad, body: { parameter: 5 } }, list('limit=x&a=2')], 'not-exercised'],
  ['a problem that is no object', [{ ...bad, body: 'limit' }, list('limit=x&a=2')], 'not-exercised'],
])('named-parameter-repeated judges %s', (_, exchanges, details) => {
  expectFindings('named-parameter-repeated', exchanges, details);
});

const local = (text: string, request = 'GET /api/items') => `${request} has "${text}" without an offset.`;

test.each<Case>([
  ['a local time', [list('from=2024-01-02T03:04:05')], [local('2024-01-02T03:04:05')]],
  ['a local time to the minute', [list('from=2024-01-02T03:04')], [local('2024-01-02T03:04')]],
  ['a fraction', [list('from=2024-01-02T03:04:05.678')], [local('2024-01-02T03:04:05.678')]],
  ['a space', [list('from=2024-01-02%2003:04:05')], [local('2024-01-02 03:04:05')]],
  ['UTC', [list('from=2024-01-02T03:04:05Z'), list('from=2024-01-02t03:04:05z')], []],
  ['an offset', [list('from=2024-01-02T03:04:05%2B02:00'), list('from=2024-01-02T03:04:05-02:00')], []],
  ['a plus sign that was not encoded', [list('from=2024-01-02T03:04:05+02:00')], [local('2024-01-02T03:04:05')]],
  ['one of two', [list('from=2024-01-02T03:04:05Z&to=2024-01-03T03:04:05')], [local('2024-01-03T03:04:05')]],
  ['content', [{ method: 'PUT', content: '{"at":"2024-01-02T03:04:05"}' }], [local('2024-01-02T03:04:05', name)]],
  ['content of a read', [{ content: '{"at":"2024-01-02T03:04:05"}' }], 'not-exercised'],
  ['digits of a longer text', [list('id=12024-01-02T03:04:05')], []],
  ['a date', [list('from=2024-01-02')], 'not-exercised'],
])('timestamp-without-offset judges %s', (_, exchanges, details) => {
  expectFindings('timestamp-without-offset', exchanges, details);
});

test.each<Case>([
  ['a secret', [list('token=12345678')], ['GET /api/items has the parameter "token" in its URL.']],
  ['a short one', [list('token=1234567')], []],
  ['no secret', [list('name=12345678')], []],
  ['no parameter', [{}], 'not-exercised'],
])('secret-in-url judges %s', (_, exchanges, details) => {
  expectFindings('secret-in-url', exchanges, details);
});

test.each<Case>([
  ['a value that is encoded twice', [list('a=%2520b')], ['GET /api/items has %2520, which is encoded twice.']],
  ['a path', [{ target: '/api/items/a%252Fb' }], ['GET /api/items/a%252Fb has %252F, which is encoded twice.']],
  ['a percent sign', [list('a=5%25'), list('a=5%25xy')], []],
  ['a value that is encoded once', [list('a=%20')], []],
  ['nothing to encode', [list('a=b')], 'not-exercised'],
])('encoded-twice judges %s', (_, exchanges, details) => {
  expectFindings('encoded-twice', exchanges, details);
});

/** So many requests on so many connections, this far apart. */
const requests = (count: number, connections: number, apart = 2000): readonly Written[] =>
  Array.from({ length: count }, (_, index) => ({ time: index * apart, connection: (index % connections) + 1 }));
const unbounded = 'More than 64 connections were opened within a second.';

test.each<Case>([
  ['a connection for each request', [...requests(10, 10)], ['10 requests came on 10 connections.']],
  ['a connection for nine of ten', [...requests(10, 9)], ['10 requests came on 9 connections.']],
  ['a connection for eight of ten', [...requests(10, 8)], []],
  ['nine requests', [...requests(9, 9)], 'not-exercised'],
  ['unknown connections', requests(20, 20).map((one) => ({ ...one, connection: 0 })), 'not-exercised'],
  ['64 connections at once', [...requests(128, 64, 1)], []],
  ['65 connections at once', [...requests(130, 65, 1)], [unbounded]],
  ['many connections at once', [...requests(200, 100, 1)], [unbounded]],
  ['65 connections within a second', [...requests(130, 65, 15.6)], [unbounded]],
  ['65 connections in a second', [...requests(130, 65, 15.625)], []],
])('connections-not-reused judges %s', (_, exchanges, details) => {
  expectFindings('connections-not-reused', exchanges, details);
});

test('connections-not-reused names ten requests', () => {
  const [finding] = judge('connections-not-reused', ...requests(12, 12)).findings;
  expect(finding?.requests).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
});
