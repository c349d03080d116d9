import { expect, test } from 'vitest';
import type { Endpoint } from '../../../../server/domain/endpoints/endpoint.ts';
import { ask, sendRaw } from '../../../support/raw-client.ts';
import { fixedEndpoint, startMock } from '../app/mock-server.ts';

const secret = 'the inside of the program';

const failing: Endpoint = {
  path: '/bug',
  respond() {
    throw new TypeError(secret);
  },
};

test('reports a thrown error to the host and responds with a 500 without internals', async () => {
  const { port, faults, log } = await startMock({ endpoints: [failing] });

  const { status, header, body } = await ask(port, { target: '/bug' });

  expect([status, header('content-type')]).toEqual([500, 'application/problem+json']);
  expect(Object.keys(JSON.parse(body))).toEqual(['type', 'title', 'status', 'detail']);
  expect(body).not.toMatch(/inside of|TypeError|\.ts/);
  expect(faults).toEqual([new TypeError(secret)]);
  expect(log.list()).toMatchObject([{ path: '/bug', status: 500 }]);
});

test('keeps the connection usable after an error', async () => {
  const { port } = await startMock({ endpoints: [failing, fixedEndpoint('/fixed', {})] });

  const responses = await sendRaw(
    port,
    'POST /bug HTTP/1.1\r\nHost: localhost\r\nContent-Length: 2\r\n\r\n{}GET /fixed HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n',
  );

  expect(responses.map(({ status }) => status)).toEqual([500, 200]);
});

test('catches an invalid header name of an endpoint', async () => {
  const { port, faults } = await startMock({ endpoints: [fixedEndpoint('/fixed', { headers: { 'no name': 'x' } })] });

  expect((await ask(port, { target: '/fixed' })).status).toBe(500);
  expect(faults).toHaveLength(1);
});
