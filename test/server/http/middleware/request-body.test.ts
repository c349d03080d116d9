import { gzipSync } from 'node:zlib';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { ask, nextChunk, open, parseResponses, sendRaw, untilClosed } from '../../../support/raw-client.ts';
import { rounds } from '../../../support/rounds.ts';
import { startMock } from '../app/mock-server.ts';

const json = { 'Content-Type': 'application/json' };

test('delivers every text unchanged, with a length or in chunks', async () => {
  const { port } = await startMock();

  await fc.assert(
    fc.asyncProperty(fc.string({ unit: 'binary', minLength: 1 }), fc.nat(20), async (text, cut) => {
      fc.pre(!text.startsWith('\ufeff'));
      const bytes = Buffer.from(text);
      const parts = [bytes.subarray(0, cut), bytes.subarray(cut)].filter((part) => part.length > 0);
      const chunks = parts.flatMap((part) => [
        Buffer.from(`${part.length.toString(16)}\r\n`),
        part,
        Buffer.from('\r\n'),
      ]);
      const chunked = Buffer.concat([...chunks, Buffer.from('0\r\n\r\n')]);

      const whole = await ask(port, { method: 'POST', target: '/echo', body: bytes });
      const cutUp = await ask(port, {
        method: 'POST',
        target: '/echo',
        headers: { 'Transfer-Encoding': 'chunked' },
        body: chunked,
      });

      expect(JSON.parse(whole.body).body).toBe(text);
      expect(JSON.parse(cutUp.body).body).toBe(text);
    }),
    { numRuns: rounds(20) },
  );
});

test.each([
  ['no body', {}],
  ['an empty body', { body: '' }],
  ['an empty body in chunks', { headers: { 'Transfer-Encoding': 'chunked' }, body: '0\r\n\r\n' }],
])('%s is none', async (_name, request) => {
  const { port } = await startMock();

  const response = await ask(port, { method: 'POST', target: '/echo', ...request });

  expect(JSON.parse(response.body)).toMatchObject({ method: 'POST', body: null });
});

test.each([
  ['a byte that UTF-8 does not have', Buffer.from([0x22, 0xff, 0x22])],
  ['an overlong form', Buffer.from([0x22, 0xc0, 0xaf, 0x22])],
  ['half of a surrogate pair', Buffer.from([0x22, 0xed, 0xa0, 0x80, 0x22])],
  ['a character that was cut', Buffer.from([0x22, 0xe2, 0x82])],
  ['UTF-16', Buffer.from('\ufeff{}', 'utf16le')],
])('%s is refused with 400', async (_name, body) => {
  const { port, log } = await startMock();

  const response = await ask(port, { method: 'POST', target: '/echo', headers: json, body });

  expect([response.status, JSON.parse(response.body).type]).toEqual([400, '/problems/bad-body']);
  expect(log.get(1)?.request.body).toMatchObject({ encoding: 'base64', content: body.toString('base64') });
});

test.each([
  ['plain text labelled gzip', { 'Content-Encoding': 'gzip' }, '{}'],
  ['real gzip', { 'Content-Encoding': 'gzip' }, gzipSync('{}')],
  ['two codings', { 'Content-Encoding': 'identity, br' }, '{}'],
  ['another charset', { 'Content-Type': 'application/json; charset=evil' }, '{}'],
  ['Latin-1', { 'Content-Type': 'application/json;charset="iso-8859-1"' }, '{}'],
])('%s is refused with 415', async (_name, headers, body) => {
  const { port } = await startMock();

  const response = await ask(port, { method: 'POST', target: '/echo', headers, body });

  expect(response.status).toBe(415);
});

test.each([
  ['application/json; charset=UTF-8', 'identity'],
  ['application/json; charset="utf8"', 'Identity'],
  ['text/plain; charset=us-ascii', 'identity'],
])('a body of %s in the coding %s is read', async (type, coding) => {
  const { port } = await startMock();

  const headers = { 'Content-Type': type, 'Content-Encoding': coding };
  const response = await ask(port, { method: 'POST', target: '/echo', headers, body: '{}' });

  expect([response.status, JSON.parse(response.body).body]).toEqual([200, '{}']);
});

test('reads a body at the limit; refuses one byte more with 413', async () => {
  const { port, log } = await startMock({ settings: { bodyLimit: 10 } });
  const post = (size: number) =>
    `POST /echo HTTP/1.1\r\nHost: localhost\r\nContent-Length: ${size}\r\n\r\n${'x'.repeat(size)}`;

  const responses = await sendRaw(port, `${post(10)}${post(11)}`);

  expect(responses.map(({ status }) => status)).toEqual([200, 413]);
  expect(JSON.parse(responses[1]?.body ?? '')).toMatchObject({ limit: 10 });
  expect(responses[1]?.header('connection')).toBe('close');
  expect(log.list()).toHaveLength(2);
});

test.each([
  ['announced', 'Content-Length: 11\r\n\r\n'],
  ['chunked', 'Transfer-Encoding: chunked\r\n\r\nb\r\nhello world\r\n'],
])('refuses a body over the limit without waiting for its end: %s', async (_name, rest) => {
  const { port } = await startMock({ settings: { bodyLimit: 10 } });
  const socket = await open(port);

  socket.write(`POST /echo HTTP/1.1\r\nHost: localhost\r\n${rest}`);

  expect(await nextChunk(socket)).toMatch(/^HTTP\/1\.1 413 .*"limit":10/s);
  socket.destroy();
});

test('a client that reads only after sending gets the 413', async () => {
  const { port } = await startMock({ settings: { bodyLimit: 10 } });
  const body = Buffer.alloc(6 * 2 ** 20);

  const { status } = await ask(port, { method: 'POST', target: '/echo', body });

  expect(status).toBe(413);
});

test('refuses a body far beyond the limit early and never parses its rest as a request', async () => {
  const { port } = await startMock({ settings: { bodyLimit: 10 } });

  const responses = await sendRaw(
    port,
    `POST /echo HTTP/1.1\r\nHost: localhost\r\nContent-Length: 1000000000\r\n\r\nGET /users/smuggled HTTP/1.1\r\nHost: localhost\r\n\r\n`,
  );

  expect(responses.map(({ status }) => status)).toEqual([413]);
  expect(responses[0]?.header('connection')).toBe('close');
});

test('cuts off an endless chunked body', async () => {
  const { port } = await startMock({ settings: { bodyLimit: 10 } });
  const socket = await open(port);
  const closed = untilClosed(socket);
  const chunk = `100000\r\n${'x'.repeat(0x100000)}\r\n`;

  socket.write('POST /echo HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n');
  for (let sent = 0; sent < 20; sent += 1) socket.write(chunk);

  expect(await closed).toMatch(/^HTTP\/1\.1 413 |^$/);
});

test('logs a request without a response if the client disconnects during the body', async () => {
  const { port, log, faults } = await startMock();
  const ended = new Promise<void>((resolve) => {
    log.observers.add((entry) => (entry.durationMicros === null ? undefined : resolve()));
  });
  const socket = await open(port);

  socket.write('POST /echo HTTP/1.1\r\nHost: localhost\r\nContent-Length: 100\r\n\r\nhello', () =>
    socket.resetAndDestroy(),
  );
  await ended;

  expect(log.list()).toMatchObject([{ method: 'POST', status: null }]);
  expect(faults).toEqual([]);
});

test('passes a deeply nested body on as text', async () => {
  const { port } = await startMock();
  const body = '['.repeat(100_000);

  const response = await ask(port, { method: 'POST', target: '/echo', headers: json, body });

  expect(JSON.parse(response.body).body).toBe(body);
});

test('reads consecutive requests with bodies on one connection, however the packets are split', async () => {
  const { port } = await startMock();

  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.string({ unit: 'grapheme', minLength: 1 }), { minLength: 1, maxLength: 4 }),
      fc.array(fc.nat(), { maxLength: 4 }),
      async (texts, cuts) => {
        fc.pre(texts.every((text) => !text.startsWith('\ufeff')));
        const requests = texts.map((text, index) => {
          const last = index === texts.length - 1 ? 'Connection: close\r\n' : '';
          const length = Buffer.byteLength(text);
          return `POST /echo HTTP/1.1\r\nHost: localhost\r\n${last}Content-Length: ${length}\r\n\r\n${text}`;
        });
        const bytes = Buffer.from(requests.join(''));
        const places = [...cuts.map((cut) => cut % bytes.length), 0, bytes.length].sort((a, b) => a - b);
        const socket = await open(port);
        socket.setNoDelay();
        const closed = untilClosed(socket);
        for (const [index, start] of places.slice(0, -1).entries()) {
          socket.write(bytes.subarray(start, places[index + 1]));
          // Long enough for the server to take up what has come: packets that wait for each other would be one.
          await new Promise((resolve) => setImmediate(resolve));
        }

        const responses = parseResponses(Buffer.from(await closed));
        expect(responses.map(({ body }) => JSON.parse(body).body)).toEqual(texts);
        expect(responses.map((response) => response.header('connection'))).toEqual([
          ...texts.slice(1).map(() => 'keep-alive'),
          'close',
        ]);
      },
    ),
    { numRuns: rounds(50) },
  );
});
