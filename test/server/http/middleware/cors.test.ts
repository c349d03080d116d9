import { expect, test } from 'vitest';
import { ask } from '../../../support/raw-client.ts';
import { fixedEndpoint, startMock } from '../app/mock-server.ts';

const loopbackOrigins = ['http://localhost:5173', 'https://127.0.0.1', 'http://[::1]:80', 'http://app.localhost:3000'];

test.each(loopbackOrigins)('lets pages of %s read responses by default', async (origin) => {
  const { port } = await startMock();

  const response = await ask(port, { target: '/echo', headers: { Origin: origin } });

  expect(response.header('access-control-allow-origin')).toBe(origin);
  expect(response.header('access-control-expose-headers')?.split(', ')).toEqual(
    expect.arrayContaining(['ETag', 'X-Resource-Version', 'X-Total-Count', 'Link', 'Location', 'Retry-After']),
  );
  expect(response.header('vary')).toBe('Origin');
});

test('sends Vary: Origin for a request without an origin', async () => {
  const { port } = await startMock();

  expect((await ask(port, { target: '/echo' })).header('vary')).toBe('Origin');
});

test("keeps an endpoint's own Vary", async () => {
  const { port } = await startMock({ endpoints: [fixedEndpoint('/prefer', { headers: { Vary: 'Prefer' } })] });

  expect((await ask(port, { target: '/prefer' })).header('vary')).toBe('Origin, Prefer');
});

test('lets a page of the mock itself write under every setting', async () => {
  const { port } = await startMock({ settings: { cors: 'off' } });

  const headers = { Host: `localhost:${port}`, Origin: `http://localhost:${port}` };
  const { status } = await ask(port, { method: 'POST', target: '/echo', headers, body: '{}' });

  expect(status).toBe(200);
});

test('"*" lets every page read and write, with equal responses for all', async () => {
  const { port } = await startMock({ settings: { cors: '*' } });

  const response = await ask(port, {
    method: 'POST',
    target: '/echo',
    headers: { Origin: 'https://evil.example' },
    body: '{}',
  });
  const plain = await ask(port, { target: '/echo' });

  expect([response.status, response.header('access-control-allow-origin'), response.header('vary')]).toEqual([
    200,
    '*',
    undefined,
  ]);
  expect(plain.header('access-control-allow-origin')).toBe('*');
});

test('"off" sends neither CORS headers nor Vary', async () => {
  const { port } = await startMock({ settings: { cors: 'off' } });

  const response = await ask(port, { target: '/echo', headers: { Origin: 'http://localhost:5173' } });

  expect([response.header('access-control-allow-origin'), response.header('vary')]).toEqual([undefined, undefined]);
});

test('a list allows exactly its origins', async () => {
  const { port } = await startMock({ settings: { cors: ['https://app.example'] } });

  const listed = await ask(port, { target: '/echo', headers: { Origin: 'https://app.example' } });
  const other = await ask(port, { target: '/echo', headers: { Origin: 'http://localhost:5173' } });

  expect(listed.header('access-control-allow-origin')).toBe('https://app.example');
  expect(other.header('access-control-allow-origin')).toBeUndefined();
});

test('answers a preflight request with the allowed methods and headers', async () => {
  const { port, log } = await startMock({ settings: { cors: 'loopback' } });

  const response = await ask(port, {
    method: 'OPTIONS',
    target: '/echo',
    headers: {
      Origin: 'http://localhost:5173',
      'Access-Control-Request-Method': 'PATCH',
      'Access-Control-Request-Headers': 'content-type,if-match',
    },
  });

  expect(response.status).toBe(204);
  expect(response.header('access-control-allow-origin')).toBe('http://localhost:5173');
  expect(response.header('access-control-allow-methods')).toContain('PATCH');
  expect(response.header('access-control-allow-headers')).toBe('content-type,if-match');
  expect(response.header('access-control-max-age')).toBe('600');
  expect(response.header('vary')).toBe('Origin, Access-Control-Request-Method, Access-Control-Request-Headers');
  expect(log.list()).toMatchObject([{ method: 'OPTIONS', status: 204 }]);
});

test('does not echo an invalid list of header names', async () => {
  const { port } = await startMock({ settings: { cors: 'loopback' } });

  const response = await ask(port, {
    method: 'OPTIONS',
    target: '/echo',
    headers: {
      Origin: 'http://localhost:5173',
      'Access-Control-Request-Method': 'PATCH',
      'Access-Control-Request-Headers': 'a; <script>',
    },
  });

  expect([response.status, response.header('access-control-allow-headers')]).toEqual([204, undefined]);
});

test('leaves OPTIONS without a preflight to the endpoint', async () => {
  const { port } = await startMock();

  const plain = await ask(port, { method: 'OPTIONS', target: '/echo', headers: { Origin: 'http://localhost:5173' } });

  expect(plain.status).toBe(200);
});
