import { expect, test } from 'vitest';
import { type Case, expectFindings, judge, type Written } from './judge.ts';

const failed = (more: Written = {}): Written => ({ method: 'PATCH', content: '{"name":"a"}', status: 500, ...more });
const again = (more: Written = {}): Written => failed({ status: 200, ...more });
const name = 'PATCH /api/items/1';
const post = { method: 'POST', target: '/api/items' };
const key = (value: string) => ({ headers: { 'idempotency-key': value } });
const sentAgain = (after: string, what = name) => `${what} was sent again after ${after}.`;
const testing = '[{"op":"test","path":"/name","value":"a"}]';

test.each<Case>([
  ['PATCH after 500', [failed(), again()], [sentAgain('500')]],
  ['POST after 503', [failed({ ...post, status: 503 }), again(post)], [sentAgain('503', 'POST /api/items')]],
  [
    'PATCH after a broken connection',
    [failed({ status: null, brokenBy: 'server' }), again()],
    [sentAgain('a broken connection')],
  ],
  [
    'PATCH after a response that broke off',
    [failed({ status: 200, brokenBy: 'server' }), again()],
    [sentAgain('a broken connection')],
  ],
  ['PATCH without a response', [failed({ status: null }), again()], [sentAgain('a broken connection')]],
  [
    'PATCH after its own timeout',
    [failed({ status: null, brokenBy: 'client' }), again()],
    [sentAgain('its own timeout')],
  ],
  ['PATCH after 408', [failed({ status: 408 }), again()], [sentAgain('408')]],
  ['an Idempotency-Key', [failed(key('k')), again(key('k'))], []],
  ['If-Match', [failed(), again({ headers: { 'if-match': '"1"' } })], []],
  ['a version', [failed(), again({ headers: { 'x-resource-version': '1' } })], []],
  ['a date', [failed(), again({ headers: { 'if-unmodified-since': 'today' } })], []],
  ['a JSON Patch that tests', [failed({ content: testing }), again({ content: testing })], []],
  [
    'a JSON Patch that does not',
    [failed({ content: '[{"op":"remove"}]' }), again({ content: '[{"op":"remove"}]' })],
    [sentAgain('500')],
  ],
  ['429, which had no effect', [failed({ status: 429 }), again()], 'not-exercised'],
  ['PUT', [failed({ method: 'PUT' }), again({ method: 'PUT' })], 'not-exercised'],
  ['other content', [failed(), again({ content: '{"name":"b"}' })], 'not-exercised'],
  ['another session', [failed(), again({ session: 's' })], 'not-exercised'],
  ['another client', [failed(), again({ client: 'other' })], 'not-exercised'],
  ['an attempt just within two minutes', [failed({ time: 0 }), again({ time: 120_000 })], [sentAgain('500')]],
  ['an attempt after two minutes', [failed({ time: 0 }), again({ time: 120_001 })], 'not-exercised'],
  ['a request after a success', [failed(key('k')), again(key('k')), again()], []],
])('blind-retry judges %s', (_, exchanges, details) => {
  expectFindings('blind-retry', exchanges, details);
});

const lost = (more: Written = {}) => failed({ status: null, decided: 200, brokenBy: 'server', ...more });
const twice = (after = 'a broken connection') =>
  `${name} had been carried out before ${after}, and was carried out again.`;

test.each<Case>([
  ['a second effect', [lost(), again()], [twice()]],
  ['a second effect after a timeout', [lost({ brokenBy: 'client' }), again()], [twice('its own timeout')]],
  ['a refused second one', [lost(), again({ status: 412 })], []],
  ['the same key', [lost(key('k')), again(key('k'))], []],
  ['another key', [lost(key('k')), again(key('l'))], [twice()]],
  ['a key of the second one', [lost(), again(key('k'))], [twice()]],
  ['a first one without effect', [lost({ decided: 300 }), again()], 'not-exercised'],
  ['a first one that the server knows nothing of', [lost({ decided: null }), again()], 'not-exercised'],
  ['PUT', [lost({ method: 'PUT' }), again({ method: 'PUT' })], 'not-exercised'],
])('committed-twice judges %s', (_, exchanges, details) => {
  expectFindings('committed-twice', exchanges, details);
});

const otherKey = `${name} was sent again with another Idempotency-Key.`;
const shared = 'The Idempotency-Key "k" was used for two different requests.';

test.each<Case>([
  ['the same key', [failed(key('k')), again(key('k'))], []],
  ['another key', [failed(key('k')), again(key('l'))], [otherKey]],
  ['no key any more', [failed(key('k')), again()], [otherKey]],
  ['a key for another request', [again(key('k')), again({ ...key('k'), content: '{}' })], [shared]],
  ['a key for another record', [again(key('k')), again({ ...key('k'), target: '/api/items/2' })], [shared]],
  ['a key three times', [again(key('k')), again({ ...key('k'), content: '{}' }), again(key('k'))], [shared]],
  ['keys of their own', [again(key('k')), again({ ...key('l'), content: '{}' })], []],
  ['a key that comes later', [failed(), again(key('k'))], []],
  ['no key', [failed(), again()], 'not-exercised'],
])('idempotency-key-changed judges %s', (_, exchanges, details) => {
  expectFindings('idempotency-key-changed', exchanges, details);
});

test('idempotency-key-changed names the first request with the key', () => {
  const keyed = again(key('k'));
  const { findings } = judge('idempotency-key-changed', keyed, keyed, { ...keyed, content: '{}' });
  expect(findings[0]?.requests).toEqual([1, 3]);
});

const refused = (status: number, more: Written = {}) => failed({ status, ...more });
const unchanged = (status: number, what = name) => `${what} was sent again unchanged after ${status}.`;
const missing: Written = { status: 404 };

test.each<Case>([
  ['400', [refused(400), again()], [unchanged(400)]],
  ['499', [refused(499), again()], [unchanged(499)]],
  ['three attempts', [refused(400), refused(400), refused(400)], [unchanged(400), unchanged(400)]],
  ['500', [refused(500), again()], 'not-exercised'],
  ['a redirect', [refused(399), again()], 'not-exercised'],
  ['no status', [failed({ status: null }), again()], 'not-exercised'],
  ...[401, 408, 412, 425, 428, 429].map((status): Case => [`${status}`, [refused(status), again()], 'not-exercised']),
  ['other content', [refused(400), again({ content: '{}' })], []],
  ['other conditions', [refused(400), again({ headers: { 'if-match': '"1"' } })], []],
  ...['authorization', 'content-type', 'prefer', 'accept', 'x-mock-session', 'x-mock-scenario'].map(
    (header): Case => [`another ${header}`, [refused(400), again({ headers: { [header]: 'other' } })], []],
  ),
  ['another header without meaning', [refused(400), again({ headers: { 'x-id': 'other' } })], [unchanged(400)]],
  ['an attempt just within ten seconds', [refused(400, { time: 0 }), again({ time: 10_000 })], [unchanged(400)]],
  ['an attempt after ten seconds', [refused(400, { time: 0 }), again({ time: 10_001 })], []],
  ['a GET that is repeated once', [missing, missing], []],
  ['a GET that is repeated twice', [missing, missing, missing], [unchanged(404, 'GET /api/items/1')]],
  ['a GET that succeeds in between', [missing, {}, missing, missing], []],
])('refusal-retried judges %s', (_, exchanges, details) => {
  expectFindings('refusal-retried', exchanges, details);
});

const gaveUp = (what = 'GET /api/items/1') => `${what} failed and no GET was ever retried.`;
const down: Written = { status: 503 };

test.each<Case>([
  ['a failed GET', [down], [gaveUp()]],
  ['a failed HEAD', [{ ...down, method: 'HEAD' }], [gaveUp('HEAD /api/items/1')]],
  ['a retried GET', [down, {}], []],
  ['a retried GET that fails again', [down, down], []],
  ['one retried GET of two', [down, { ...down, target: '/api/items/2' }, {}], []],
  ['a retried write', [down, failed(), again()], [gaveUp()]],
  ['a broken connection', [{ status: null, brokenBy: 'server' }], [gaveUp()]],
  ['a client that left', [{ status: null, brokenBy: 'client' }], 'not-exercised'],
  ['a failed write', [failed()], 'not-exercised'],
  ['404', [missing], 'not-exercised'],
])('read-not-retried judges %s', (_, exchanges, details) => {
  expectFindings('read-not-retried', exchanges, details);
});
