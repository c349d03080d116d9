import { expect, test } from 'vitest';
import type { CommandInput, CommandOutput } from '../../server/contract/command.ts';
import type { ClientRequest } from '../support/http-client.ts';
import { type RunningMock, startMock, workspaceOf } from '../support/running-mock.ts';

const records = Array.from({ length: 30 }, (_, index) => ({
  id: String(index + 1),
  name: `Thing ${index % 7}`,
  price: (index * 7) % 11,
  at: `2026-01-${String(index + 1).padStart(2, '0')}T00:00:00Z`,
}));
const things = workspaceOf({ things: { time: 'at', records } });

type Input = CommandInput<'requests.send'>;

async function send({ host }: RunningMock, request: Partial<Input>): Promise<CommandOutput<'requests.send'>> {
  const headers = [['Host', 'localhost'] as [string, string], ...(request.headers ?? [])];
  const reply = await host.call('requests.send', { method: 'GET', target: '/', body: null, ...request, headers });
  if (!reply.ok) throw new Error(reply.problem.detail);
  return reply.value as CommandOutput<'requests.send'>;
}

/** What a client can see of an answer, but for the moment when it was given. */
function seen(headers: readonly (readonly [string, string])[], status: number, body: string) {
  return { status, headers: headers.filter(([name]) => name !== 'Date'), body };
}

async function byConsole(mock: RunningMock, request: Partial<Input>) {
  const { response: answer } = await send(mock, request);
  return answer && seen(answer.headers, answer.status, answer.body?.content ?? '');
}

async function byClient(mock: RunningMock, { method = 'GET', target = '/', headers = [], body }: Partial<Input>) {
  const request: ClientRequest = { method, target, headers, body: body ?? undefined };
  const answer = await mock.send(request);
  return seen(answer.headers, answer.status, answer.body);
}

const reads: readonly Partial<Input>[] = [
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

test.each(reads)('%j is answered to the console as it is to a client', async (request) => {
  await using mock = await startMock(things);
  expect(await byConsole(mock, request)).toEqual(await byClient(mock, request));
});

const json: [string, string] = ['Content-Type', 'application/json'];
const writes: readonly Partial<Input>[] = [
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

test.each(writes)('%j does the same from the console as from a client', async (request) => {
  await using one = await startMock(things);
  await using other = await startMock(things);
  expect(await byConsole(one, request)).toEqual(await byClient(other, request));
  const after = { target: '/api/things/7' };
  expect(await byConsole(one, after)).toEqual(await byClient(other, after));
});

test('the answer names its entry in the log, which says who sent the request', async () => {
  await using mock = await startMock(things);
  await mock.send({ target: '/api/things/1' });
  const { id } = await send(mock, { target: '/api/things/2' });
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

test('many requests at a time each get their own entry', async () => {
  await using mock = await startMock(things);
  const numbers = Array.from({ length: 20 }, (_, index) => String(index + 1));
  const sent = await Promise.all(
    numbers.map(async (number) => ({ number, ...(await send(mock, { target: `/api/things/${number}` })) })),
  );
  const paths = new Map(mock.host.log.list().map(({ id, path }) => [id, path]));
  expect(sent.map(({ id }) => paths.get(id ?? 0))).toEqual(numbers.map((number) => `/api/things/${number}`));
});

test('without a mock that listens nothing is sent', async () => {
  await using mock = await startMock(things);
  await mock.host.call('server.stop', {});
  expect(await mock.host.call('requests.send', { method: 'GET', target: '/', headers: [], body: null })).toMatchObject({
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
])('%s is refused', async (_name, part) => {
  await using mock = await startMock(things);
  const input = { method: 'GET', target: '/', headers: [], body: null, ...part };
  expect(await mock.host.call('requests.send', input)).toMatchObject({
    ok: false,
    problem: { type: '/problems/bad-request' },
  });
});
