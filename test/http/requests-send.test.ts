import { expect, test } from 'vitest';
import { startMock, workspaceOf } from '../support/running-mock.ts';
import { hostValue } from '../support/temporary-host.ts';
import { byClient, byConsole, type SameRequest } from './both-clients.ts';

const records = Array.from({ length: 30 }, (_, index) => ({
  id: String(index + 1),
  name: `Thing ${index % 7}`,
  price: (index * 7) % 11,
  at: `2026-01-${String(index + 1).padStart(2, '0')}T00:00:00Z`,
}));
const things = workspaceOf({ things: { time: 'at', records } });

const get = { method: 'GET', headers: [], body: null };

const reads: readonly SameRequest[] = [
  { target: '/' },
  { target: '/api/things?price_lt=5&name_in=Thing%201,Thing%202&sort=-price,name&limit=3&offset=3' },
  { target: `/api/things?filter=${encodeURIComponent('price gt 3 and not (name sw "thing 1")')}&page=2&per_page=4` },
  { target: '/api/things?cursor=&limit=7' },
  { target: '/api/things?since_id=12&limit=5' },
  { target: '/api/things?start_time=2026-01-03T00:00:00Z&end_time=2026-01-09T00:00:00Z' },
  { target: '/api/things?colour=red' },
  { target: '/api/things?limit=1&page=2' },
  { target: '/api/things/7' },
  { method: 'HEAD', target: '/api/things/7' },
  { method: 'OPTIONS', target: '/api/things/7' },
  { target: '/api/things/7', headers: [['If-None-Match', '*']] },
  { target: '/api/things/nothing' },
  { target: '/nowhere%2f' },
  { target: '/api/things', headers: [['X-Mock-Scenario', 'Nothing']] },
  { target: '/api/things', headers: [['Prefer', 'code=503']] },
];

test.each(reads)('%j gets the same response from the console as from a client', async (request) => {
  await using mock = await startMock(things);
  expect(await byConsole(mock, request)).toEqual(await byClient(mock, request));
});

const json: [string, string] = ['Content-Type', 'application/json'];
const writes: readonly SameRequest[] = [
  { method: 'PATCH', target: '/api/things/7', headers: [json], body: '{"price":3}' },
  { method: 'PATCH', target: '/api/things/7', headers: [json, ['If-Match', '"1-0"']], body: '{"price":3}' },
  { method: 'PATCH', target: '/api/things/7', headers: [json, ['X-Resource-Version', '1']], body: '{"name":"Ä"}' },
  {
    method: 'PATCH',
    target: '/api/things/7',
    headers: [['Content-Type', 'application/json-patch+json']],
    body: '[{"op":"test","path":"/price","value":99},{"op":"remove","path":"/price"}]',
  },
  { method: 'PATCH', target: '/api/things/7', headers: [json], body: '{"price":' },
  { method: 'PATCH', target: '/api/things/7', headers: [['Content-Type', 'text/plain']], body: 'price' },
  { method: 'PUT', target: '/api/things/7', headers: [json], body: '{"name":"New"}' },
  { method: 'POST', target: '/api/things', headers: [json, ['Prefer', 'return=minimal']], body: '{"name":"New"}' },
  { method: 'DELETE', target: '/api/things/7' },
];

test.each(writes)('%j has the same effect from the console as from a client', async (request) => {
  await using one = await startMock(things);
  await using other = await startMock(things);
  expect(await byConsole(one, request)).toEqual(await byClient(other, request));
  const after = { target: '/api/things/7' };
  expect(await byConsole(one, after)).toEqual(await byClient(other, after));
});

test('requests.send returns the id of its log entry, whose origin is the console', async () => {
  await using mock = await startMock(things);
  await mock.send({ target: '/api/things/1' });
  const { id } = await hostValue(mock.host, 'requests.send', { ...get, target: '/api/things/2' });
  await mock.send({ target: '/api/things/3' });
  const entries = mock.host.log.list().map(({ path, origin }) => [path, origin]);
  expect(entries).toEqual([
    ['/api/things/3', 'client'],
    ['/api/things/2', 'console'],
    ['/api/things/1', 'client'],
  ]);
  expect(await mock.host.call('requests.get', { id })).toMatchObject({
    value: { path: '/api/things/2', explanation: { route: { collection: 'things', id: '2' } } },
  });
});

test('concurrent requests.send each return their own entry', async () => {
  await using mock = await startMock(things);
  const numbers = Array.from({ length: 20 }, (_, index) => String(index + 1));
  const sent = await Promise.all(
    numbers.map((number) => hostValue(mock.host, 'requests.send', { ...get, target: `/api/things/${number}` })),
  );
  const paths = new Map(mock.host.log.list().map(({ id, path }) => [id, path]));
  expect(sent.map(({ id }) => paths.get(id ?? 0))).toEqual(numbers.map((number) => `/api/things/${number}`));
});

test('requests.send refuses while the mock does not listen', async () => {
  await using mock = await startMock(things);
  await mock.host.call('server.stop', {});
  expect(await mock.host.call('requests.send', { ...get, target: '/' })).toMatchObject({
    ok: false,
    problem: { type: '/problems/server-stopped', detail: expect.stringMatching(/start it/) },
  });
});

test.each([
  ['another server', { target: 'http://example.com/' }],
  ['a fragment', { target: '/api#top' }],
  ['a line break in the target', { target: '/a\r\nX: 1' }],
  ['a line break in a header', { headers: [['X-One', '1\r\nX-Two: 2']] }],
  ['a header that frames the message', { headers: [['Transfer-Encoding', 'chunked']] }],
  ['a tunnel', { method: 'CONNECT' }],
])('requests.send refuses %s', async (_name, part) => {
  await using mock = await startMock(things);
  const input = { ...get, target: '/', ...part };
  expect(await mock.host.call('requests.send', input)).toMatchObject({
    ok: false,
    problem: { type: '/problems/bad-request' },
  });
});
