import { createServer, type Socket } from 'node:net';
import { gzipSync } from 'node:zlib';
import { afterEach, beforeEach, expect, onTestFinished, test } from 'vitest';
import { parseUpstream } from '../../../server/http/upstream/upstream-address.ts';
import { fetchUpstream } from '../../../server/http/upstream/upstream-fetch.ts';
import { latestRequest, type RunningMock, startMock, workspaceOf } from '../../support/running-mock.ts';
import { hostValue } from '../../support/temporary-host.ts';
import { startService } from './services.ts';

let mock: RunningMock;

beforeEach(async () => {
  mock = await startMock(workspaceOf({ things: { records: [{ id: 1 }] } }));
});

afterEach(async () => {
  // The mock goes on, and nothing was thrown.
  expect((await mock.send({ target: '/api/things/1' })).status).toBe(200);
  expect(mock.faults).toEqual([]);
  await mock[Symbol.asyncDispose]();
});

/** A server that sends these bytes for each connection. */
async function rawService(serve: (socket: Socket) => void): Promise<string> {
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => undefined);
    socket.once('data', () => serve(socket));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  const address = server.address();
  return `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`;
}

const sending = (bytes: string) => rawService((socket) => socket.end(bytes));

const lies: Readonly<Record<string, readonly [bytes: string, detail: RegExp]>> = {
  'no HTTP': ['hello\r\n\r\n', /is no valid HTTP/],
  'no bytes': ['', /closed the connection without a response/],
  'two lengths': ['HTTP/1.1 200 OK\r\nContent-Length: 2\r\nContent-Length: 3\r\n\r\nabc', /is no valid HTTP/],
  'a length and chunks': [
    'HTTP/1.1 200 OK\r\nContent-Length: 2\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nab\r\n0\r\n\r\n',
    /is no valid HTTP/,
  ],
  'broken chunks': [
    'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\nab',
    /is no valid HTTP|ends before its end/,
  ],
  'a body that is cut': ['HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nabc', /ends before its end/],
  'bad gzip': [
    'HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\nContent-Length: 3\r\n\r\nabc',
    /is not compressed as it says/,
  ],
  'an unknown coding': [
    'HTTP/1.1 200 OK\r\nContent-Encoding: rot13\r\nContent-Length: 3\r\n\r\nabc',
    /content coding rot13/,
  ],
  'another protocol': ['HTTP/1.1 101 Switching\r\nUpgrade: x\r\nConnection: upgrade\r\n\r\n', /another protocol/],
  'an impossible status': ['HTTP/1.1 999 No\r\nContent-Length: 0\r\n\r\n', /has the status 999/],
  'a redirect elsewhere': [
    'HTTP/1.1 302 Found\r\nLocation: http://evil.test/\r\nContent-Length: 0\r\n\r\n',
    /evil\.test/,
  ],
  'a redirect without its scheme': [
    'HTTP/1.1 301 Moved\r\nLocation: //evil.test/a\r\nContent-Length: 0\r\n\r\n',
    /evil\.test/,
  ],
};

test.each(Object.entries(lies))('an upstream that sends %s is a 502', async (_, [bytes, detail]) => {
  const url = await sending(bytes);
  await hostValue(mock.host, 'upstream.set', { url, mode: 'missing' });
  const response = await mock.send({ target: '/v1/a' });
  expect(response.status).toBe(502);
  expect(response.json()).toMatchObject({
    type: expect.stringMatching(/^\/problems\/upstream-/),
    detail: expect.stringMatching(detail),
  });
  const logged = await latestRequest(mock);
  expect(logged).toMatchObject({ upstream: true, status: 502, explanation: { upstream: { url, status: null } } });
  const { upstream } = await hostValue(mock.host, 'workspace.get', {});
  expect(upstream.fault).toMatch(detail);
});

test('an upstream that is away is a 502, and one that is turned off is none', async () => {
  await hostValue(mock.host, 'upstream.set', { url: 'http://127.0.0.1:1', mode: 'all' });
  expect((await mock.send({ target: '/a' })).json()).toMatchObject({
    type: '/problems/upstream-unavailable',
    detail: 'The mock cannot get a response from 127.0.0.1:1: nothing listens there.',
  });
  await hostValue(mock.host, 'upstream.set', { url: null, mode: 'off' });
  expect((await mock.send({ target: '/a' })).status).toBe(404);
});

test('an upstream that is this mock is a loop', async () => {
  await hostValue(mock.host, 'upstream.set', { url: `http://127.0.0.1:${mock.port}`, mode: 'missing' });
  const response = await mock.send({ target: '/nowhere' });
  expect([response.status, response.json()]).toMatchObject([502, { type: '/problems/upstream-loop' }]);
});

const bytes = 100_000;

test.each([
  ['a head that never comes', () => undefined, 'upstream-timeout'],
  ['an endless body', (socket: Socket) => endless(socket, 'x'), 'upstream-timeout'],
  [
    'endless informational responses',
    (socket: Socket) => endless(socket, 'HTTP/1.1 103 Early Hints\r\n\r\n', ''),
    'upstream-timeout',
  ],
  ['a huge body', (socket: Socket) => socket.end(`HTTP/1.1 200 OK\r\n\r\n${'x'.repeat(200_000)}`), 'upstream-invalid'],
  [
    'a body that is huge once it is decoded',
    (socket: Socket) => {
      const body = gzipSync('x'.repeat(50_000_000));
      socket.write(`HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\nContent-Length: ${body.length}\r\n\r\n`);
      socket.end(body);
    },
    'upstream-invalid',
  ],
  [
    'a huge head',
    (socket: Socket) => endless(socket, `X-A: ${'x'.repeat(9000)}\r\n`, 'HTTP/1.1 200 OK\r\n'),
    'upstream-invalid',
  ],
] as const)('%s has an end', async (_, serve, code) => {
  const address = parseUpstream(await rawService(serve as (socket: Socket) => void));
  if (!address.ok) throw new Error(address.problem);
  const { signal } = new AbortController();
  const request = { method: 'GET', path: '/', headers: ['Host', 'a'], body: null, signal };
  const time = code === 'upstream-timeout' ? 200 : 20_000;
  const fetched = await fetchUpstream(address.value, request, { time, bytes });
  expect(fetched.ok ? 'accepted' : fetched.problem.type).toBe(`/problems/${code}`);
});

function endless(socket: Socket, piece: string, head = 'HTTP/1.1 200 OK\r\n\r\n'): void {
  socket.write(head);
  const timer = setInterval(() => socket.write(piece), 5);
  socket.once('close', () => clearInterval(timer));
}

test.each([
  ['ftp://a', 'must be a URL'],
  ['file:///etc/passwd', 'must be a URL'],
  ['javascript:alert(1)', 'must be a URL'],
  ['a.test', 'must be a URL'],
  ['http://user:secret@a.test', 'cannot contain a user'],
  ['http://a.test/?key=1', 'cannot contain a query'],
])('%s is no upstream', async (url, reason) => {
  const reply = await mock.host.call('upstream.set', { url, mode: 'all' });
  expect(reply).toMatchObject({ ok: false, problem: { status: 400, detail: expect.stringContaining(reason) } });
});

test('the URL and the mode are chosen one by one, and what is left out stays', async () => {
  const { host } = mock;
  const upstream = async () => {
    const { url, mode } = (await hostValue(host, 'workspace.get', {})).upstream;
    return [url, mode];
  };
  const refused = await host.call('upstream.set', { mode: 'all' });
  expect(refused).toMatchObject({ ok: false, problem: { detail: 'The URL of the upstream must be set first.' } });
  expect(await upstream()).toEqual([null, 'off']);
  // A page that still shows no URL may choose the mode.
  await Promise.all([
    hostValue(host, 'upstream.set', { url: 'http://a.test' }),
    hostValue(host, 'upstream.set', { mode: 'missing' }),
  ]);
  expect(await upstream()).toEqual(['http://a.test', 'missing']);
  await hostValue(host, 'upstream.set', { url: 'http://b.test' });
  expect(await upstream()).toEqual(['http://b.test', 'missing']);
  await hostValue(host, 'upstream.set', { url: null });
  expect(await upstream()).toEqual([null, 'off']);
});

test('headers about one connection or one origin stay where they belong', async () => {
  const heard: Record<string, unknown>[] = [];
  const service = await startService((req, res) => {
    heard.push({ ...req.headers, url: req.url });
    res.writeHead(200, [
      ...['Content-Type', 'text/plain', 'Connection', 'X-Hop', 'X-Hop', '1', 'Keep-Alive', 'timeout=5'],
      ...['Access-Control-Allow-Origin', '*', 'Strict-Transport-Security', 'max-age=1', 'Clear-Site-Data', '"*"'],
      ...[
        'Set-Cookie',
        'a=1; Domain=api.test; Path=/',
        'Set-Cookie',
        'b=2',
        'X-Two',
        '1',
        'X-Two',
        '2',
        'vary',
        'Accept',
      ],
    ]);
    res.end('ok');
  });
  onTestFinished(() => service.stop());
  await hostValue(mock.host, 'upstream.set', { url: `${service.url}/base`, mode: 'missing' });
  const response = await mock.send({
    target: '/v1/a?b=%20c',
    headers: [
      ...([
        ['Connection', 'X-Mine'],
        ['X-Mine', '1'],
        ['TE', 'trailers'],
        ['Proxy-Authorization', 'Basic eA=='],
      ] as const),
      ...([
        ['X-Mock-Session', 's'],
        ['Authorization', 'Bearer abc'],
        ['Accept', 'text/plain'],
      ] as const),
    ],
  });
  const { host } = new URL(service.url);
  expect(heard).toEqual([
    {
      url: '/base/v1/a?b=%20c',
      host,
      connection: 'close',
      authorization: 'Bearer abc',
      accept: 'text/plain',
      'accept-encoding': 'identity',
      via: expect.stringMatching(/^1\.1 mock-api-console-/),
    },
  ]);
  expect(response.body).toBe('ok');
  expect(response.headers.filter(([name]) => /^set-cookie$/i.test(name)).map(([, value]) => value)).toEqual([
    'a=1; Path=/',
    'b=2',
  ]);
  expect(response.header('x-two')).toBe('1, 2');
  expect(response.header('vary')).toContain('Accept');
  for (const name of ['x-hop', 'access-control-allow-origin', 'strict-transport-security', 'clear-site-data']) {
    expect(response.header(name), name).toBeUndefined();
  }
});

test('redirects and links within the upstream lead to the mock', async () => {
  const service = await startService((req, res) => {
    const own = `http://${req.headers.host}/base`;
    if (req.url === '/base/old') res.writeHead(302, { Location: `${own}/new?x=1` }).end();
    else if (req.url === '/base/out') res.writeHead(302, { Location: '/elsewhere' }).end();
    else
      res
        .writeHead(200, { 'Content-Type': 'application/json' })
        .end(JSON.stringify({ self: `${own}/a`, like: `${own}x` }));
  });
  onTestFinished(() => service.stop());
  await hostValue(mock.host, 'upstream.set', { url: `${service.url}/base/`, mode: 'missing' });
  expect((await mock.send({ target: '/old' })).header('location')).toBe('http://localhost/new?x=1');
  expect((await mock.send({ target: '/out' })).status).toBe(502);
  expect((await mock.send({ target: '/a' })).json()).toEqual({
    self: 'http://localhost/a',
    like: `${service.url}/basex`,
  });
  expect((await mock.send({ target: '/a/%2e%2e/%2E./b' })).status).toBe(404);
});

test('HEAD has the length of the body, and writes are not forwarded where the mock serves fixtures only', async () => {
  const service = await startService((_, res) => res.end('12345'));
  onTestFinished(() => service.stop());
  await hostValue(mock.host, 'upstream.set', { url: service.url, mode: 'all' });
  const head = await mock.send({ method: 'HEAD', target: '/a' });
  expect([head.status, head.header('content-length'), head.body]).toEqual([200, '5', '']);
  expect((await mock.send({ method: 'TRACE', target: '/a' })).status).not.toBe(200);
  expect(service.requests).toEqual(['GET /a']);
  await hostValue(mock.host, 'upstream.set', { url: null, mode: 'off' });
});
