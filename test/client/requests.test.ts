import { expect, test } from 'vitest';
import { VerificationError } from '../../server/client/errors.ts';
import { workspaceOf } from '../support/running-mock.ts';
import { connected } from './connected.ts';

const workspace = workspaceOf({ users: { key: 'userId', records: [{ userId: '42', name: 'Ada', status: 'active' }] } });

const patch = (mock: string, name: string, headers: Readonly<Record<string, string>> = {}) =>
  fetch(`${mock}/api/users/42`, {
    method: 'PATCH',
    headers: { ...headers, 'content-type': 'application/merge-patch+json' },
    body: JSON.stringify({ name }),
  });

test('requests gives matching requests with body, response and explanation, oldest first', async () => {
  const { client, mock } = await connected(workspace);
  await patch(mock, 'Augusta');
  await fetch(`${mock}/users/42`);
  await patch(mock, 'Byron');
  expect((await client.requests()).map(({ id }) => id)).toEqual([1, 2, 3]);
  const writes = await client.requests({ method: 'PATCH', path: '/api/users/{id}' });
  expect(writes.map(({ id, body }) => [id, body])).toEqual([
    [1, { name: 'Augusta' }],
    [3, { name: 'Byron' }],
  ]);
  expect(writes[0]).toMatchObject({ status: 200, response: { headers: expect.any(Array) } });
  expect(writes[0]?.explanation?.verdict).not.toBe('');
  expect(await client.requests({ body: { name: 'Byron' } })).toMatchObject([{ id: 3 }]);
  expect(await client.requests({ path: '/nowhere' })).toEqual([]);
  expect(await client.requests({ method: 'GET' })).toMatchObject([{ id: 2, body: null }]);
});

test('a session sees its own requests alone', async () => {
  const { client, mock } = await connected(workspace);
  const [one, other] = [client.session('one'), client.session('one more')];
  await patch(mock, 'Augusta', one.headers);
  await patch(mock, 'Byron', other.headers);
  await fetch(`${mock}/users/42`);
  expect((await one.requests()).map(({ id }) => id)).toEqual([1]);
  expect((await other.requests()).map(({ id }) => id)).toEqual([2]);
  expect(await other.waitForRequest({ method: 'PATCH' })).toMatchObject({ id: 2 });
});

test('waitForRequest resolves with a request that came before or that is still to come', async () => {
  const { client, mock } = await connected(workspace);
  await patch(mock, 'Augusta');
  expect(await client.waitForRequest({ method: 'PATCH' })).toMatchObject({ id: 1, body: { name: 'Augusta' } });
  const waiting = client.waitForRequest({ body: { name: 'Byron' } }, { timeout: 20_000 });
  await patch(mock, 'Byron');
  expect(await waiting).toMatchObject({ id: 2 });
});

test('waitForRequest finds a request that began before others and ended after them', async () => {
  const { client, mock } = await connected(workspace);
  await client.rules({ when: { method: 'GET' }, then: { kind: 'delay', milliseconds: 300 } });
  const slow = fetch(`${mock}/users/42`);
  const waiting = client.waitForRequest({ method: 'GET' }, { timeout: 20_000 });
  await patch(mock, 'Augusta');
  expect(await waiting).toMatchObject({ method: 'GET', status: 200 });
  await slow;
});

test('waitForRequest rejects with the nearest requests when the time is up', async () => {
  const { client, mock } = await connected(workspace);
  await patch(mock, 'August');
  const error = await client
    .waitForRequest({ method: 'PATCH', body: { name: 'Augusta' } }, { timeout: 50 })
    .catch((thrown: unknown) => thrown);
  expect(error).toBeInstanceOf(VerificationError);
  expect((error as Error).message).toContain('/body/name: expected "Augusta", got "August"');
  expect(await client.verify()).toEqual([]);
});

test('verify with a description counts the requests in the log and leaves no expectation behind', async () => {
  const { client, mock } = await connected(workspace);
  await patch(mock, 'Augusta');
  expect(await client.verify({ method: 'PATCH', count: { exactly: 1 } })).toMatchObject([{ outcome: 'met' }]);
  await expect(client.verify({ method: 'PATCH', count: { exactly: 2 } })).rejects.toBeInstanceOf(VerificationError);
  await expect(client.session('one').verify({ method: 'PATCH' })).rejects.toBeInstanceOf(VerificationError);
  expect(await client.verify()).toEqual([]);
});

test('verify waits until the expectations are met, or until the time is up', async () => {
  const { client, mock } = await connected(workspace);
  await client.expect({ method: 'PATCH', count: { atLeast: 2 } });
  await patch(mock, 'Augusta');
  await expect(client.verify({ timeout: 50 })).rejects.toBeInstanceOf(VerificationError);
  const waiting = [client.verify({ timeout: 20_000 }), client.verify({ method: 'PUT', timeout: 20_000 })];
  await patch(mock, 'Byron');
  await fetch(`${mock}/api/users/42`, { method: 'PUT' });
  expect(await Promise.all(waiting)).toMatchObject([[{ outcome: 'met' }], [{ outcome: 'met' }]]);
});
