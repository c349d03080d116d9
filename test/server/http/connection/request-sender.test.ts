import { createServer, type Server, type Socket } from 'node:net';
import { expect, test } from 'vitest';
import { RequestSender } from '../../../../server/http/connection/request-sender.ts';
import { systemClock } from '../../../../server/runtime/clock.ts';
import { listenOnFreePort } from '../../../support/free-port.mjs';

const input = { method: 'GET', target: '/', headers: [], body: null };

/** A server that does with a connection what it is told, once something was sent to it. */
async function server(onRequest: (socket: Socket) => void) {
  const listening: Server = createServer((socket) => {
    socket.on('error', () => undefined);
    socket.once('data', () => onRequest(socket));
  });
  const port = await listenOnFreePort(listening);
  return {
    url: `http://127.0.0.1:${port}`,
    [Symbol.asyncDispose]: () => new Promise<void>((resolve) => void listening.close(() => resolve())),
  };
}

test('reports a server that closes without a response', async () => {
  await using silent = await server((socket) => socket.destroy());
  const sent = await new RequestSender({ clock: systemClock }).send(silent.url, input);
  expect(sent).toMatchObject({ id: null, response: null, fault: expect.stringMatching(/closed.*\.$/) });
});

test('returns the received part of a cut response', async () => {
  await using cut = await server((socket) => {
    socket.write('HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\nhalf', () => socket.destroy());
  });
  const { response, fault } = await new RequestSender({ clock: systemClock }).send(cut.url, input);
  expect(response).toMatchObject({ status: 200, body: { encoding: 'utf8', content: 'half' } });
  expect(fault).toMatch(/before the end of the response/);
});

test('stops waiting after the timeout', async () => {
  const sockets: Socket[] = [];
  await using mute = await server((socket) => sockets.push(socket));
  const client = new RequestSender({ clock: systemClock, timeout: 50 });
  expect(await client.send(mute.url, input)).toMatchObject({ response: null, fault: expect.stringMatching(/waiting/) });
  for (const socket of sockets) socket.destroy();
});

test('returns bytes that are not UTF-8 as base64', async () => {
  await using binary = await server((socket) => {
    socket.end(Buffer.concat([Buffer.from('HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n'), Buffer.from([0xff, 0xfe])]));
  });
  const { response } = await new RequestSender({ clock: systemClock }).send(binary.url, input);
  expect(response?.body).toEqual({ encoding: 'base64', content: '//4=', bytes: 2, truncated: false });
});
