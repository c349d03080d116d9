import { expect, test } from 'vitest';
import type { HttpContext } from '../../../../server/http/connection/http-context.ts';
import { hostCheck } from '../../../../server/http/middleware/host-check.ts';
import { ask, sendRaw } from '../../../support/raw-client.ts';
import { startMock } from '../app/mock-server.ts';

test.each([
  'localhost',
  'localhost:4010',
  'LOCALHOST',
  'localhost.',
  'app.localhost:80',
  '127.0.0.1',
  '127.9.9.9:1',
  '[::1]',
  '[::1]:4010',
  'localhost:',
  'mock.example',
  'MOCK.example:8080',
])('accepts the host %s', async (host) => {
  const { port } = await startMock({ settings: { allowedHosts: ['Mock.Example'] } });

  const { status } = await ask(port, { target: '/echo', headers: { Host: host } });

  expect(status).toBe(200);
});

test.each(['evil.example', 'localhost.evil.example', 'evil-localhost', '128.0.0.1', '[::2]', '0.0.0.0', '2130706433'])(
  'refuses the host %s with 421 and names the setting that allows it',
  async (host) => {
    const { port } = await startMock();

    const { status, body } = await ask(port, { target: '/echo', headers: { Host: host } });

    expect(status).toBe(421);
    expect(JSON.parse(body)).toMatchObject({ host, detail: expect.stringContaining('settings.allowedHosts') });
  },
);

test.each([
  ['empty', ''],
  ['a list', 'localhost, localhost'],
  ['with user information', 'user@localhost'],
  ['with a path', 'localhost/echo'],
  ['with a query', 'localhost?a'],
  ['with a space', 'local host'],
  ['with a port that is no number', 'localhost:http'],
  ['with two ports', 'localhost:1:2'],
  ['with an empty label', 'a..localhost'],
  ['an address that is not closed', '[::1'],
  ['percent-encoded', 'local%68ost'],
  ['not ASCII', 'löcalhost'],
])('refuses a Host header with 400: %s', async (_name, host) => {
  const { port } = await startMock();

  const { status, body } = await ask(port, { target: '/echo', headers: { Host: host } });

  expect(status).toBe(400);
  expect(JSON.parse(body)).toMatchObject({ header: 'Host' });
});

test.each([
  ['two Host lines', 'GET /echo HTTP/1.1\r\nHost: localhost\r\nHost: evil.example\r\nConnection: close\r\n\r\n', 400],
  [
    'two equal Host lines',
    'GET /echo HTTP/1.1\r\nHost: localhost\r\nhost: localhost\r\nConnection: close\r\n\r\n',
    400,
  ],
  ['no Host line', 'GET /echo HTTP/1.1\r\nConnection: close\r\n\r\n', 400],
  ['no Host line in HTTP/1.0', 'GET /echo HTTP/1.0\r\n\r\n', 200],
  ['no Host line and a foreign target in HTTP/1.0', 'GET http://evil.example/echo HTTP/1.0\r\n\r\n', 421],
  ['a foreign Host line in HTTP/1.0', 'GET /echo HTTP/1.0\r\nHost: evil.example\r\n\r\n', 421],
])('responds with the right status: %s', async (_name, bytes, status) => {
  const { port } = await startMock();

  const responses = await sendRaw(port, bytes);

  expect(responses.map((response) => response.status)).toEqual([status]);
});

test.each([
  ['http://localhost:4010/echo?a=1', 'evil.example', 200],
  ['HTTP://LOCALHOST/echo?a=1', 'localhost', 200],
  ['http://evil.example/echo', 'localhost', 421],
  ['http://user@localhost/echo', 'localhost', 400],
  ['http:///echo', 'localhost', 400],
  ['http://localhost/echo', 'user@localhost', 400],
])('checks the authority of the absolute target %s instead of the Host header', async (target, host, status) => {
  const { port } = await startMock();

  const response = await ask(port, { target, headers: { Host: host } });

  expect(response.status).toBe(status);
});

test.each([
  ['192.168.1.5', '192.168.1.5:4010', true],
  ['::ffff:192.168.1.5', '192.168.1.5', true],
  ['fe80::1', '[fe80::1]', true],
  ['192.168.1.5', '192.168.1.6', false],
  ['192.168.1.5', 'rebound.example', false],
])('a connection to the address %s and the host %s is allowed: %s', (localAddress, host, isAllowed) => {
  const ctx = {
    req: { url: '/', headers: {}, rawHeaders: ['Host', host], httpVersion: '1.1', socket: { localAddress } },
    state: {},
  } as unknown as HttpContext;
  let isPassedOn = false;
  const next = async () => {
    isPassedOn = true;
  };

  hostCheck({ allowedHosts: () => [], advice: '' })(ctx, next);

  expect(isPassedOn).toBe(isAllowed);
  expect(ctx.state.response?.status).toBe(isAllowed ? undefined : 421);
});

test.each([
  ['evil.example', '/echo', 421],
  ['evil.example', '/a#b', 421],
  ['localhost, localhost', '/echo', 400],
])('leaves no trace in the log: host %s, target %s', async (host, target, status) => {
  const { port, log, refusals } = await startMock();

  const bytes = `POST ${target} HTTP/1.1\r\nHost: ${host}\r\nContent-Length: 5\r\n\r\nhello`;
  const responses = await sendRaw(port, bytes);

  expect(responses.map((response) => response.status)).toEqual([status]);
  expect([log.state.total, refusals.length]).toEqual([0, 1]);
});
