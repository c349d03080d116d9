import { expect, test } from 'vitest';
import type { Json } from '../../server/domain/json/json.ts';
import { type RunningMock, startMock } from '../support/running-mock.ts';
import { hostValue } from '../support/temporary-host.ts';

const workspace: Json = {
  format: 'mock-api-console',
  version: 1,
  collections: {
    users: {
      key: 'userId',
      records: Array.from({ length: 30 }, (_, index) => ({
        userId: `${index}`,
        name: `User ${index}`,
        status: 'active',
      })),
    },
  },
  scenarios: [
    {
      name: 'Half is down',
      description: '',
      rules: [{ when: { occurrence: { kind: 'every', count: 2 } }, then: { kind: 'answer', status: 503 } }],
    },
    {
      name: 'User 1 is away',
      description: '',
      rules: [{ when: {}, then: { kind: 'user-status', userId: '1', status: 'inactive' } }],
    },
  ],
};

/** A client that sends all its requests in one session. */
function clientIn(mock: RunningMock, session: string | null) {
  const headers = session === null ? [] : [['X-Mock-Session', session] as const];
  return async (method: string, target: string, body?: Json) => {
    const response = await mock.send({
      method,
      target,
      headers,
      body: body === undefined ? undefined : JSON.stringify(body),
    });
    return { status: response.status, text: response.body, tag: response.header('ETag') };
  };
}

/** Runs the requests of one worker's test suite. Resolves with the statuses and bodies of the responses. */
async function suite(send: ReturnType<typeof clientIn>, worker: number): Promise<readonly unknown[]> {
  const results: unknown[] = [];
  for (let round = 0; round < 10; round++) {
    results.push((await send('PATCH', `/api/users/${round}`, { name: `Worker ${worker}, round ${round}` })).status);
    results.push((await send('DELETE', `/api/users/${20 + round}`)).status);
    results.push((await send('POST', '/api/users', { name: 'new', status: 'inactive' })).status);
    results.push((await send('GET', '/users/1')).text);
    results.push((await send('GET', '/api/users?status=inactive&sort=-name&limit=5')).text);
    results.push((await send('GET', '/api/users?sort=name&limit=7&offset=5')).text);
  }
  return results;
}

async function startWorker(mock: RunningMock, worker: number) {
  const session = `worker ${worker}`;
  const scenario = ['Default', 'Half is down', 'User 1 is away'][worker % 3] ?? '';
  await hostValue(mock.host, 'scenario.activate', { name: scenario, session });
  return suite(clientIn(mock, session), worker);
}

test('concurrent workers in sessions get the same responses as each alone', async () => {
  const workers = Array.from({ length: 6 }, (_, worker) => worker);
  const alone: (readonly unknown[])[] = [];
  for (const worker of workers) {
    await using mock = await startMock(workspace);
    alone.push(await startWorker(mock, worker));
  }
  await using mock = await startMock(workspace);
  const everybody = clientIn(mock, null);
  const before = await everybody('GET', '/api/users?limit=100');
  const together = await Promise.all(workers.map((worker) => startWorker(mock, worker)));
  expect(together).toEqual(alone);
  expect(together[0]).not.toEqual(together[3]);
  expect(await everybody('GET', '/api/users?limit=100')).toEqual(before);
  expect(mock.faults).toEqual([]);
});

test('the log names the session of a request and finds requests by it', async () => {
  await using mock = await startMock(workspace);
  await clientIn(mock, null)('GET', '/users/1');
  await clientIn(mock, 'Checkout')('GET', '/users/2');
  const rows = async (query: string) => {
    const { entries } = await hostValue(mock.host, 'requests.list', { query });
    return entries.map(({ path, session }) => [path, session]);
  };
  expect(await rows('')).toEqual([
    ['/users/2', 'Checkout'],
    ['/users/1', null],
  ]);
  expect(await rows('checkout')).toEqual([['/users/2', 'Checkout']]);
});

test('a request refused for its headers and a refused command begin no session', async () => {
  await using mock = await startMock(workspace);
  const { host } = mock;
  const session = ['X-Mock-Session', 'typo'] as const;
  const statusOf = async (...headers: readonly (readonly [string, string])[]) =>
    (await mock.send({ method: 'GET', target: '/api/users', headers: [session, ...headers] })).status;
  expect(await statusOf(['X-Mock-Scenario', 'none'])).toBe(400);
  expect(await statusOf(['Prefer', 'code=none'])).toBe(400);
  expect(await statusOf(['Host', 'elsewhere'])).toBe(421);
  expect(await host.call('scenario.activate', { name: 'none', session: 'typo' })).toMatchObject({ ok: false });
  expect(await host.call('snapshots.restore', { name: 'none', session: 'typo' })).toMatchObject({ ok: false });
  expect(await host.call('snapshots.save', { name: 'none', session: 'typo' })).toMatchObject({ ok: false });
  expect(await host.call('state.reset', { session: 'typo' })).toMatchObject({ ok: false });
  expect((await hostValue(host, 'sessions.list', {})).sessions).toEqual([]);
  expect(await statusOf()).toBe(200);
  expect((await hostValue(host, 'sessions.list', {})).sessions).toMatchObject([{ name: 'typo' }]);
});

test('a request that is refused for its headers counts for no rule', async () => {
  await using mock = await startMock(workspace);
  await hostValue(mock.host, 'scenario.activate', { name: 'Half is down' });
  const statusOf = async (...headers: readonly (readonly [string, string])[]) =>
    (await mock.send({ method: 'GET', target: '/users/1', headers })).status;
  expect(await statusOf(['X-Mock-Session', 'x'.repeat(201)])).toBe(400);
  expect(await statusOf(['Prefer', 'code=none'])).toBe(400);
  expect(await statusOf(['X-Mock-Scenario', 'none'])).toBe(400);
  expect([await statusOf(), await statusOf()]).toEqual([200, 503]);
});
