import { setTimeout } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { immediateDelivery } from '../../../../server/domain/scenario/delivery.ts';
import { listen } from '../../../../server/http/connection/listener.ts';
import { ask, endingOf, nextChunk, open, untilClosed } from '../../../support/raw-client.ts';
import { fixedEndpoint, startMock } from '../app/mock-server.ts';

/** Responds after so many milliseconds. */
const delayedEndpoint = (delay: number) => fixedEndpoint('/delayed', { delivery: { ...immediateDelivery, delay } });

const app = { callback: () => () => undefined };

test('listens on a free port and returns its URL', async () => {
  const first = await listen(app, { port: 0, host: '127.0.0.1' });
  if (!first.ok) throw new Error(first.problem.detail);
  const { port, url, host, close } = first.value;

  expect([url, host]).toEqual([`http://127.0.0.1:${port}`, '127.0.0.1']);
  await close();
});

test('a server on all addresses has a URL with an accepted host name', async () => {
  const listening = await listen(app, { port: 0, host: '0.0.0.0' });
  if (!listening.ok) throw new Error(listening.problem.detail);

  expect(listening.value.url).toBe(`http://localhost:${listening.value.port}`);
  await listening.value.close();
});

test('refuses a taken port with a sentence and releases its own on close', async () => {
  const { port, close } = await startMock();

  const second = await listen(app, { port, host: '127.0.0.1' });
  expect(second).toMatchObject({
    ok: false,
    problem: {
      status: 409,
      port,
      cause: 'EADDRINUSE',
      detail: expect.stringContaining(`Port ${port} on 127.0.0.1 is taken by `),
    },
  });

  await close();
  const third = await listen(app, { port, host: '127.0.0.1' });
  expect(third.ok).toBe(true);
  if (third.ok) await third.value.close();
});

test('refuses an address of another machine with a sentence', async () => {
  expect(await listen(app, { port: 0, host: '192.0.2.1' })).toMatchObject({
    ok: false,
    problem: { detail: '192.0.2.1 is not an address of this machine.' },
  });
});

test('close drops idle, half-open and active connections', async () => {
  const { port, close } = await startMock();
  const idle = await open(port);
  const halfOpen = await open(port);
  const used = await open(port);
  used.write('GET /echo HTTP/1.1\r\nHost: localhost\r\n\r\n');
  await nextChunk(used);
  const closed = Promise.all([idle, halfOpen, used].map(untilClosed));
  halfOpen.write('GET /echo HTTP/1.1\r\nHo');

  await close();

  expect(await closed).toHaveLength(3);
});

test('close with patience sends the responses in progress and drops the other connections at once', async () => {
  const { port, close } = await startMock({ endpoints: [delayedEndpoint(300)] });
  const [idle, halfOpen, busy] = await Promise.all([open(port), open(port), open(port)]);
  const others = Promise.all([idle, halfOpen].map(untilClosed));
  const response = untilClosed(busy);
  halfOpen.write('GET /delayed HTTP/1.1\r\nHo');
  busy.write('GET /delayed HTTP/1.1\r\nHost: localhost\r\n\r\n');
  await setTimeout(50);

  const closed = close(4000);
  expect(await others).toEqual(['', '']);
  await expect(open(port)).rejects.toMatchObject({ code: 'ECONNREFUSED' });
  expect(await response).toMatch(/^HTTP\/1\.1 200 OK\r\n[\s\S]*Connection: close\r\n[\s\S]*fixed$/);
  await closed;
});

test('close with patience drops a response that takes longer', async () => {
  const { port, close } = await startMock({ endpoints: [delayedEndpoint(60_000)] });
  const busy = await open(port);
  const ended = endingOf(busy);
  busy.write('GET /delayed HTTP/1.1\r\nHost: localhost\r\n\r\n');
  await setTimeout(50);

  await close(100);
  expect((await ended).bytes).toBe('');
});

test('keeps a connection alive between requests', async () => {
  const { port } = await startMock();
  const socket = await open(port);

  for (const id of ['1', '2', '3']) {
    socket.write(`GET /users/${id} HTTP/1.1\r\nHost: localhost\r\n\r\n`);
    expect(await nextChunk(socket)).toContain(`{"id":"${id}"}`);
  }
  socket.destroy();
});

test('answers a request beside a thousand half-open ones', async () => {
  const { port } = await startMock();
  const halfOpen = await Promise.all(Array.from({ length: 1000 }, () => open(port)));
  for (const socket of halfOpen) socket.write('POST /echo HTTP/1.1\r\nHost: localhost\r\nContent-Length: 9\r\n\r\nx');

  const response = await ask(port, { target: '/users/1' });

  expect(response.status).toBe(200);
  for (const socket of halfOpen) socket.destroy();
});
