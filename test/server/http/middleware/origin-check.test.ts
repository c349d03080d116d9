import { expect, test } from 'vitest';
import { ask } from '../../../support/raw-client.ts';
import { startMock } from '../app/mock-server.ts';

const image = { 'Sec-Fetch-Site': 'cross-site', 'Sec-Fetch-Mode': 'no-cors', 'Sec-Fetch-Dest': 'image' };

const foreign: readonly (readonly [name: string, headers: Readonly<Record<string, string>>])[] = [
  ['another site', { Origin: 'https://evil.example' }],
  ['a name that begins like loopback', { Origin: 'http://localhost.evil.example' }],
  ['a sandboxed page', { Origin: 'null' }],
  ['a local file', { Origin: 'file://' }],
  ['a URL for an origin', { Origin: 'http://localhost/x' }],
  ['an image of another site', image],
  ['an image of another site with its referrer', { ...image, Referer: 'https://evil.example/' }],
  ['a frame', { 'Sec-Fetch-Site': 'cross-site', 'Sec-Fetch-Mode': 'navigate', 'Sec-Fetch-Dest': 'iframe' }],
];

test.each(foreign)('refuses a request of %s with 403 and leaves no trace in the log', async (_name, headers) => {
  const { port, log, refusals } = await startMock();

  for (const method of ['GET', 'POST', 'OPTIONS']) {
    const { status, body, header } = await ask(port, { method, target: '/echo', headers });
    expect([method, status, header('access-control-allow-origin'), header('vary')]).toEqual([
      method,
      403,
      undefined,
      'Origin',
    ]);
    expect(JSON.parse(body)).toMatchObject({ detail: expect.stringContaining('settings.cors') });
  }

  expect([log.state.total, refusals.length]).toEqual([0, 3]);
});

const welcome: readonly (readonly [name: string, headers: Readonly<Record<string, string>>])[] = [
  ['a program', {}],
  [
    'a link that a person follows',
    { 'Sec-Fetch-Site': 'cross-site', 'Sec-Fetch-Mode': 'navigate', 'Sec-Fetch-Dest': 'document' },
  ],
  ['a typed address', { 'Sec-Fetch-Site': 'none', 'Sec-Fetch-Mode': 'navigate', 'Sec-Fetch-Dest': 'document' }],
  ['an image of a page on another loopback port', { ...image, 'Sec-Fetch-Site': 'same-site' }],
  ['an image of a page on another loopback name', { ...image, Referer: 'http://127.0.0.1:5173/' }],
  ['a loopback page', { 'Sec-Fetch-Site': 'cross-site', Origin: 'http://127.0.0.1:5173' }],
];

const write = { Origin: 'http://127.0.0.1:5173', 'Content-Type': 'text/plain' };

test.each(['POST', 'PUT', 'PATCH', 'DELETE'])(
  'refuses a %s of a loopback page and its preflight by default',
  async (method) => {
    const { port, log } = await startMock();
    const preflight = { Origin: write.Origin, 'Access-Control-Request-Method': method };

    const written = await ask(port, { method, target: '/echo', headers: write, body: '{}' });
    const asked = await ask(port, { method: 'OPTIONS', target: '/echo', headers: preflight });

    expect([written.status, asked.status, log.state.total]).toEqual([403, 403, 0]);
    expect(JSON.parse(written.body).detail).toContain('set settings.cors of the workspace to "loopback"');
  },
);

test('lets a loopback page ask whether it may read', async () => {
  const { port } = await startMock();
  const headers = { Origin: write.Origin, 'Access-Control-Request-Method': 'GET' };

  expect((await ask(port, { method: 'OPTIONS', target: '/echo', headers })).status).toBe(204);
});

test.each(['loopback', '*', [write.Origin]] as const)('lets a loopback page write when cors is %j', async (cors) => {
  const { port } = await startMock({ settings: { cors } });

  expect((await ask(port, { method: 'POST', target: '/echo', headers: write, body: '{}' })).status).toBe(200);
});

test('lets programs write by default', async () => {
  const { port } = await startMock();

  expect((await ask(port, { method: 'POST', target: '/echo', body: '{}' })).status).toBe(200);
});

test.each(welcome)('accepts a request of %s', async (_name, headers) => {
  const { port, log } = await startMock();

  expect((await ask(port, { target: '/echo', headers })).status).toBe(200);
  expect(log.state.total).toBe(1);
});

test.each(foreign)('"*" accepts a request of %s', async (_name, headers) => {
  const { port } = await startMock({ settings: { cors: '*' } });

  expect((await ask(port, { target: '/echo', headers })).status).toBe(200);
});

test('a list accepts requests of its origins alone', async () => {
  const { port } = await startMock({ settings: { cors: ['https://app.example'] } });
  const statusOf = async (headers: Readonly<Record<string, string>>) =>
    (await ask(port, { target: '/echo', headers })).status;

  expect(await statusOf({ Origin: 'https://app.example' })).toBe(200);
  expect(await statusOf({ ...image, Referer: 'https://app.example/' })).toBe(200);
  expect(await statusOf({ Origin: 'http://localhost:5173' })).toBe(403);
});

test('"off" refuses all pages but those of the mock itself', async () => {
  const { port } = await startMock({ settings: { cors: 'off' } });

  expect((await ask(port, { target: '/echo', headers: { Origin: 'http://localhost:5173' } })).status).toBe(403);
});

test('compares the own origin with an absolute target instead of the Host header', async () => {
  const { port } = await startMock();
  const headers = { Host: 'evil.example', Origin: 'http://evil.example' };

  expect((await ask(port, { target: 'http://localhost/echo', headers })).status).toBe(403);
});

test('reads no body of a refused request as the next request', async () => {
  const { port, log } = await startMock();
  const body = 'GET /echo HTTP/1.1\r\nHost: localhost\r\n\r\n';

  const { status, header } = await ask(port, { method: 'POST', target: '/echo', headers: { Origin: 'null' }, body });

  expect([status, header('connection'), log.state.total]).toEqual([403, 'close', 0]);
});
