import { expect, test } from 'vitest';
import type { Json } from '../../server/domain/json/json.ts';
import { converse } from '../support/raw-client.ts';
import { latestRequest, startMock, workspaceOf } from '../support/running-mock.ts';
import { hostValue } from '../support/temporary-host.ts';

const users = {
  users: { key: 'userId', records: [{ userId: '42', name: 'Ada Lovelace', status: 'active', age: 36 }] },
};

function withScenarios(...scenarios: readonly Json[]): Json {
  return { ...(workspaceOf(users) as object), scenarios } as Json;
}

/** A scenario whose responses carry its name in the body and in a header, after a random delay. */
function marked(name: string, status: number): Json {
  return {
    name,
    rules: [
      { then: { kind: 'delay', milliseconds: 0, spread: { kind: 'uniform', most: 3 } } },
      { then: { kind: 'answer', status, headers: { 'X-Scenario': name }, body: { name, status } } },
    ],
  };
}

test('each of a thousand responses comes from one scenario although scenarios switch meanwhile', async () => {
  const names = ['A', 'B', 'C'];
  const statuses: Readonly<Record<string, number>> = { A: 200, B: 404, C: 503 };
  const all = names.map((name) => marked(name, statuses[name] ?? 0));
  await using mock = await startMock(withScenarios(...all));
  await mock.host.call('scenario.activate', { name: 'A' });
  let arrived = 0;
  const sending = Array.from({ length: 1000 }, async (_, index) => {
    const body = index % 2 === 0 ? { method: 'PATCH', body: '{"age":1}' } : {};
    const response = await mock.send({ target: '/api/users/42', ...body });
    arrived += 1;
    return response;
  });
  let switches = 0;
  while (arrived < 1000) {
    switches += 1;
    await mock.host.call('scenario.activate', { name: names[switches % 3] ?? 'A' });
    await new Promise((resolve) => setImmediate(resolve));
  }
  const seen = new Set<string>();
  for (const response of await Promise.all(sending)) {
    const name = response.header('x-scenario') ?? '';
    seen.add(name);
    expect([response.status, response.json()]).toEqual([statuses[name], { name, status: statuses[name] }]);
  }
  expect(seen.size).toBeGreaterThan(1);
  const { entries } = await hostValue(mock.host, 'requests.list', { limit: 1000 });
  expect(entries.filter(({ scenario, status }) => statuses[scenario] !== status)).toEqual([]);
});

test('a scenario with a seed repeats its sequence, also after a restart', async () => {
  const flaky: Json = {
    name: 'Flaky',
    seed: 7,
    rules: [
      { when: { occurrence: { kind: 'percent', count: 40 } }, then: { kind: 'answer', status: 503 } },
      { when: { occurrence: { kind: 'every', count: 3 } }, then: { kind: 'answer', status: 500 } },
    ],
  };
  await using mock = await startMock(withScenarios(flaky));
  const sequence = async () => {
    await mock.host.call('scenario.activate', { name: 'Flaky' });
    const statuses: number[] = [];
    for (let index = 0; index < 60; index += 1) statuses.push((await mock.send({ target: '/users/42' })).status);
    return statuses;
  };
  const first = await sequence();
  expect(new Set(first)).toEqual(new Set([200, 500, 503]));
  expect(await sequence()).toEqual(first);
  await mock.restart();
  expect(await sequence()).toEqual(first);
});

test.each([
  ['commit-then-reset', 'ECONNRESET', 37, 'is now at version 2'],
  ['reset', 'ECONNRESET', 36, 'nothing was read or written'],
  ['empty', undefined, 36, 'nothing was read or written'],
])('the fault %s ends the connection with %s and leaves the age %i', async (fault, code, age, verdict) => {
  const broken: Json = {
    name: 'Broken',
    rules: [{ when: { method: 'PATCH' }, then: { kind: 'fault', fault } }],
  };
  await using mock = await startMock(withScenarios(broken));
  await mock.host.call('scenario.activate', { name: 'Broken' });
  const head = 'PATCH /api/users/42 HTTP/1.1\r\nHost: localhost\r\nContent-Length: 10\r\n\r\n{"age":37}';
  expect(await converse(mock.port, head)).toEqual({ bytes: '', code });
  const detail = await latestRequest(mock);
  expect(detail).toMatchObject({ status: null, response: null, explanation: { scenario: { rules: [{ index: 0 }] } } });
  expect(detail.explanation?.verdict).toContain(verdict);
  expect((await mock.send({ target: '/api/users/42' })).json()).toMatchObject({ age });
});

test('a ghost write makes all writers with the old tag fail, and each succeeds after reading again', async () => {
  const ghostWriter: Json = {
    name: 'Someone else',
    rules: [
      {
        when: { occurrence: { kind: 'first', count: 1, per: 'record' } },
        then: { kind: 'ghost-write', patch: { age: 99 } },
      },
    ],
  };
  await using mock = await startMock(withScenarios(ghostWriter));
  await mock.host.call('scenario.activate', { name: 'Someone else' });
  const read = async () => (await mock.send({ target: '/api/users/42' })).header('etag') ?? '';
  const write = async (tag: string) => {
    const response = await mock.send({
      method: 'PATCH',
      target: '/api/users/42',
      headers: [['If-Match', tag]],
      body: '{"name":"Ada"}',
    });
    return response.status;
  };
  const stale = await read();
  expect(await Promise.all([write(stale), write(stale), write(stale)])).toEqual([412, 412, 412]);
  expect(await write(await read())).toBe(200);
  expect(await write(await read())).toBe(200);
  expect((await mock.send({ target: '/api/users/42' })).json()).toMatchObject({ name: 'Ada', age: 99 });
});
