import { expect, test } from 'vitest';
import type { Json } from '../../server/domain/json/json.ts';
import { eventually } from '../support/eventually.ts';
import { startMock, workspaceOf } from '../support/running-mock.ts';

const users = { users: { key: 'userId', records: [{ userId: '42', name: 'Ada', visits: 0 }] } };
const scenarios = [
  { name: 'Slow', rules: [{ when: { method: 'POST' }, then: { kind: 'delay', milliseconds: 400 } }] },
  {
    name: 'Lost',
    rules: [
      {
        when: { method: 'POST', occurrence: { kind: 'first', count: 1 } },
        then: { kind: 'fault', fault: 'commit-then-reset' },
      },
    ],
  },
];
const workspace = { ...(workspaceOf(users, { idempotencyKeys: true }) as object), scenarios } as Json;
const post = {
  method: 'POST',
  target: '/api/users',
  headers: [['Idempotency-Key', '"k"']] as [string, string][],
  body: '{"name":"Grace"}',
};

test('a retry before the first response is sent gets 409, and afterwards the response', async () => {
  await using mock = await startMock(workspace);
  await mock.host.call('scenario.activate', { name: 'Slow' });
  const first = mock.send(post);
  await eventually(() => expect(mock.host.log.list({ limit: 1 })).toHaveLength(1));
  const early = await mock.send({ ...post, headers: [...post.headers, ['X-Mock-Scenario', 'Default']] });
  expect([early.status, early.json()]).toMatchObject([409, { type: '/problems/request-in-progress' }]);
  const created = await first;
  const again = await mock.send({ ...post, headers: [...post.headers, ['X-Mock-Scenario', 'Default']] });
  expect([created.status, again.status, again.body]).toEqual([201, 201, created.body]);
});

test('a retry after a lost response gets it, and nothing is created twice', async () => {
  await using mock = await startMock(workspace);
  await mock.host.call('scenario.activate', { name: 'Lost' });
  await expect(mock.send(post)).rejects.toThrow();
  await eventually(async () => expect((await mock.send(post)).status).toBe(201));
  expect((await mock.send({ method: 'GET', target: '/api/users?name=Grace' })).header('X-Total-Count')).toBe('1');
});
