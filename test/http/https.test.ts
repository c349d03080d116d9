import { writeFile } from 'node:fs/promises';
import { createServer, type Socket } from 'node:net';
import { type ConnectionOptions, connect } from 'node:tls';
import { expect, test } from 'vitest';
import type { Certificates, TlsIdentity } from '../../server/http/connection/tls-identity.ts';
import { CertificateStore } from '../../server/tls/certificate-store.ts';
import { open, untilClosed } from '../support/raw-client.ts';
import { type Received, type SecureHost, secureHost, sendTo } from '../support/secure-host.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { hostValue, smallWorkspace, temporaryHost } from '../support/temporary-host.ts';

test('a client trusts the server with the authority, by each of its names, and refuses it without', async () => {
  await using mock = await secureHost();
  const { https, ca } = mock;
  expect(await sendTo(https, { path: '/users/42', ca })).toMatchObject({ status: 200, tls: 'TLSv1.3 http/1.1' });
  expect(await sendTo(new URL(`https://localhost:${https.port}`), { path: '/users/42', ca })).toMatchObject({
    status: 200,
  });
  await expect(sendTo(https, { path: '/users/42' })).rejects.toMatchObject({ code: 'UNABLE_TO_VERIFY_LEAF_SIGNATURE' });
  await expect(sendTo(https, { ca, servername: 'shop.example.com' })).rejects.toMatchObject({
    code: 'ERR_TLS_CERT_ALTNAME_INVALID',
  });
  expect(mock.host.log.list()).toHaveLength(2);
});

test('the authority of another machine is not enough', async () => {
  await using mock = await secureHost();
  await using other = await secureHost();
  await expect(sendTo(mock.https, { ca: other.ca })).rejects.toThrow();
});

/** The part of a response that has to be the same over both. */
function comparable({ status, headers, body }: Received, scheme: string) {
  const { date, 'content-length': length, ...others } = headers;
  const text = JSON.stringify({ status, headers: others, body });
  return JSON.parse(
    text
      .replaceAll(`${scheme}://mock.localhost`, 'scheme://mock.localhost')
      .replaceAll(/[\da-f]{8}-\d+-[\w-]+/g, 'list'),
  );
}

const steps = [
  { path: '/' },
  { path: '/users/42' },
  { path: '/users/7' },
  { path: '/api/users/42' },
  { path: '/api/users/42', headers: { 'If-None-Match': '*' } },
  { path: '/api/users?limit=1' },
  { path: '/api/users?limit=1', method: 'HEAD' },
  { path: '/api/users?colour=red' },
  { path: '/nowhere' },
  { path: '/api/users/42', method: 'OPTIONS' },
  { path: '/api/users', method: 'TRACE' },
  { path: '/api/users/42', method: 'PATCH', body: '{"status":"inactive"}', headers: { 'If-Match': '"other"' } },
  { path: '/api/users/42', method: 'PATCH', body: '{"status":"inactive"}', headers: { 'If-Match': '*' } },
  { path: '/api/users/42', method: 'PATCH', body: '[{"op":"test","path":"/status","value":"x"}]' },
  { path: '/api/users/42', method: 'PATCH', body: 'x', headers: { 'Content-Type': 'text/plain' } },
  { path: '/api/users/42', method: 'PUT', body: '{"userId":"42","name":"Ada","status":"active"}' },
  { path: '/api/users', method: 'POST', body: '{"userId":"9","name":"Alan","status":"active"}' },
  { path: '/api/users/9', method: 'DELETE' },
  { path: '/users/42', headers: { Host: 'elsewhere.test' } },
  { path: '/users/42', headers: { Origin: 'https://elsewhere.test' } },
  { path: 'https://mock.localhost/users/42' },
  { path: 'http://mock.localhost/users/42' },
] as const;

test('every rule of HTTP is the same over both', async () => {
  await using plain = await secureHost();
  await using secure = await secureHost();
  for (const step of steps) {
    const headers = {
      Host: 'mock.localhost',
      ...('body' in step && { 'Content-Type': 'application/json' }),
      ...('headers' in step && step.headers),
    };
    const overHttp = await sendTo(plain.http, { ...step, headers });
    const overHttps = await sendTo(secure.https, { ...step, headers, ca: secure.ca, servername: 'localhost' });
    expect(comparable(overHttps, 'https'), step.path).toEqual(comparable(overHttp, 'http'));
  }
});

test('links of pages, the archive and the log name the scheme of the request', async () => {
  await using mock = await secureHost();
  const { host, https, http, ca } = mock;
  const secure = await sendTo(https, { path: '/api/users?limit=1', ca });
  expect(JSON.parse(secure.body).next).toBe(`${https.origin}/api/users?limit=1&offset=1`);
  expect(secure.headers.link).toContain(`<${https.origin}/api/users`);
  const plain = await sendTo(http, { path: '/api/users?limit=1' });
  expect(JSON.parse(plain.body).next).toMatch(/^http:/);
  expect(plain.headers.etag).not.toBe(secure.headers.etag);
  const { entries } = await hostValue(host, 'requests.list', {});
  expect(entries.map(({ secure: isSecure }) => isSecure)).toEqual([undefined, true]);
  const { text } = await hostValue(host, 'requests.export', { format: 'har' });
  const urls = JSON.parse(text).log.entries.map(
    (entry: { request: { url: string } }) => new URL(entry.request.url).origin,
  );
  expect(urls.toSorted()).toEqual([http.origin, https.origin]);
});

test('a page of the server itself may use it, a page of the other scheme is another site', async () => {
  await using mock = await secureHost({ ...smallWorkspace, settings: { cors: 'off' } });
  const { http, https, ca } = mock;
  const status = async (url: URL, origin: string) => (await sendTo(url, { ca, headers: { Origin: origin } })).status;
  expect(await status(https, https.origin)).toBe(200);
  expect(await status(http, http.origin)).toBe(200);
  expect(await status(https, https.origin.replace('https', 'http'))).toBe(403);
  expect(await status(http, http.origin.replace('http', 'https'))).toBe(403);
});

test('offers its authority over both, with the media type that devices ask to trust', async () => {
  await using mock = await secureHost();
  const { http, https, ca } = mock;
  const path = '/.well-known/mock-api-console-ca.crt';
  for (const url of [http, https]) {
    const { status, headers, body } = await sendTo(url, { path, ca });
    expect({ status, type: headers['content-type'], body }).toEqual({
      status: 200,
      type: 'application/x-x509-ca-cert',
      body: ca,
    });
  }
  expect(JSON.parse((await sendTo(http)).body).authority).toBe(path);
  expect((await sendTo(http, { path, method: 'POST' })).status).toBe(405);
  const session = await sendTo(http, { path, headers: { 'X-Mock-Session': 'phone' } });
  expect(session.body).toBe(ca);
});

test('without HTTPS there is no authority', async () => {
  await using opened = await temporaryHost();
  await opened.host.perform('server.start', {});
  const state = opened.host.server();
  const url = new URL(state.state === 'listening' ? state.url : '');
  expect((await sendTo(url, { path: '/.well-known/mock-api-console-ca.crt' })).status).toBe(404);
  expect(JSON.parse((await sendTo(url)).body)).not.toHaveProperty('authority');
  expect(await hostValue(opened.host, 'server.reach', {})).toEqual({ addresses: [], authority: null, uncovered: [] });
});

/** The protocol of a handshake, or the code of its failure. */
function handshake({ https, ca }: SecureHost, options: ConnectionOptions): Promise<string> {
  return new Promise((resolve) => {
    const socket = connect({ host: https.hostname, port: Number(https.port), ca, ...options });
    socket.once('secureConnect', () => {
      resolve(`${socket.getProtocol()} ${socket.alpnProtocol}`);
      socket.destroy();
    });
    socket.once('error', (error) => resolve('code' in error ? String(error.code) : error.message));
  });
}

test('speaks TLS 1.2 and 1.3, and no protocol but HTTP/1.1', async () => {
  await using mock = await secureHost();
  const weak = { ciphers: 'DEFAULT@SECLEVEL=0' };
  expect(await handshake(mock, { maxVersion: 'TLSv1.2' })).toBe('TLSv1.2 false');
  expect(await handshake(mock, { ALPNProtocols: ['h2', 'http/1.1'] })).toBe('TLSv1.3 http/1.1');
  expect(await handshake(mock, { ALPNProtocols: ['h2'] })).toContain('NO_APPLICATION_PROTOCOL');
  expect(await handshake(mock, { minVersion: 'TLSv1.1', maxVersion: 'TLSv1.1', ...weak })).toMatch(/PROTOCOL|ALERT/);
});

test('closes connections that do not speak TLS, and serves the others', async () => {
  await using mock = await secureHost();
  const port = Number(mock.https.port);
  for (const bytes of ['GET / HTTP/1.1\r\nHost: localhost\r\n\r\n', '\x16\x03\x01\xff\xff', 'nonsense'.repeat(100)]) {
    const socket = await open(port);
    socket.end(bytes);
    expect(await untilClosed(socket)).not.toContain('HTTP/1.1 200');
  }
  expect((await sendTo(mock.https, { path: '/users/42', ca: mock.ca })).status).toBe(200);
  expect(mock.faults).toEqual([]);
});

test('stops at once with many handshakes in progress, and lets requests in progress end', async () => {
  await using mock = await secureHost({
    ...smallWorkspace,
    scenarios: [{ name: 'Slow', rules: [{ when: {}, then: { kind: 'delay', milliseconds: 300 } }] }],
    scenario: 'Slow',
  });
  const sockets: Socket[] = [];
  for (let index = 0; index < 100; index += 1) sockets.push(await open(Number(mock.https.port)));
  const closed = sockets.map((socket) => untilClosed(socket).catch(() => ''));
  const slow = sendTo(mock.https, { path: '/users/42', ca: mock.ca });
  await expect.poll(() => mock.host.log.list().length).toBe(1);
  await mock.host.finishRequests(30_000);
  expect((await slow).status).toBe(200);
  await Promise.all(closed);
});

const faults = [
  ['reset', 'ECONNRESET'],
  ['empty', 'ECONNRESET'],
  ['malformed', 'HPE_INVALID_CONSTANT'],
  ['cut', 'ECONNRESET'],
] as const;

test.each(faults)('a scenario breaks a connection over TLS: %s', async (fault, code) => {
  const rules = [{ when: {}, then: { kind: 'fault', fault } }];
  await using mock = await secureHost({
    ...smallWorkspace,
    scenarios: [{ name: 'Broken', rules }],
    scenario: 'Broken',
  });
  await expect(sendTo(mock.https, { path: '/api/users/42', ca: mock.ca })).rejects.toMatchObject({ code });
  await expect.poll(() => mock.host.log.list()[0]?.durationMs).toBeGreaterThan(0);
  expect(mock.host.log.get(1)?.brokenBy).toBe('server');
  expect(mock.faults).toEqual([]);
});

test('the settings turn HTTPS on and off while clients use HTTP', async () => {
  const folder = await temporaryFolder();
  await using opened = await temporaryHost(smallWorkspace, {
    certificates: storeIn(folder),
    override: { httpsPort: 0 },
  });
  const { host } = opened;
  await hostValue(host, 'server.start', {});
  const before = host.server();
  await hostValue(host, 'settings.set', { settings: { https: true } });
  const on = host.server();
  expect(on).toMatchObject({ ...before, https: { url: expect.stringMatching(/^https:\/\/127\.0\.0\.1:\d+$/) } });
  await hostValue(host, 'history.undo', {});
  await expect.poll(() => host.server()).toEqual(before);
  await hostValue(host, 'server.stop', {});
  expect(host.server()).toEqual({ state: 'stopped' });
});

test('a taken port of HTTPS leaves all as it is, and a free one is suggested', async () => {
  const folder = await temporaryFolder();
  await using opened = await temporaryHost(smallWorkspace, { certificates: storeIn(folder) });
  const { host } = opened;
  const other = createServer();
  await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve));
  const { port } = other.address() as { port: number };
  try {
    await hostValue(host, 'server.start', {});
    const before = host.server();
    const refused = await host.call('settings.set', { settings: { https: true, httpsPort: port } });
    expect(refused).toMatchObject({
      problem: {
        detail: expect.stringMatching(`^Port ${port} on 127.0.0.1 is taken by `),
        suggestedFix: { httpsPort: expect.any(Number) },
      },
    });
    expect(host.server()).toEqual(before);
    expect(host.settings.https).toBe(false);
  } finally {
    other.close();
  }
});

test('a damaged authority keeps the server from its start, and HTTPS can be turned off', async () => {
  const folder = await temporaryFolder();
  await writeFile(`${folder}/ca.pem`, '', { mode: 0o600 });
  const options = { certificates: storeIn(folder), override: { https: true, httpsPort: 0 } };
  await using opened = await temporaryHost(smallWorkspace, options);
  const { host } = opened;
  expect(await host.perform('server.start', {})).toMatchObject({ problem: { suggestedFix: { https: false } } });
  expect(host.server()).toMatchObject({ state: 'failed', reason: expect.stringContaining('ca-key.pem is missing') });
  await hostValue(host, 'settings.set', { settings: { https: false } });
  await hostValue(host, 'server.start', {});
  expect(host.server()).toMatchObject({ state: 'listening' });
});

test('new connections get a renewed certificate, and old ones go on', async () => {
  const [first, second] = [await identityOf(), await identityOf()];
  let current = first;
  const certificates: Certificates = {
    get authority() {
      return current.authority;
    },
    identity: async () => ({ ok: true, value: current }),
  };
  await using mock = await secureHost(smallWorkspace, { certificates });
  const old = connect({ port: Number(mock.https.port), host: '127.0.0.1', ca: first.authority ?? '' });
  await new Promise((resolve) => old.once('secureConnect', resolve));
  current = second;
  await hostValue(mock.host, 'server.reach', {});
  await expect(sendTo(mock.https, { ca: first.authority ?? '' })).rejects.toThrow();
  expect((await sendTo(mock.https, { ca: second.authority ?? '' })).status).toBe(200);
  const answered = new Promise((resolve) => old.once('data', resolve));
  old.write('GET /users/42 HTTP/1.1\r\nHost: localhost\r\n\r\n');
  expect(String(await answered)).toContain('200 OK');
  old.destroy();
});

async function identityOf(): Promise<TlsIdentity> {
  const found = await new CertificateStore({ folder: await temporaryFolder(), writes: false }).identity([]);
  if (!found.ok) throw new Error(found.problem.detail);
  return found.value;
}

function storeIn(folder: string): Certificates {
  const store = new CertificateStore({ folder, writes: true });
  return { authority: null, identity: (hosts) => store.identity(hosts) };
}
