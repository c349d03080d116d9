import { createServer } from 'node:http';
import { afterEach, expect, test } from 'vitest';
import { listenOnFreePort } from '../support/free-port.mjs';
import { messageReader, openWebSocket } from './web-socket.mjs';

const server = createServer();
afterEach(() => {
  server.closeAllConnections();
  server.close();
});

/** A server's frame with that text. */
function frame(text: string): Buffer {
  const payload = Buffer.from(text);
  const { length } = payload;
  const head = length < 126 ? Buffer.from([0x81, length]) : Buffer.from([0x81, 126, length >> 8, length & 0xff]);
  return Buffer.concat([head, payload]);
}

test('messageReader finds the messages, wherever the bytes are cut', () => {
  const messages = ['{}', 'ä'.repeat(100), '', 'last'];
  const bytes = Buffer.concat(messages.map(frame));
  for (let cut = 0; cut <= bytes.length; cut += 1) {
    const received: string[] = [];
    const read = messageReader((message) => void received.push(message));
    read(bytes.subarray(0, cut));
    read(bytes.subarray(cut));
    expect(received).toEqual(messages);
  }
});

test('messageReader reads a message of more than 64 KiB', () => {
  const head = Buffer.from([0x81, 127, 0, 0, 0, 0, 0, 1, 0x11, 0x70]);
  const received: string[] = [];
  messageReader((message) => void received.push(message))(Buffer.concat([head, Buffer.alloc(70_000, 'x')]));
  expect(received).toEqual(['x'.repeat(70_000)]);
});

test('openWebSocket rejects if the server refuses the upgrade', async () => {
  server.on('upgrade', (_request, socket) => socket.end('HTTP/1.1 403 Forbidden\r\n\r\n'));
  const port = await listenOnFreePort(server);
  await expect(openWebSocket(`ws://127.0.0.1:${port}/`)).rejects.toThrow('403');
});
