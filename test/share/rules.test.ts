/** The rules of a scenario count the requests of all instances together. */
import { expect, test } from 'vitest';
import type { Json } from '../../server/domain/json/json.ts';
import { type CountedRequest, countFaults } from '../http/history/check-counts.ts';
import { eventually } from '../support/eventually.ts';
import { startMock } from '../support/running-mock.ts';
import { hostValue, smallWorkspace } from '../support/temporary-host.ts';
import { a, b, type Instance, redis, shareInstances, startInstance } from './instances.ts';

const users = { method: 'GET', path: '/users/{userId}' };
const down = { kind: 'answer', status: 503, body: 'down' };
const numbers = Array.from({ length: 500 }, (_, index) => ({ status: 200, body: index }));
const scenario = (name: string, ...rules: readonly Json[]): Json => ({ name, description: '', rules });
const workspace = {
  ...smallWorkspace,
  scenarios: [
    scenario('First two', { when: { ...users, occurrence: { kind: 'first', count: 2 } }, then: down }),
    scenario('Every third record', {
      when: { path: '/api/users/{id}', occurrence: { kind: 'every', count: 3, per: 'record' } },
      then: down,
    }),
    scenario('Numbered', { when: users, then: { kind: 'sequence', answers: numbers } }),
    scenario('Limited', { when: users, then: { kind: 'rate-limit', requests: 3, seconds: 600, announce: true } }),
    scenario('Half', { when: { ...users, occurrence: { kind: 'percent', count: 50 } }, then: down }),
  ],
  scenario: 'First two',
};

shareInstances(workspace);

async function activate(name: string): Promise<void> {
  await hostValue(a.host, 'scenario.activate', { name });
  await eventually(async () => {
    const { revision = 0 } = a.host.share() ?? {};
    expect(b.host.share()?.revision).toBe(revision);
  });
}

async function statuses(requests: number, target = '/users/42'): Promise<readonly number[]> {
  const all: number[] = [];
  for (let n = 0; n < requests; n++) all.push((await (n % 2 ? a : b).send({ target })).status);
  return all;
}

test('a third request is the third over all instances, until the scenario is activated again', async () => {
  expect(await statuses(4)).toEqual([503, 503, 200, 200]);
  await activate('First two');
  expect(await statuses(3)).toEqual([503, 503, 200]);
});

test('an instance that comes later goes on with the count', async () => {
  expect((await a.send({ target: '/users/42' })).status).toBe(503);
  await using c = await startInstance(redis.url, workspace);
  expect([await c.send({ target: '/users/42' }), await a.send({ target: '/users/42' })].map((r) => r.status)).toEqual([
    503, 200,
  ]);
});

test('requests for one record are counted apart from those for others', async () => {
  await activate('Every third record');
  expect(await statuses(3, '/api/users/42')).toEqual([200, 200, 503]);
  expect(await statuses(2, '/api/users/7')).toEqual([200, 200]);
  expect(await statuses(1, '/api/users/42')).toEqual([200]);
});

test('a rate limit is one of all instances and says so', async () => {
  await activate('Limited');
  expect(await statuses(3)).toEqual([200, 200, 200]);
  const refused = await a.send({ target: '/users/42' });
  expect([refused.status, refused.header('RateLimit')]).toEqual([429, expect.stringMatching(/;r=0;t=\d+$/)]);
  expect(Number(refused.header('Retry-After'))).toBeGreaterThan(500);
});

test('chance falls as it does without sharing', async () => {
  await activate('Half');
  const shared = await statuses(12);
  await using alone = await startMock({ ...workspace, scenario: 'Half' });
  const own: number[] = [];
  for (let n = 0; n < 12; n++) own.push((await alone.send({ target: '/users/42' })).status);
  expect(shared).toEqual(own);
});

test('fifty clients at all instances get numbers that one order explains', async () => {
  await activate('Numbered');
  let clock = 0;
  const history: CountedRequest[] = [];
  const client = async (instance: Instance) => {
    for (let round = 0; round < 8; round++) {
      const called = ++clock;
      const { body } = await instance.send({ target: '/users/42' });
      history.push({ called, ended: ++clock, place: Number(body) });
    }
  };
  await Promise.all(Array.from({ length: 50 }, (_, n) => client(n % 2 ? a : b)));
  expect(history).toHaveLength(400);
  expect(countFaults(history)).toEqual([]);
});

test('a write is counted once, however often it is decided', async () => {
  await activate('Every third record');
  const headers = [['Content-Type', 'application/json']] as const;
  const write = (n: number) => ({ method: 'PATCH', target: '/api/users/42', headers, body: `{"name":"${n}"}` });
  const all = await Promise.all(Array.from({ length: 12 }, (_, n) => (n % 2 ? a : b).send(write(n))));
  // On a busy machine a write may be given up; whether it was counted is then unknown.
  const decided = all.filter(({ body }) => !body.includes('share-away'));
  const refused = decided.filter(({ status }) => status === 503);
  expect(decided.filter(({ status }) => status === 200)).toHaveLength(decided.length - refused.length);
  expect(refused.length).toBeGreaterThanOrEqual(Math.floor(decided.length / 3));
  expect(refused.length).toBeLessThanOrEqual(Math.floor(all.length / 3));
});

test('a dry run goes on from the count of all instances, and counts nothing', async () => {
  await b.send({ target: '/users/42' });
  const request = { method: 'GET', target: '/users/42', headers: [] };
  for (let round = 0; round < 2; round++) {
    const { requests } = await hostValue(a.host, 'scenarios.dryRun', { scenario: 'First two', request, times: 2 });
    expect(requests.map(({ status }) => status)).toEqual([503, null]);
  }
});

test('while the engine is away, a request that a rule counts gets 503, and any other its response', async () => {
  await redis.kill();
  await eventually(() => expect(a.host.share()?.state).toBe('away'));
  const counted = await a.send({ target: '/users/42' });
  expect([counted.status, counted.header('Retry-After'), JSON.parse(counted.body).type]).toEqual([
    503,
    '1',
    '/problems/share-away',
  ]);
  expect((await a.send({ target: '/api/users/42' })).status).toBe(200);
  await redis.restart();
  await eventually(() => expect([a, b].map(({ host }) => host.share()?.state)).toEqual(['live', 'live']));
  expect(await statuses(3)).toEqual([503, 503, 200]);
});

test('an edit of a scenario reaches all instances, and its count begins anew', async () => {
  expect(await statuses(3)).toEqual([503, 503, 200]);
  const rules = [{ when: { ...users, occurrence: { kind: 'first' as const, count: 1 } }, then: down as never }];
  await hostValue(b.host, 'scenarios.put', { scenario: { name: 'First two', rules } });
  await eventually(() => expect(a.host.share()?.revision).toBe(b.host.share()?.revision));
  expect(await statuses(2)).toEqual([503, 200]);
});

test('a renamed scenario stays active at all instances, and for one that joins', async () => {
  const rules = [{ when: users, then: down as never }];
  await hostValue(a.host, 'scenario.activate', { name: 'First two', session: 'one' });
  await hostValue(b.host, 'scenarios.put', { scenario: { name: 'Always', rules }, replaces: 'First two' });
  await using c = await startInstance(redis.url, workspace);
  const session = [['X-Mock-Session', 'one']] as const;
  for (const instance of [b, c, a]) {
    await eventually(async () => expect((await instance.send({ target: '/users/42' })).status).toBe(503));
    await eventually(async () =>
      expect((await instance.send({ target: '/users/42', headers: session })).status).toBe(503),
    );
  }
  await hostValue(c.host, 'scenarios.remove', { name: 'Always' });
  for (const instance of [a, b, c]) {
    await eventually(async () => expect((await instance.send({ target: '/users/42' })).status).toBe(200));
  }
});

test('of two edits at two instances, the second is decided on the first', async () => {
  const put = (instance: Instance, name: string) =>
    hostValue(instance.host, 'scenarios.put', { scenario: { name, rules: [] } });
  await Promise.all([put(a, 'X'), put(b, 'Y'), put(a, 'Z')]);
  for (const { host } of [a, b]) {
    await eventually(async () => {
      const { scenarios } = await hostValue(host, 'workspace.get', {});
      expect(scenarios.map(({ name }) => name)).toEqual(expect.arrayContaining(['X', 'Y', 'Z']));
    });
  }
  expect(await a.host.call('scenarios.remove', { name: 'None' })).toMatchObject({ ok: false });
});
