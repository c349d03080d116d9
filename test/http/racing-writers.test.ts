import { expect, test } from 'vitest';
import type { ClientRequest } from '../support/http-client.ts';
import { type RunningMock, startMock, workspaceOf } from '../support/running-mock.ts';

const target = '/api/things/1';
const things = workspaceOf({ things: { records: [{ id: '1', count: 0 }] } });

/** Sends fifty requests at once, each over its own connection, and counts the responses by status. */
async function race(mock: RunningMock, request: (writer: number) => ClientRequest): Promise<Record<number, number>> {
  const responses = await Promise.all(Array.from({ length: 50 }, (_, writer) => mock.send(request(writer))));
  const counts: Record<number, number> = {};
  for (const { status } of responses) counts[status] = (counts[status] ?? 0) + 1;
  return counts;
}

test.each([
  ['PATCH', 200],
  ['PUT', 200],
  ['DELETE', 204],
])('one of fifty writers with the same tag wins: %s', async (method, status) => {
  await using mock = await startMock(things);
  const etag = (await mock.send({ target })).header('ETag') ?? '';
  const write = (count: number): ClientRequest => {
    return { method, target, headers: [['If-Match', etag]], body: JSON.stringify({ count }) };
  };
  const lost = method === 'DELETE' ? 404 : 412;
  expect(await race(mock, write)).toEqual({ [status]: 1, [lost]: 49 });
  const after = await mock.send({ target });
  expect(after.header('X-Resource-Version')).toBe(method === 'DELETE' ? undefined : '2');
});

test('one of fifty writers with the same version wins', async () => {
  await using mock = await startMock(things);
  const headers = [['X-Resource-Version', '1']] as const;
  expect(await race(mock, (count) => ({ method: 'PATCH', target, headers, body: JSON.stringify({ count }) }))).toEqual({
    200: 1,
    412: 49,
  });
  expect((await mock.send({ target })).header('X-Resource-Version')).toBe('2');
});

test('one of fifty creations of the same record wins', async () => {
  await using mock = await startMock(things);
  const headers = [['If-None-Match', '*']] as const;
  const create = (count: number) => ({
    method: 'PUT',
    target: '/api/things/new',
    headers,
    body: JSON.stringify({ count }),
  });
  expect(await race(mock, create)).toEqual({ 201: 1, 412: 49 });
  const post = (count: number) => ({ method: 'POST', target: '/api/things', body: JSON.stringify({ id: 'n', count }) });
  expect(await race(mock, post)).toEqual({ 201: 1, 409: 49 });
});

test('twenty writers that retry after a 412 lose no update', async () => {
  await using mock = await startMock(things);
  async function increment(): Promise<void> {
    for (;;) {
      const read = await mock.send({ target });
      const headers = [['If-Match', read.header('ETag') ?? '']] as const;
      const { count } = JSON.parse(read.body);
      const written = await mock.send({ method: 'PATCH', target, headers, body: JSON.stringify({ count: count + 1 }) });
      if (written.status === 200) return;
      expect(written.status).toBe(412);
    }
  }
  await Promise.all(Array.from({ length: 20 }, increment));
  const after = await mock.send({ target });
  expect([JSON.parse(after.body).count, after.header('X-Resource-Version')]).toEqual([20, '21']);
});
