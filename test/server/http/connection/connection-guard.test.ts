import { expect, test } from 'vitest';
import { immediateDelivery } from '../../../../server/domain/scenario/delivery.ts';
import { nextChunk, open, parseResponses, sendRaw, untilClosed } from '../../../support/raw-client.ts';
import { echoEndpoint, fixedEndpoint, startMock } from '../app/mock-server.ts';

const head = 'Host: localhost\r\n';

/** What must be refused once, without a second response to what an attacker hid behind it. */
const smuggled = 'GET /users/smuggled HTTP/1.1\r\nHost: localhost\r\n\r\n';

test.each([
  [
    'a length beside chunks',
    `POST /echo HTTP/1.1\r\n${head}Content-Length: 6\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n`,
  ],
  [
    'chunks beside a length',
    `POST /echo HTTP/1.1\r\n${head}Transfer-Encoding: chunked\r\nContent-Length: 6\r\n\r\n0\r\n\r\n`,
  ],
  ['two lengths', `POST /echo HTTP/1.1\r\n${head}Content-Length: 0\r\nContent-Length: 44\r\n\r\n`],
  ['a list of lengths', `POST /echo HTTP/1.1\r\n${head}Content-Length: 0, 44\r\n\r\n`],
  ['a length with a sign', `POST /echo HTTP/1.1\r\n${head}Content-Length: +0\r\n\r\n`],
  ['a length that is no number', `POST /echo HTTP/1.1\r\n${head}Content-Length: 0x0\r\n\r\n`],
  ['a negative length', `POST /echo HTTP/1.1\r\n${head}Content-Length: -1\r\n\r\n`],
  ['an unknown transfer coding', `POST /echo HTTP/1.1\r\n${head}Transfer-Encoding: xchunked\r\n\r\n`],
  ['two transfer codings', `POST /echo HTTP/1.1\r\n${head}Transfer-Encoding: gzip, chunked\r\n\r\n0\r\n\r\n`],
  [
    'two transfer coding lines',
    `POST /echo HTTP/1.1\r\n${head}Transfer-Encoding: chunked\r\nTransfer-Encoding: identity\r\n\r\n0\r\n\r\n`,
  ],
  ['space before a colon', `POST /echo HTTP/1.1\r\n${head}Transfer-Encoding : chunked\r\n\r\n0\r\n\r\n`],
  ['a folded header', `POST /echo HTTP/1.1\r\n${head}X-A: b\r\n Transfer-Encoding: chunked\r\n\r\n`],
  ['a bare line feed', `GET /echo HTTP/1.1\n${head}\r\n`],
  ['a bare line feed after a header', `GET /echo HTTP/1.1\r\nHost: localhost\n\r\n`],
  ['a bare carriage return', `GET /echo HTTP/1.1\r\n${head}X-A: b\rX-B: c\r\n\r\n`],
  ['NUL in a header', `GET /echo HTTP/1.1\r\n${head}X-A: b\0c\r\n\r\n`],
  ['NUL in a header name', `GET /echo HTTP/1.1\r\n${head}X\0A: b\r\n\r\n`],
  ['no header name', `GET /echo HTTP/1.1\r\n${head}: b\r\n\r\n`],
  ['an unknown method', `HACK /echo HTTP/1.1\r\n${head}\r\n`],
  ['an unknown version', `GET /echo HTTP/9.9\r\n${head}\r\n`],
  ['a space in the target', `GET /a b HTTP/1.1\r\n${head}\r\n`],
  ['no HTTP at all', '\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03'],
  ['a tunnel', `CONNECT example.org:443 HTTP/1.1\r\nHost: example.org:443\r\n\r\n`],
  ['HTTP/1.0 with chunks', `POST /echo HTTP/1.0\r\n${head}Transfer-Encoding: chunked\r\n\r\n0\r\n\r\n`],
])('%s is refused once with 400 and the connection is closed', async (_name, bytes) => {
  const { port, faults } = await startMock();

  const responses = await sendRaw(port, Buffer.from(bytes + smuggled, 'latin1'));

  expect(responses.map(({ status }) => status)).toEqual([400]);
  expect(responses[0]?.header('content-type')).toBe('application/problem+json');
  expect(responses[0]?.header('connection')).toBe('close');
  expect(JSON.parse(responses[0]?.body ?? '')).toMatchObject({ status: 400 });
  expect(faults).toEqual([]);
});

test('refuses a header section of 100 KB with 431', async () => {
  const { port } = await startMock();

  const responses = await sendRaw(port, `GET /echo HTTP/1.1\r\n${head}X-Long: ${'x'.repeat(100_000)}\r\n\r\n`);

  expect(responses.map(({ status }) => status)).toEqual([431]);
});

test('refuses ten thousand short headers with 431', async () => {
  const { port } = await startMock();

  const responses = await sendRaw(port, `GET /echo HTTP/1.1\r\n${head}${'a: b\r\n'.repeat(10_000)}\r\n`);

  expect(responses.map(({ status }) => status)).toEqual([431]);
});

test('answers pipelined requests in order, even if the first is delayed', async () => {
  const { port } = await startMock({
    endpoints: [echoEndpoint, fixedEndpoint('/slow', { delivery: { ...immediateDelivery, delay: 50 }, body: 'slow' })],
  });

  const responses = await sendRaw(
    port,
    `GET /slow HTTP/1.1\r\n${head}\r\nGET /echo?2 HTTP/1.1\r\n${head}\r\nGET /echo?3 HTTP/1.1\r\n${head}Connection: close\r\n\r\n`,
  );

  expect(responses.map(({ body }) => (body === 'slow' ? 'slow' : JSON.parse(body).query))).toEqual(['slow', '2', '3']);
});

test('a malformed request behind a delayed one gets no response before it', async () => {
  const { port } = await startMock({
    endpoints: [fixedEndpoint('/slow', { delivery: { ...immediateDelivery, delay: 50 }, body: 'slow' })],
  });

  const responses = await sendRaw(port, `GET /slow HTTP/1.1\r\n${head}\r\nNONSENSE\r\n\r\n`);

  expect(responses).toEqual([]);
});

test('refuses a malformed request behind a finished one', async () => {
  const { port } = await startMock();

  const responses = await sendRaw(port, `GET /echo HTTP/1.1\r\n${head}\r\nNONSENSE\r\n\r\n`);

  expect(responses.map(({ status }) => status)).toEqual([200, 400]);
});

test('refuses a body with broken chunks once and logs it', async () => {
  const { port, log } = await startMock();
  const socket = await open(port);
  const closed = untilClosed(socket);

  socket.write(`POST /echo HTTP/1.1\r\n${head}Transfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n`);
  socket.write(`ZZ\r\n${smuggled}`);

  expect(parseResponses(Buffer.from(await closed)).map(({ status }) => status)).toEqual([400]);
  expect(log.list()).toMatchObject([{ method: 'POST', path: '/echo', status: 400 }]);
});

test('refuses an unfinished header section with 408 after the timeout', async () => {
  const { port } = await startMock({ timeouts: { headers: 50, request: 100, keepAlive: 1000, check: 10 } });
  const socket = await open(port);
  const closed = untilClosed(socket);

  socket.write('GET /echo HTTP/1.1\r\nHost: loc');

  expect(await closed).toMatch(/^HTTP\/1\.1 408 /);
});

test('refuses an unfinished body with 408 after the timeout and logs it', async () => {
  const { port, log } = await startMock({ timeouts: { headers: 50, request: 100, keepAlive: 1000, check: 10 } });
  const socket = await open(port);
  const closed = untilClosed(socket);

  socket.write(`POST /echo HTTP/1.1\r\n${head}Content-Length: 100\r\n\r\nhello`);

  expect(await closed).toMatch(/^HTTP\/1\.1 408 /);
  expect(log.list()).toMatchObject([{ method: 'POST', status: 408 }]);
});

test('closes a silent connection after the timeout', async () => {
  const { port } = await startMock({ timeouts: { headers: 50, request: 100, keepAlive: 1000, check: 10 } });

  const socket = await open(port);

  expect(await untilClosed(socket)).toMatch(/^HTTP\/1\.1 408 |^$/);
});

test('ignores an unsupported upgrade', async () => {
  const { port } = await startMock();

  const responses = await sendRaw(
    port,
    `GET /echo HTTP/1.1\r\n${head}Connection: upgrade, close\r\nUpgrade: websocket\r\n\r\n`,
  );

  expect(responses.map(({ status }) => status)).toEqual([200]);
});

test('tells a waiting client to continue once its body is read', async () => {
  const { port } = await startMock();
  const socket = await open(port);

  socket.write(`POST /echo HTTP/1.1\r\n${head}Expect: 100-continue\r\nContent-Length: 5\r\nConnection: close\r\n\r\n`);
  expect(await nextChunk(socket)).toBe('HTTP/1.1 100 Continue\r\n\r\n');
  const closed = untilClosed(socket);
  socket.write('hello');

  expect(await closed).toMatch(/^HTTP\/1\.1 200 .*"body":"hello"/s);
});

test('refuses a waiting client with a body over the limit before it sends the body', async () => {
  const { port } = await startMock({ settings: { bodyLimit: 10 } });

  const responses = await sendRaw(
    port,
    `POST /echo HTTP/1.1\r\n${head}Expect: 100-continue\r\nContent-Length: 11\r\n\r\n`,
  );

  expect(responses.map(({ status }) => status)).toEqual([413]);
  expect(responses[0]?.header('connection')).toBe('close');
});

test('refuses any other expectation with 417', async () => {
  const { port } = await startMock();

  const responses = await sendRaw(port, `GET /echo HTTP/1.1\r\n${head}Expect: miracles\r\nConnection: close\r\n\r\n`);

  expect(responses.map(({ status }) => status)).toEqual([417]);
});
