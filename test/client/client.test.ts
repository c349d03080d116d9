import { expect, test } from 'vitest';
import { connect } from '../../server/client/connect.ts';
import { MockConsoleError, VerificationError } from '../../server/client/errors.ts';
import { workspaceOf } from '../support/running-mock.ts';
import { connected } from './connected.ts';

const workspace = {
  ...(workspaceOf({ users: { key: 'userId', records: [{ userId: '42', name: 'Ada', status: 'active' }] } }) as object),
  scenarios: [{ name: 'Down', rules: [{ when: {}, then: { kind: 'answer', status: 503 } }] }],
};

test('call sends a command by name and resolves with its output', async () => {
  const { client, mock } = await connected(workspace);
  const row = await client.call('users.setStatus', { userId: '42', status: 'inactive' });
  expect(row.live).toEqual({ userId: '42', name: 'Ada', status: 'inactive' });
  expect((await fetch(`${mock}/users/42`)).status).toBe(404);
});

test('a scenario applies outside sessions or to one session', async () => {
  const { client, mock } = await connected(workspace);
  const session = client.session('one');
  const statuses = async () => {
    const responses = [await fetch(`${mock}/users/42`), await fetch(`${mock}/users/42`, { headers: session.headers })];
    return responses.map(({ status }) => status);
  };
  await session.activate('Down');
  expect(await statuses()).toEqual([200, 503]);
  await session.activate('Default');
  await client.scenario('Down');
  expect(await statuses()).toEqual([503, 200]);
});

test('changes in a session stay in it until it is reset or dropped', async () => {
  const { client, mock } = await connected(workspace);
  const [session, other] = [client.session('one'), client.session('other')];
  const rename = () =>
    fetch(`${mock}/api/users/42`, {
      method: 'PATCH',
      headers: { ...session.headers, 'content-type': 'application/merge-patch+json' },
      body: '{"name":"Augusta"}',
    });
  const names = () =>
    Promise.all(
      [session.headers, other.headers, {}].map(async (headers) => {
        const user = (await (await fetch(`${mock}/api/users/42`, { headers })).json()) as { name: string };
        return user.name;
      }),
    );
  await rename();
  expect(await names()).toEqual(['Augusta', 'Ada', 'Ada']);
  await session.reset();
  expect(await names()).toEqual(['Ada', 'Ada', 'Ada']);
  await rename();
  await session.expect({ path: '/nowhere' });
  await session.drop();
  expect(await names()).toEqual(['Ada', 'Ada', 'Ada']);
  expect(await client.verify()).toEqual([]);
  await session.drop();
  await session.drop();
});

test('a refused command rejects with the code and the problem', async () => {
  const { client } = await connected(workspace);
  const refusal = client.scenario('Nothing');
  await expect(refusal).rejects.toBeInstanceOf(MockConsoleError);
  await expect(refusal).rejects.toMatchObject({
    code: 'unknown-scenario',
    message: expect.stringMatching(/^scenario\.activate: .*"Nothing".*\.$/),
    problem: { status: 404 },
  });
});

test('an unreachable console and a wrong token have codes of their own', async () => {
  const unreachable = connect({ console: 'http://127.0.0.1:1', token: 'x' });
  await expect(unreachable.scenario('Down')).rejects.toMatchObject({
    code: 'unreachable',
    message: 'No console answers at http://127.0.0.1:1.',
    problem: null,
  });
  const { address } = await connected(workspace);
  const stranger = connect({ ...address, token: 'wrong' });
  await expect(stranger.scenario('Down')).rejects.toMatchObject({ code: 'unauthorized', problem: { status: 401 } });
});

test('verify rejects with the unmet expectations and their nearest requests', async () => {
  const { client, mock } = await connected(workspace);
  await client.expect({ name: 'renames Ada', method: 'PATCH', path: '/api/users/42', body: { name: 'Augusta' } });
  await client.expect({ path: '/users/{id}', count: { exactly: 0 } });
  const patch = (name: string) =>
    fetch(`${mock}/api/users/42`, {
      method: 'PATCH',
      headers: { 'content-type': 'application/merge-patch+json' },
      body: JSON.stringify({ name }),
    });
  await patch('August');
  const error = await client.verify().catch((thrown: unknown) => thrown);
  expect(error).toBeInstanceOf(VerificationError);
  expect((error as VerificationError).message.split('\n')).toEqual([
    '1 of 2 expectations not met:',
    '- renames Ada',
    '    Expected at least 1 request; none matched.',
    '    request 1, PATCH /api/users/42, differs in 1 place:',
    '      /body/name: expected "Augusta", got "August"',
  ]);
  await patch('Augusta');
  expect(await client.verify()).toMatchObject([{ outcome: 'met', requests: [2] }, { outcome: 'met' }]);
});

test('a session verifies and clears only its own expectations', async () => {
  const { client, mock } = await connected(workspace);
  const [one, other] = [client.session('one'), client.session('other')];
  await one.expect({ path: '/users/42' });
  await other.expect({ path: '/users/42' });
  await fetch(`${mock}/users/42`, { headers: one.headers });
  expect(await one.verify()).toHaveLength(1);
  await expect(other.verify()).rejects.toBeInstanceOf(VerificationError);
  await other.clearExpectations();
  expect(await client.verify()).toHaveLength(1);
});

test('records are prepared in a session or for everybody, and no fixture changes', async () => {
  const { client, mock } = await connected(workspace);
  const session = client.session('one');
  const nina = { userId: '1', name: 'Nina', status: 'active' };
  const users = session.records<typeof nina>('users');
  expect(await users.put(nina)).toEqual(nina);
  expect(await users.patch('1', { status: 'inactive' })).toEqual({ ...nina, status: 'inactive' });
  expect(await users.get('1')).toEqual({ ...nina, status: 'inactive' });
  await users.remove('42');
  expect(await users.get('42')).toBeNull();
  expect(await client.records('users').get('42')).toMatchObject({ name: 'Ada' });
  expect(await client.prepare([{ collection: 'users', record: { userId: '7', name: 'Grace' } }])).toEqual([
    { userId: '7', name: 'Grace' },
  ]);
  const ids = async (headers: Readonly<Record<string, string>>) => {
    const { items } = (await (await fetch(`${mock}/api/users`, { headers })).json()) as { items: { userId: string }[] };
    return items.map(({ userId }) => userId);
  };
  expect(await ids(session.headers)).toEqual(['1']);
  expect(await ids({})).toEqual(['7', '42']);
  await expect(users.remove('42')).rejects.toMatchObject({ code: 'unknown-record' });
  await client.call('state.reset', {});
  expect(await ids({})).toEqual(['42']);
});
