/** What a team's own suite looks like: the mock's answers are chosen, the program runs, and what it sent is asserted. */
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

test('it reads the user, then writes once and under the condition that nothing has changed', async () => {
  const { client, mock } = await connected(workspace);
  await client.expect({ ...read, count: { exactly: 1 } });
  await client.expect({ ...write, count: { exactly: 1 } });
  expect(await renameUser(mock, '42', 'Augusta')).toBe('renamed');
  await client.verify();
});

test('when somebody else was faster it reads again, and keeps what the other has written', async () => {
  const { client, mock } = await connected(workspace);
  await client.scenario('Somebody else edits first');
  await client.expect({ ...read, count: { exactly: 2 } });
  await client.expect({ ...write, name: 'last write', count: { exactly: 1 } });
  expect(await renameUser(mock, '42', 'Augusta')).toBe('renamed');
  await client.verify();
  const { live } = await client.call('records.get', { collection: 'users', id: '42' });
  expect(live).toEqual({ userId: '42', name: 'Augusta', status: 'inactive' });
});

test('it writes nothing where there is no such user', async () => {
  const { client, mock } = await connected(workspace);
  await client.expect({ method: 'PATCH', path: '/**', count: { exactly: 0 } });
  expect(await renameUser(mock, '43', 'Augusta')).toBe('gone');
  await client.verify();
});
