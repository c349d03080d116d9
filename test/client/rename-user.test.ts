/** An example of a team's own suite: it picks a scenario, runs its program and verifies the requests. */
import { expect, test } from 'vitest';
import { workspaceOf } from '../support/running-mock.ts';
import { connected } from './connected.ts';
import { renameUser } from './rename-user.ts';

const workspace = {
  ...(workspaceOf({ users: { key: 'userId', records: [{ userId: '42', name: 'Ada', status: 'active' }] } }) as object),
  scenarios: [
    {
      name: 'Somebody else edits first',
      rules: [
        {
          when: { method: 'PATCH', occurrence: { kind: 'first', count: 1 } },
          then: { kind: 'ghost-write', patch: { status: 'inactive' } },
        },
      ],
    },
  ],
};

const read = { name: 'read', method: 'GET', path: '/api/users/42' } as const;
const write = {
  name: 'write',
  method: 'PATCH',
  path: '/api/users/42',
  headers: { 'If-Match': null },
  body: { name: 'Augusta' },
  after: 'read',
} as const;

test('renameUser reads the user, then writes once with If-Match', async () => {
  const { client, mock } = await connected(workspace);
  await client.expect({ ...read, count: { exactly: 1 } });
  await client.expect({ ...write, count: { exactly: 1 } });
  expect(await renameUser(mock, '42', 'Augusta')).toBe('renamed');
  await client.verify();
});

test('renameUser reads again after a conflict and keeps the other change', async () => {
  const { client, mock } = await connected(workspace);
  await client.scenario('Somebody else edits first');
  await client.expect({ ...read, count: { exactly: 2 } });
  await client.expect({ ...write, name: 'last write', count: { exactly: 1 } });
  expect(await renameUser(mock, '42', 'Augusta')).toBe('renamed');
  await client.verify();
  const { live } = await client.call('records.get', { collection: 'users', id: '42' });
  expect(live).toEqual({ userId: '42', name: 'Augusta', status: 'inactive' });
});

test('renameUser writes nothing for an unknown user', async () => {
  const { client, mock } = await connected(workspace);
  await client.expect({ method: 'PATCH', path: '/**', count: { exactly: 0 } });
  expect(await renameUser(mock, '43', 'Augusta')).toBe('not found');
  await client.verify();
});
