import { expect, test } from 'vitest';
import type { MockResponse } from '../../../../server/domain/response/mock-response.ts';
import { type Delivery, immediateDelivery } from '../../../../server/domain/scenario/delivery.ts';
import type { RequestLog } from '../../../../server/log/request-log.ts';
import { ask, converse, endingOf, open, sendRaw } from '../../../support/raw-client.ts';
import { fixedEndpoint, startMock } from '../app/mock-server.ts';

async function startFaulty(delivery: Partial<Delivery>, response: Partial<MockResponse> = {}) {
  const broken = fixedEndpoint('/broken', { ...response, delivery: { ...immediateDelivery, ...delivery } });
  return await startMock({ endpoints: [broken, fixedEndpoint('/sound', { body: 'sound' })] });
}

const get = (target: string) => `GET ${target} HTTP/1.1\r\nHost: localhost\r\n\r\n`;

/** The log's row of the one request, once it is over. */
async function onlyRow(log: RequestLog) {
  await expect.poll(() => log.list()[0]?.durationMs).toBeGreaterThan(0);
  return log.list()[0];
}

test('"reset" is a TCP reset, not an orderly end', async () => {
  const { port, log } = await startFaulty({ fault: 'reset' });
  expect(await converse(port, get('/broken'))).toEqual({ bytes: '', code: 'ECONNRESET' });
  expect(await onlyRow(log)).toMatchObject({ status: null, responseBytes: 0 });
});

test('"empty" is an orderly end without a byte', async () => {
  const { port, log } = await startFaulty({ fault: 'empty' });
  expect(await converse(port, get('/broken'))).toEqual({ bytes: '', code: undefined });
  expect(await onlyRow(log)).toMatchObject({ status: null, responseBytes: 0 });
});

test('"malformed" sends bytes that are no HTTP, then ends', async () => {
  const { port } = await startFaulty({ fault: 'malformed' });
  const { bytes, code } = await converse(port, get('/broken'));
  expect(bytes).not.toBe('');
  expect(bytes).not.toMatch(/^HTTP\//);
  expect(code).toBeUndefined();
});

test('"hang" sends nothing until the client disconnects', async () => {
  const { port, log } = await startFaulty({ fault: 'hang' });
  const socket = await open(port);
  const ended = endingOf(socket);
  socket.write(get('/broken'));
  await expect.poll(() => log.list()).toHaveLength(1);
  expect((await ask(port, { target: '/sound' })).body).toBe('sound');
  expect(log.list()[1]).toMatchObject({ status: null, durationMs: 0 });
  socket.end();
  expect(await ended).toEqual({ bytes: '', code: undefined });
  await expect.poll(() => log.list()[1]?.durationMs).toBeGreaterThan(0);
});

test('"cut" stops before the Content-Length, and the log has the part that was sent', async () => {
  const { port, log } = await startFaulty({ fault: 'cut' }, { body: '0123456789' });
  const { bytes, code } = await converse(port, get('/broken'));
  expect(bytes).toMatch(/^HTTP\/1\.1 200 OK\r\n/);
  expect(bytes).toMatch(/\r\nContent-Length: 10\r\n/);
  expect(bytes.slice(bytes.indexOf('\r\n\r\n') + 4)).toBe('01234');
  expect(code).toBeUndefined();
  expect(await onlyRow(log)).toMatchObject({ status: 200, responseBytes: 5 });
});

test('"cut" leaves a response without a body intact', async () => {
  const { port } = await startFaulty({ fault: 'cut' }, { status: 204, body: null });
  const responses = await sendRaw(port, get('/broken').replace('\r\n\r\n', '\r\nConnection: close\r\n\r\n'));
  expect(responses.map(({ status }) => status)).toEqual([204]);
});

test.each<Delivery['pace']>([
  { kind: 'dribble', milliseconds: 20, pieces: 4 },
  { kind: 'throttle', bytesPerSecond: 50 },
])('a body at the pace %j arrives complete, in pieces', async (pace) => {
  const { port, log } = await startFaulty({ pace }, { body: '0123456789' });
  const socket = await open(port);
  const pieces: string[] = [];
  socket.on('data', (chunk) => pieces.push(chunk.toString()));
  const ended = endingOf(socket);
  socket.write(get('/broken').replace('\r\n\r\n', '\r\nConnection: close\r\n\r\n'));
  const { bytes } = await ended;
  expect(bytes).toMatch(/\r\nContent-Length: 10\r\n/);
  expect(bytes.endsWith('\r\n\r\n0123456789')).toBe(true);
  expect(pieces.length).toBeGreaterThan(1);
  expect(log.list()).toMatchObject([{ status: 200, responseBytes: 10 }]);
});

test('a disconnect during a paced body leaves no timer and logs the part that was sent', async () => {
  const pace = { kind: 'dribble', milliseconds: 7_200_000, pieces: 2 } as const;
  const { port, log, faults } = await startFaulty({ pace }, { body: '0123456789' });
  const socket = await open(port);
  socket.write(get('/broken'));
  await new Promise((resolve) => socket.once('data', resolve));
  socket.destroy();
  expect(await onlyRow(log)).toMatchObject({ status: 200, responseBytes: 0 });
  expect(faults).toEqual([]);
});

test('a fault waits for the responses to earlier requests on its connection', async () => {
  const early = fixedEndpoint('/early', { delivery: { ...immediateDelivery, delay: 30 }, body: 'early' });
  const broken = fixedEndpoint('/broken', { delivery: { ...immediateDelivery, fault: 'empty' } });
  const { port } = await startMock({ endpoints: [early, broken] });
  const { bytes, code } = await converse(port, get('/early') + get('/broken'));
  expect(bytes).toMatch(/^HTTP\/1\.1 200 OK\r\n[\s\S]*\r\n\r\nearly$/);
  expect(code).toBeUndefined();
});
