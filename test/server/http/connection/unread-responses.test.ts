import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import { listen } from '../../../../server/http/connection/listener.ts';
import { UnsentResponses } from '../../../../server/http/connection/unsent-responses.ts';
import { eventually } from '../../../support/eventually.ts';
import { ask, open, untilClosed } from '../../../support/raw-client.ts';

/** More than the operating system buffers for a connection. */
const size = 16 * 2 ** 20;
const request = 'GET / HTTP/1.1\r\nHost: localhost\r\n\r\n';

const lastRequest = request.replace('\r\n\r\n', '\r\nConnection: close\r\n\r\n');

/** A server of long responses. */
async function serve(
  timeouts: { readonly read: number },
  sent: (res: ServerResponse) => void = () => undefined,
  length = size,
) {
  const body = 'x'.repeat(length);
  const callback = () => (req: { readonly url?: string | undefined }, res: ServerResponse) => {
    const end = () => {
      res.end(req.url === '/short' ? 'short' : body);
      sent(res);
    };
    if (req.url === '/delayed') setTimeout(() => res.end('late'), 4 * timeouts.read);
    else end();
  };
  const listening = await listen({ callback }, { port: 0, host: '127.0.0.1', timeouts });
  if (!listening.ok) throw new Error(listening.problem.detail);
  onTestFinished(() => listening.value.close());
  return listening.value.port;
}

/** Clients that send a request and read nothing. */
async function stuckReaders(port: number, count: number, bytes = request) {
  const sockets = await Promise.all(Array.from({ length: count }, () => open(port)));
  for (const socket of sockets) {
    socket.pause();
    socket.on('error', () => undefined);
    socket.write(bytes);
  }
  return sockets;
}

/** Reads what has arrived; resolves once the server has closed the connection. */
async function readToEnd(socket: Socket): Promise<number> {
  let bytes = 0;
  socket.on('data', (chunk) => {
    bytes += chunk.length;
  });
  socket.resume();
  await untilClosed(socket);
  return bytes;
}

test('closes the connections of clients that read nothing, and counts nothing for them afterwards', async () => {
  const unsent = new UnsentResponses();
  const closed: Promise<unknown>[] = [];
  const port = await serve({ read: 200 }, (res) => {
    unsent.count(res);
    closed.push(new Promise((resolve) => res.once('close', resolve)));
  });
  const sockets = await stuckReaders(port, 20);
  await eventually(() => expect(closed).toHaveLength(20));
  expect(unsent.total).toBeGreaterThan(20 * 2 ** 20);

  await Promise.all(closed);

  expect(unsent.total).toBe(0);
  for (const socket of sockets) expect(await readToEnd(socket)).toBeLessThan(size);
  expect((await ask(port, { target: '/short' })).status).toBe(200);
});

test('a slow client that goes on reading gets its whole response', async () => {
  const timeouts = { read: 1_500 };
  // The kernel passes on what it has only when there is room for much, so a portion must be several times smaller than all.
  const all = 3 * size;
  const portion = all / 32;
  const port = await serve(timeouts, undefined, all);
  const [socket] = await stuckReaders(port, 1, lastRequest);
  if (!socket) throw new Error('There is no socket');
  let bytes = 0;
  let unpaused = 0;
  for await (const chunk of socket) {
    bytes += chunk.length;
    unpaused += chunk.length;
    if (unpaused < portion) continue;
    unpaused = 0;
    // All pauses together are twice the time in which a client must read something.
    await sleep(timeouts.read / 16);
  }
  expect(bytes).toBeGreaterThan(all);
});

test('a response that takes longer than clients may is still sent', async () => {
  const port = await serve({ read: 50 });
  expect((await ask(port, { target: '/delayed' })).body).toContain('late');
});

test('closes the connections that have waited longest when all together leave too much unread', async () => {
  const unsent = new UnsentResponses({ all: 3 * size, queued: size });
  const port = await serve({ read: 60_000 }, (res) => unsent.count(res));
  const sockets = await stuckReaders(port, 12, lastRequest);
  await eventually(() => expect(unsent.total).toBeGreaterThan(size));
  expect(unsent.total).toBeLessThanOrEqual(3 * size);
  const read = await Promise.all(sockets.map(readToEnd));
  expect(read.filter((bytes) => bytes < size).length).toBeGreaterThan(6);
  expect(unsent.total).toBe(0);
});

test('closes a connection with too many responses behind the one that its client does not read', async () => {
  const unsent = new UnsentResponses({ all: 100 * size, queued: 2 * size });
  const port = await serve({ read: 60_000 }, (res) => unsent.count(res));
  const [socket] = await stuckReaders(port, 1, request.repeat(10));
  if (!socket) throw new Error('There is no socket');
  expect(await readToEnd(socket)).toBeLessThan(3 * size);
  expect(unsent.total).toBe(0);
});
