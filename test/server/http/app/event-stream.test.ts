import type { Socket } from 'node:net';
import { expect, test } from 'vitest';
import type { ConsoleEvent } from '../../../../server/contract/event.ts';
import { eventually } from '../../../support/eventually.ts';
import { nextChunk, open, untilClosed } from '../../../support/raw-client.ts';
import { startConsole, token } from './console-server.ts';

/** A stream that has begun. */
async function follow(port: number): Promise<Socket> {
  const socket = await open(port);
  socket.write(`GET /events HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer ${token}\r\n\r\n`);
  const first = await nextChunk(socket);
  expect(first).toMatch(/^HTTP\/1\.1 200 .*content-type: text\/event-stream/is);
  expect(first).toContain(': open\n\n');
  return socket;
}

test('sends each event with its number', async () => {
  const { port, emit } = await startConsole();
  const socket = await follow(port);

  emit({ type: 'requests-cleared', seq: 7 }, { type: 'scenario-switched', name: 'a\nb', time: 1, seq: 8 });

  const text = await nextChunk(socket);
  expect(text).toContain('id: 7\ndata: {"type":"requests-cleared","seq":7}\n\n');
  expect(text).toContain('id: 8\ndata: {"type":"scenario-switched","name":"a\\nb","time":1,"seq":8}\n\n');
  socket.destroy();
});

test('sends heartbeats', async () => {
  const { port } = await startConsole({ heartbeat: 10 });
  const socket = await follow(port);

  expect(await nextChunk(socket)).toContain(': alive\n\n');
  socket.destroy();
});

test('sends no events after the end that the closing server gives it', async () => {
  const closing = new AbortController();
  const { port, emit, listeners } = await startConsole({ closing: closing.signal });
  const socket = await follow(port);

  closing.abort();
  emit({ type: 'requests-cleared', seq: 7 });

  expect(listeners.size).toBe(0);
  expect(await nextChunk(socket)).toBe('0\r\n\r\n');
  socket.destroy();
});

test('unsubscribes a client that disconnected', async () => {
  const { port, listeners } = await startConsole();
  const socket = await follow(port);
  expect(listeners.size).toBe(1);

  socket.destroy();

  await eventually(() => expect(listeners.size).toBe(0));
});

test('cuts off a reader that takes nothing for a while, however little waits for it', async () => {
  const { port, emit, listeners } = await startConsole({ timeouts: { read: 100 } });
  const stuck = await follow(port);
  stuck.pause();
  const reader = await follow(port);
  reader.resume();
  expect(listeners.size).toBe(2);
  // As much as the operating system takes, and a little more.
  for (let sent = 0; sent < 200; sent += 1) {
    emit({ type: 'scenario-switched', name: 'x'.repeat(50_000), time: 1, seq: sent });
    await new Promise(setImmediate);
  }
  await eventually(() => expect(listeners.size).toBe(1));
  reader.destroy();
});

test('cuts off a slow reader', async () => {
  const { port, emit, listeners } = await startConsole();
  const socket = await follow(port);
  socket.pause();
  const large: ConsoleEvent = { type: 'scenario-switched', name: 'x'.repeat(1_000_000), time: 1, seq: 1 };

  for (let sent = 0; sent < 100 && listeners.size > 0; sent += 1) {
    emit(large);
    await new Promise(setImmediate);
  }

  expect(listeners.size).toBe(0);
  socket.resume();
  await untilClosed(socket);
});
