import { expect, test } from 'vitest';
import { listen } from '../../../../server/http/connection/listener.ts';
import { ask, nextChunk, open, untilClosed } from '../../../support/raw-client.ts';
import { startMock } from '../app/mock-server.ts';

const app = { callback: () => () => undefined };

test('a free port is taken, and its address works', async () => {
  const first = await listen(app, { port: 0, host: '127.0.0.1' });
  if (!first.ok) throw new Error(first.problem.detail);
  const { port, url, host, close } = first.value;

  expect([url, host]).toEqual([`http://127.0.0.1:${port}`, '127.0.0.1']);
  await close();
});

test('a server on every address is reached by one that the mock answers to', async () => {
  const listening = await listen(app, { port: 0, host: '0.0.0.0' });
  if (!listening.ok) throw new Error(listening.problem.detail);

  expect(listening.value.url).toBe(`http://localhost:${listening.value.port}`);
  await listening.value.close();
});

test('a port that is taken is refused with a sentence, and free again after close', async () => {
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

test('an address of another machine is refused with a sentence', async () => {
  expect(await listen(app, { port: 0, host: '192.0.2.1' })).toMatchObject({
    ok: false,
    problem: { detail: '192.0.2.1 is not an address of this machine.' },
  });
});

test('close drops connections that are idle, half-open or waiting for an answer', async () => {
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

test('a connection is used again for the next request', async () => {
  const { port } = await startMock();
  const socket = await open(port);

  for (const id of ['1', '2', '3']) {
    socket.write(`GET /users/${id} HTTP/1.1\r\nHost: localhost\r\n\r\n`);
    expect(await nextChunk(socket)).toContain(`{"id":"${id}"}`);
  }
  socket.destroy();
});

test('a thousand half-open requests do not keep another from its answer', async () => {
  const { port } = await startMock();
  const halfOpen = await Promise.all(Array.from({ length: 1000 }, () => open(port)));
  for (const socket of halfOpen) socket.write('POST /echo HTTP/1.1\r\nHost: localhost\r\nContent-Length: 9\r\n\r\nx');

  const answer = await ask(port, { target: '/users/1' });

  expect(answer.status).toBe(200);
  for (const socket of halfOpen) socket.destroy();
});
