import { connect } from 'node:net';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Endpoint } from '../../../../server/domain/endpoints/endpoint.ts';
import { eventually } from '../../../support/eventually.ts';
import { ask, parseResponses, sendBytes } from '../../../support/raw-client.ts';
import { rounds } from '../../../support/rounds.ts';
import { echoEndpoint, fixedAnswer, startMock } from './mock-server.ts';

const methods = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'TRACE', 'QUERY', 'PROPFIND', 'M-SEARCH'];
const targets = ['/', '/echo', '/users/%', '/users/%00', '/nothing', '*', 'http://localhost/echo', 'http://x/'];

test.each(methods)('%s gets exactly one response for every target', async (method) => {
  const { port, faults, log } = await startMock();

  for (const target of targets) {
    const { status } = await ask(port, { method, target, body: '{' });
    expect([target, status < 500]).toEqual([target, true]);
  }

  expect(faults).toEqual([]);
  expect(log.list().map(({ path }) => path)).toEqual(targets.filter((target) => target !== 'http://x/').toReversed());
});

test('arbitrary headers and targets get exactly one response without an error', async () => {
  const { port, faults } = await startMock({ timeouts: { headers: 50, request: 50, keepAlive: 1000, check: 10 } });
  const names = fc.constantFrom(
    'Accept',
    'Authorization',
    'Connection',
    'Content-Encoding',
    'Content-Length',
    'Content-Type',
    'Cookie',
    'Expect',
    'Host',
    'If-Match',
    'Origin',
    'Prefer',
    'Range',
    'TE',
    'Trailer',
    'Transfer-Encoding',
    'Upgrade',
    'X-Mock-Scenario',
    'X-Mock-Session',
    'Access-Control-Request-Method',
    'Access-Control-Request-Headers',
    '__proto__',
  );
  const values = fc.oneof(
    fc.string({ maxLength: 12 }),
    fc.string({ unit: 'binary', maxLength: 6 }),
    fc.constantFrom('', 'chunked', '100-continue', 'null', '0', '5', '-1', 'localhost', 'close', 'upgrade', 'a, b'),
  );
  const header = fc.tuple(names, values);
  const target = fc.oneof(
    fc.constantFrom(...targets),
    fc.string({ maxLength: 12 }).map((text) => `/${text}`),
  );

  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(...methods),
      target,
      fc.array(header, { maxLength: 5 }),
      async (method, path, headers) => {
        const lines = headers.map(([name, value]) => `${name}: ${value}\r\n`).join('');
        const request = `${method} ${path} HTTP/1.1\r\nHost: localhost\r\n${lines}Connection: close\r\n\r\n`;

        // The bytes behind are a body to some of these requests, the next request to none of them.
        const bytes = await sendBytes(port, Buffer.from(`${request}0\r\n\r\n0\r\n\r\n0\r\n\r\n`, 'latin1'));

        // What the parser or its timer refuses has no method yet, so its response has a body even when it was HEAD.
        const isRefusedUnread = /problems\/(bad-request|request-timeout)/.test(bytes.toString());
        const responses = parseResponses(bytes, method === 'HEAD' && !isRefusedUnread);
        expect(responses.length).toBeLessThanOrEqual(1);
        expect(responses.every(({ status }) => status < 500)).toBe(true);
        expect(faults).toEqual([]);
      },
    ),
    { numRuns: rounds(100) },
  );
});

test('uses the settings at the time of the request', async () => {
  const { port } = await startMock({ settings: { bodyLimit: 3 } });

  expect((await ask(port, { method: 'POST', target: '/echo', body: 'long' })).status).toBe(413);
});

/** An endpoint whose work goes on until the test says that it is enough. */
function endlessEndpoint() {
  const progress = { pieces: 0, isEnough: false };
  const endpoint: Endpoint = {
    path: '/long',
    *respond() {
      while (!progress.isEnough) {
        progress.pieces += 1;
        yield;
      }
      return fixedAnswer({ body: 'at last' });
    },
  };
  return { endpoint, progress };
}

test('answers other requests during a long one', async () => {
  const { endpoint, progress } = endlessEndpoint();
  const { port } = await startMock({ endpoints: [endpoint, echoEndpoint] });

  const long = ask(port, { target: '/long' });
  await eventually(() => expect(progress.pieces).toBeGreaterThan(0));
  expect((await ask(port, { target: '/echo' })).status).toBe(200);

  progress.isEnough = true;
  expect((await long).body).toBe('at last');
});

test('stops work for a client that disconnected', async () => {
  const { endpoint, progress } = endlessEndpoint();
  const { port, log, faults } = await startMock({ endpoints: [endpoint] });

  const socket = connect(port, '127.0.0.1', () => socket.write('GET /long HTTP/1.1\r\nHost: localhost\r\n\r\n'));
  await eventually(() => expect(progress.pieces).toBeGreaterThan(0));
  socket.destroy();
  await eventually(() => expect(log.get(1)?.durationMs).not.toBe(0));

  const { pieces } = progress;
  await ask(port, { target: '/nothing' });
  expect([progress.pieces, log.get(1)?.status, faults]).toEqual([pieces, null, []]);
});
