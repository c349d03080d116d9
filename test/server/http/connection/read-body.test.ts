import { ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import { expect, test } from 'vitest';
import { arrivedBody, readBody } from '../../../../server/http/connection/read-body.ts';
import { WholeMessage } from '../../../../server/http/connection/whole-message.ts';

function announcing(bytes: number): WholeMessage {
  const message = new WholeMessage(new Socket());
  message.headers = { 'content-length': String(bytes) };
  return message;
}

test('a request whose connection has ended before its body is read is disconnected', async () => {
  const req = announcing(5).destroy();
  await new Promise((resolve) => req.once('close', resolve));

  expect(await readBody(req, new ServerResponse(req), 10)).toEqual({ kind: 'disconnected' });
});

test('a body of one chunk beyond the limit has not arrived, and is too large', async () => {
  const req = announcing(5);
  req.push(Buffer.from('whole'));

  expect(arrivedBody(req, 4)).toBeUndefined();
  expect(await readBody(req, new ServerResponse(req), 4)).toMatchObject({ kind: 'too-large' });
  expect(arrivedBody(req, 5)).toEqual({ kind: 'whole', bytes: Buffer.from('whole') });
});
