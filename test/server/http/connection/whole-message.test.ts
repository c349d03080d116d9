import { once } from 'node:events';
import { Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { WholeMessage } from '../../../../server/http/connection/whole-message.ts';
import { open, parseResponses, untilClosed } from '../../../support/raw-client.ts';
import { rounds } from '../../../support/rounds.ts';
import { startMock } from '../app/mock-server.ts';

/** A request as Node's parser makes it, with an announced body. */
function announcing(bytes: number): WholeMessage {
  const message = new WholeMessage(new Socket());
  message.headers = { 'content-length': String(bytes) };
  return message;
}

test('keeps a body of one chunk apart, and ends the stream without it', async () => {
  const message = announcing(5);

  message.push(Buffer.from('whole'));
  message.push(null);

  expect(message.whole?.toString()).toBe('whole');
  expect(await message.toArray()).toEqual([]);
});

test('leaves a body of several chunks in the stream', async () => {
  const message = announcing(5);

  message.push(Buffer.from('who'));
  message.push(Buffer.from('le'));
  message.push(null);

  expect(message.whole).toBeUndefined();
  expect(Buffer.concat(await message.toArray()).toString()).toBe('whole');
});

test('leaves the body in a stream that somebody listens to already', async () => {
  const message = announcing(5);
  const chunks: Buffer[] = [];

  message.on('data', (chunk: Buffer) => chunks.push(chunk));
  message.push(Buffer.from('whole'));
  message.push(null);
  await once(message, 'end');

  expect(message.whole).toBeUndefined();
  expect(Buffer.concat(chunks).toString()).toBe('whole');
});

test('every body arrives once, wherever the connection cuts two requests into segments', async () => {
  const { port } = await startMock();
  const request = (text: string, header = '') =>
    `POST /echo HTTP/1.1\r\nHost: localhost\r\n${header}Content-Length: ${text.length}\r\n\r\n${text}`;
  const texts = ['{"first":1}', 'second'];
  const bytes = `${request('{"first":1}')}${request('second', 'Connection: close\r\n')}`;
  const cuts = fc.uniqueArray(fc.nat(bytes.length), { maxLength: 3 });

  await fc.assert(
    fc.asyncProperty(cuts, async (places) => {
      const socket = await open(port);
      const responses = untilClosed(socket);
      const ends = [...places, bytes.length].sort((a, b) => a - b);
      for (const [index, end] of ends.entries()) {
        socket.write(bytes.slice(ends[index - 1] ?? 0, end));
        // Each segment is read on its own.
        await pause(2);
      }

      const parsed = parseResponses(Buffer.from(await responses));
      expect(parsed.map(({ body }) => JSON.parse(body).body)).toEqual(texts);
    }),
    { numRuns: rounds(100) },
  );
});
