import { expect, test } from 'vitest';
import { immediateDelivery } from '../../../../server/domain/scenario/delivery.ts';
import { ask, open, sendRaw, untilClosed } from '../../../support/raw-client.ts';
import { echoEndpoint, fixedEndpoint, startMock } from '../app/mock-server.ts';

test('HEAD gets the length of the body without the body', async () => {
  const { port } = await startMock({ endpoints: [fixedEndpoint('/fixed', { body: 'grüße' })] });

  const head = await ask(port, { method: 'HEAD', target: '/fixed' });

  expect([head.status, head.header('content-length')]).toEqual([200, '7']);
});

test.each([204, 304])('%i has neither body nor length', async (status) => {
  const { port } = await startMock({ endpoints: [fixedEndpoint('/fixed', { status, body: 'body' })] });

  const responses = await sendRaw(
    port,
    'GET /fixed HTTP/1.1\r\nHost: localhost\r\n\r\nGET /fixed HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n',
  );

  expect(responses.map((response) => response.status)).toEqual([status, status]);
  expect(responses[0]?.header('content-length')).toBeUndefined();
});

test('a response without a body has length 0', async () => {
  const { port } = await startMock({ endpoints: [fixedEndpoint('/fixed', { status: 201, body: null })] });

  expect((await ask(port, { target: '/fixed' })).header('content-length')).toBe('0');
});

test('percent-encodes characters that a header cannot hold', async () => {
  const text = 'a\r\nX-Injected: 1\u0000 € \ud800';
  const { port, faults } = await startMock({ endpoints: [fixedEndpoint('/fixed', { headers: { 'X-Text': text } })] });

  const response = await ask(port, { target: '/fixed' });

  expect(response.header('x-text')).toBe('a%0D%0AX-Injected: 1%00 %E2%82%AC %EF%BF%BD');
  expect(response.header('x-injected')).toBeUndefined();
  expect(faults).toEqual([]);
});

test('ignores framing headers of an endpoint', async () => {
  const headers = { 'content-length': '0', 'Transfer-Encoding': 'chunked', Connection: 'keep-alive', 'X-Own': 'yes' };
  const { port } = await startMock({ endpoints: [fixedEndpoint('/fixed', { headers })] });

  const response = await ask(port, { target: '/fixed' });

  expect(response).toMatchObject({ status: 200, body: 'fixed' });
  expect([response.header('content-length'), response.header('connection'), response.header('x-own')]).toEqual([
    '5',
    'close',
    'yes',
  ]);
});

test('logs the response as it was sent', async () => {
  const { port, log } = await startMock({ endpoints: [fixedEndpoint('/fixed', { status: 404, body: 'grüße' })] });

  await ask(port, { target: '/fixed?a=b' });

  expect(log.get(1)).toMatchObject({
    path: '/fixed?a=b',
    status: 404,
    scenario: 'Default',
    responseBytes: 7,
    response: {
      headers: [
        ['Content-Type', 'application/json'],
        ['Vary', 'Origin'],
        ['Content-Length', '7'],
      ],
      body: { encoding: 'utf8', content: 'grüße', bytes: 7, truncated: false },
    },
    explanation: { verdict: 'The test said so.' },
  });
});

test('a disconnect ends the delay and leaves the request without a response', async () => {
  const endpoints = [echoEndpoint, fixedEndpoint('/slow', { delivery: { ...immediateDelivery, delay: 3_600_000 } })];
  const { port, log, faults } = await startMock({ endpoints });
  const ended = new Promise<void>((resolve) => {
    log.observers.add((entry) => (entry.durationMicros === null ? undefined : resolve()));
  });
  const socket = await open(port);

  socket.write('GET /slow HTTP/1.1\r\nHost: localhost\r\n\r\n', () => setImmediate(() => socket.destroy()));
  await ended;

  expect(log.list()).toMatchObject([{ path: '/slow', status: null, responseBytes: 0 }]);
  expect(faults).toEqual([]);
});

test('closing the server ends the delay', async () => {
  const { port, log, close } = await startMock({
    endpoints: [fixedEndpoint('/slow', { delivery: { ...immediateDelivery, delay: 3_600_000 } })],
  });
  const socket = await open(port);
  const closed = untilClosed(socket);
  const began = new Promise<void>((resolve) => {
    log.observers.add(() => resolve());
  });

  socket.write('GET /slow HTTP/1.1\r\nHost: localhost\r\n\r\n');
  await began;
  await close();

  expect(await closed).toBe('');
});
