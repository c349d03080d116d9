import { expect, test } from 'vitest';
import { problem } from '../../../../server/domain/basics/problem.ts';
import { refuse } from '../../../../server/domain/basics/result.ts';
import { workspaceSchema } from '../../../../server/store/formats/schema/workspace-schema.ts';
import { ask, type RawRequest, sendRaw } from '../../../support/raw-client.ts';
import { startConsole, token } from './console-server.ts';

const authorization = { Authorization: `Bearer ${token}` };
const json = { 'Content-Type': 'application/json' };

function command(overrides: RawRequest = {}): RawRequest {
  return {
    method: 'POST',
    target: '/call/workspace.get',
    body: '{"a":[1]}',
    ...overrides,
    headers: overrides.headers ?? { ...json, ...authorization },
  };
}

test('passes a command to the host and returns its value', async () => {
  const { port } = await startConsole();

  const response = await ask(port, command());

  expect([response.status, response.header('content-type'), response.header('cache-control')]).toEqual([
    200,
    'application/json',
    'no-store',
  ]);
  expect(JSON.parse(response.body)).toEqual({ ok: true, value: { name: 'workspace.get', input: { a: [1] } } });
});

test('a command without a body has an empty input', async () => {
  const { port } = await startConsole();

  const { body } = await ask(port, command({ body: '' }));

  expect(JSON.parse(body).value.input).toEqual({});
});

test('responds with the problem and status of a refused command', async () => {
  const { port } = await startConsole({
    call: async () => refuse(problem('unknown-scenario', 'There is no scenario "x".')),
  });

  const response = await ask(port, command());

  expect([response.status, response.header('content-type')]).toEqual([404, 'application/problem+json']);
  expect(JSON.parse(response.body)).toMatchObject({ type: '/problems/unknown-scenario', status: 404 });
});

test('responds with a 500 without internals if the host throws', async () => {
  const { port, faults } = await startConsole({ call: () => Promise.reject(new Error('the inside')) });

  const { status, body } = await ask(port, command());

  expect([status, body.includes('the inside'), faults.length]).toEqual([500, false, 1]);
});

test.each([
  ['no token', {}],
  ['another token', { Authorization: 'Bearer a-token_1' }],
  ['a longer token', { Authorization: `Bearer ${token}0` }],
  ['an empty token', { Authorization: 'Bearer ' }],
  ['another scheme', { Authorization: `Basic ${token}` }],
  ['two tokens', { Authorization: `Bearer ${token} ${token}` }],
  ['the token in the query only', {}],
])('%s is refused with 401', async (_name, headers) => {
  const { port } = await startConsole();

  const call = await ask(port, command({ headers: { ...json, ...headers } }));
  const events = await ask(port, { target: `/events?token=${token}`, headers });

  expect([call.status, events.status, call.header('www-authenticate')]).toEqual([401, 401, 'Bearer']);
});

test.each([
  ['no content type', authorization],
  ['a form', { ...authorization, 'Content-Type': 'application/x-www-form-urlencoded' }],
  ['plain text', { ...authorization, 'Content-Type': 'text/plain' }],
  ['a lookalike', { ...authorization, 'Content-Type': 'application/jsonp' }],
  ['two content types', { ...authorization, 'Content-Type': 'application/json, text/plain' }],
  ['another charset', { ...authorization, 'Content-Type': 'application/json; charset=utf-16' }],
  ['false gzip', { ...authorization, ...json, 'Content-Encoding': 'gzip' }],
])('%s is refused with 415', async (_name, headers) => {
  const { port } = await startConsole();

  expect((await ask(port, command({ headers }))).status).toBe(415);
});

test.each([
  ['no JSON', '{"a":'],
  ['nesting without end', '['.repeat(100_000)],
  ['nested objects without end', '{"a":'.repeat(5_000)],
  ['invalid UTF-8', Buffer.from([0x22, 0xff, 0x22])],
  ['a number that no double holds', '{"a":1e400}'],
])('%s is refused with 400', async (_name, body) => {
  const { port, faults } = await startConsole();

  expect([(await ask(port, command({ body }))).status, faults]).toEqual([400, []]);
});

test.each([
  ['a foreign page', { Origin: 'https://evil.example' }],
  ['a page of another port', { Origin: 'http://localhost:1' }],
  ['a page without an origin', { Origin: 'null' }],
  ['a foreign page that hides its origin', { 'Sec-Fetch-Site': 'cross-site' }],
  ['a page of a neighbour port', { 'Sec-Fetch-Site': 'same-site' }],
])('%s is refused with 403, even with the token', async (_name, headers) => {
  const { port } = await startConsole();

  const call = await ask(port, command({ headers: { ...json, ...authorization, ...headers } }));
  const events = await ask(port, { target: '/events', headers: { ...authorization, ...headers } });

  expect([call.status, events.status]).toEqual([403, 403]);
  expect(call.header('access-control-allow-origin')).toBeUndefined();
});

test('accepts commands from its own page', async () => {
  const { port } = await startConsole();

  const own = { Host: `localhost:${port}`, Origin: `http://localhost:${port}`, 'Sec-Fetch-Site': 'same-origin' };
  const { status } = await ask(port, command({ headers: { ...json, ...authorization, ...own } }));

  expect(status).toBe(200);
});

test.each(['/', '/call/workspace.get', '/events', '/browser.html', '/nothing'])(
  'refuses %s under a foreign host name',
  async (target) => {
    const { port } = await startConsole();

    const { status } = await ask(port, { target, headers: { ...authorization, Host: 'rebound.example' } });

    expect(status).toBe(421);
  },
);

test.each([
  ['GET', '/call/workspace.get', 'POST'],
  ['HEAD', '/call/workspace.get', 'POST'],
  ['OPTIONS', '/call/workspace.get', 'POST'],
  ['PUT', '/call/workspace.get', 'POST'],
  ['POST', '/events', 'GET'],
  ['HEAD', '/events', 'GET'],
  ['POST', '/', 'GET, HEAD'],
  ['DELETE', '/browser.html', 'GET, HEAD'],
  ['TRACE', '/', 'GET, HEAD'],
])('%s %s is refused with 405', async (method, target, allow) => {
  const { port } = await startConsole();

  const response = await ask(port, { method, target, headers: { ...json, ...authorization } });

  expect([response.status, response.header('allow')]).toEqual([405, allow]);
});

test('closes the connection of a refused command, so that its body is never parsed as a request', async () => {
  const { port } = await startConsole();

  const responses = await sendRaw(
    port,
    'POST /call/workspace.get HTTP/1.1\r\nHost: localhost\r\nContent-Length: 1000\r\n\r\nGET / HTTP/1.1\r\nHost: localhost\r\n\r\n',
  );

  expect(responses.map(({ status }) => status)).toEqual([401]);
});

test.each(['/', '/nothing', '/events', '/call/x'])('sends the security headers with %s', async (target) => {
  const { port } = await startConsole();

  const { header } = await ask(port, { target });

  expect(header('content-security-policy')).toBe(
    "default-src 'none'; script-src 'self'; style-src 'self'; font-src 'self'; img-src 'self' data:; connect-src 'self'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'",
  );
  expect([
    header('x-content-type-options'),
    header('cross-origin-resource-policy'),
    header('cross-origin-opener-policy'),
    header('referrer-policy'),
  ]).toEqual(['nosniff', 'same-origin', 'same-origin', 'no-referrer']);
});

test('serves the schema of the workspace file without a token', async () => {
  const { port } = await startConsole();

  const response = await ask(port, { target: '/workspace.schema.json' });

  expect([response.status, response.header('content-type')]).toEqual([200, 'application/schema+json']);
  expect(JSON.parse(response.body)).toEqual(workspaceSchema);
  expect((await ask(port, { method: 'POST', target: '/workspace.schema.json' })).status).toBe(405);
});
