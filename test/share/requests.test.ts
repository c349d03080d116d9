/** The request log of all instances: one order, and commands that belong to it. */
import { expect, onTestFinished, test } from 'vitest';
import type { ConsoleEvent } from '../../server/contract/event.ts';
import { eventually } from '../support/eventually.ts';
import { hostValue, smallWorkspace } from '../support/temporary-host.ts';
import { startProxy } from './fault-proxy.ts';
import { a, b, type Instance, redis, shareInstances, startInstance } from './instances.ts';

const json = [['Content-Type', 'application/json']] as const;
const slow = { when: { method: 'GET', path: '/users/7' }, then: { kind: 'delay', milliseconds: 600 } };
const workspace = {
  ...smallWorkspace,
  scenarios: [{ name: 'Slow', description: '', rules: [slow] }],
};

shareInstances(workspace, { name: 'one' }, { name: 'two' });

/** The requests of a log, oldest first, as `instance method path status`. */
async function logOf({ host }: Instance, query = ''): Promise<readonly string[]> {
  const { entries } = await hostValue(host, 'requests.list', { query });
  return entries.map(({ instance, method, path, status }) => `${instance} ${method} ${path} ${status}`).toReversed();
}

test('a request to one instance is in the log of another one, with its bodies and its explanation', async () => {
  const events: ConsoleEvent[] = [];
  b.host.subscribe((batch) => events.push(...batch));
  const long = 'x'.repeat(3000);
  await a.send({ method: 'PATCH', target: '/api/users/42', headers: json, body: JSON.stringify({ name: long }) });
  await eventually(() =>
    expect(events).toContainEqual(
      expect.objectContaining({
        type: 'requests',
        entries: expect.arrayContaining([expect.objectContaining({ instance: 'one', path: '/api/users/42' })]),
      }),
    ),
  );
  const [row] = (await hostValue(b.host, 'requests.list', {})).entries;
  const [own] = (await hostValue(a.host, 'requests.list', {})).entries;
  const detail = await hostValue(b.host, 'requests.get', { id: row?.id ?? 0 });
  expect(detail).toMatchObject({ instance: 'one', status: 200, method: 'PATCH' });
  expect({ ...detail, id: 0 }).toEqual({ ...(await hostValue(a.host, 'requests.get', { id: own?.id ?? 0 })), id: 0 });
  expect(detail.request.body?.content).toContain(long);
  expect(detail.explanation?.verdict).toBeTruthy();
});

test('all logs have one order, also that of an instance that comes later', async () => {
  const client = async (instance: Instance, name: string) => {
    for (let n = 0; n < 20; n++) await instance.send({ target: `/api/users/${name}${n}` });
  };
  await Promise.all([client(a, 'x'), client(b, 'y'), client(a, 'z')]);
  const [one, two] = [await logOf(a), await logOf(b)];
  expect(one).toHaveLength(60);
  expect(two).toEqual(one);
  await using c = await startInstance(redis.url, workspace, { name: 'three' });
  expect(await logOf(c)).toEqual(one);
  expect(await logOf(c, 'instance:two')).toHaveLength(20);
  expect(one.filter((line) => line.includes('/users/x'))).toEqual(
    Array.from({ length: 20 }, (_, n) => `one GET /api/users/x${n} 404`),
  );
});

test('a request in progress is shown at all instances, and ends at all', async () => {
  await hostValue(a.host, 'scenario.activate', { name: 'Slow' });
  const sent = a.send({ target: '/users/7' });
  await eventually(async () => expect(await logOf(b)).toEqual(['one GET /users/7 null']));
  await sent;
  expect(await logOf(b)).toEqual([expect.stringMatching(/^one GET \/users\/7 \d+$/)]);
  expect(await logOf(a)).toEqual(await logOf(b));
});

test('a request of the console has its number, and a write is its step in the timeline', async () => {
  await b.send({ target: '/api/users' });
  const request = {
    method: 'PATCH' as const,
    target: '/api/users/42',
    headers: [['Content-Type', 'application/json']],
  };
  const { id } = await hostValue(a.host, 'requests.send', {
    ...request,
    headers: json.map(([n, v]) => [n, v]),
    body: '{"name":"A"}',
  } as never);
  expect(await hostValue(a.host, 'requests.get', { id: id ?? 0 })).toMatchObject({
    origin: 'console',
    instance: 'one',
  });
  const { steps } = await hostValue(a.host, 'timeline.steps', { limit: 10 } as never);
  expect(steps).toEqual([expect.objectContaining({ request: id })]);
});

test('clearing the log clears that of all instances, and can be undone at any', async () => {
  await a.send({ target: '/api/users' });
  await b.send({ target: '/api/users/42' });
  await hostValue(b.host, 'requests.clear', {});
  await a.send({ target: '/api/users/7' });
  for (const instance of [a, b]) expect(await logOf(instance)).toEqual(['one GET /api/users/7 200']);
  await hostValue(a.host, 'requests.restore', {});
  const all = await logOf(a);
  expect(all).toHaveLength(3);
  expect(await logOf(b)).toEqual(all);
});

test('exports name the instance', async () => {
  await a.send({ target: '/api/users' });
  const har = JSON.parse((await hostValue(b.host, 'requests.export', { format: 'har' })).text);
  expect(har.log.entries).toEqual([expect.objectContaining({ _instance: 'one' })]);
  const { text } = await hostValue(b.host, 'requests.export', { format: 'csv' });
  expect(text.split('\r\n').map((line) => line.split(',').at(-1))).toEqual(['instance', 'one', '']);
});

test('an expectation of one instance counts the requests to all, from its declaration on, once each', async () => {
  await b.send({ target: '/api/users/42' });
  const expectation = { name: 'Reads', method: 'GET', path: '/api/users/{id}', count: { exactly: 5 } };
  await hostValue(a.host, 'expectations.set', { expectations: [expectation] });
  for (const instance of [a, b, a, b, a]) await instance.send({ target: '/api/users/42' });
  await using c = await startInstance(redis.url, workspace, { name: 'three' });
  for (const { host } of [a, b, c]) {
    const { results } = await hostValue(host, 'expectations.list', {});
    expect(results).toEqual([expect.objectContaining({ outcome: 'met', matched: 5, unknown: 0 })]);
  }
  await c.send({ target: '/api/users/7' });
  const { text } = await hostValue(b.host, 'verification.report', { format: 'markdown' });
  expect(text).toContain('6 matched');
  expect(await b.host.call('expectations.add', { expectation })).toMatchObject({
    ok: false,
    problem: { type: '/problems/invalid-expectation' },
  });
  await hostValue(b.host, 'expectations.clear', {});
  expect((await hostValue(a.host, 'expectations.list', {})).results).toEqual([]);
});

test('requests that were served while the engine was away are in all logs once it is back', async () => {
  await a.send({ target: '/api/users' });
  await logOf(b);
  const expectation = { name: 'Reads', method: 'GET', path: '/api/users/{id}', count: { exactly: 2 } };
  await hostValue(a.host, 'expectations.set', { expectations: [expectation] });
  await redis.kill();
  await eventually(() => expect([a, b].map(({ host }) => host.share()?.state)).toEqual(['away', 'away']));
  await a.send({ target: '/api/users/7' });
  await b.send({ target: '/api/users/42' });
  await eventually(async () => expect((await logOf(a)).at(-1)).toBe('one GET /api/users/7 200'));
  expect(await a.host.call('expectations.clear', {})).toMatchObject({
    ok: false,
    problem: { type: '/problems/share-away', outcome: 'not-made' },
  });
  await redis.restart();
  await eventually(() => expect([a, b].map(({ host }) => host.share()?.state)).toEqual(['live', 'live']));
  for (const instance of [a, b]) {
    await eventually(async () =>
      expect([...(await logOf(instance))].sort()).toEqual([
        'one GET /api/users 200',
        'one GET /api/users/7 200',
        'two GET /api/users/42 200',
      ]),
    );
    const { results } = await hostValue(instance.host, 'expectations.list', {});
    expect(results).toEqual([expect.objectContaining({ outcome: 'met', matched: 2, unknown: 0 })]);
  }
});

test('requests that an instance could not keep for the others are counted, and expectations say so', async () => {
  const expectation = { name: 'Reads', method: 'GET', path: '/users/{id}', count: { exactly: 200 } };
  await hostValue(a.host, 'expectations.set', { expectations: [expectation] });
  redis.pause();
  await eventually(() => expect([a, b].map(({ host }) => host.share()?.state)).toEqual(['away', 'away']));
  const body = 'x'.repeat(60_000);
  const read = { method: 'GET', target: '/users/9', headers: [['Content-Type', 'text/plain']] as const, body };
  for (let n = 0; n < 20; n++) await Promise.all(Array.from({ length: 10 }, () => a.send(read)));
  redis.resume();
  await eventually(() => expect([a, b].map(({ host }) => host.share()?.state)).toEqual(['live', 'live']));
  await eventually(async () => {
    const [one] = (await hostValue(a.host, 'expectations.list', {})).results;
    const [other] = (await hostValue(b.host, 'expectations.list', {})).results;
    const { sharing } = await hostValue(b.host, 'workspace.get', {});
    expect(one).toMatchObject({ outcome: 'met', matched: 200, unknown: 0 });
    expect(other).toMatchObject({ outcome: 'unknown' });
    expect(other?.unknown).toBeGreaterThan(0);
    expect([(other?.matched ?? 0) + (other?.unknown ?? 0), sharing?.lostRequests]).toEqual([200, other?.unknown]);
  });
});

test('an instance that joins has the expectations also when the stream has dropped their declaration', async () => {
  const expectation = { name: 'Reads', method: 'GET', path: '/api/users/{id}', count: { atLeast: 1 } };
  await hostValue(a.host, 'expectations.set', { expectations: [] });
  await hostValue(a.host, 'expectations.set', { expectations: [expectation] });
  await a.send({ target: '/api/users/42' });
  await logOf(b);
  await redis.send('XTRIM', 'mock-api-console:{Test%20workspace}:requests', 'MAXLEN', '0');
  await a.send({ target: '/api/users/42' });
  await using c = await startInstance(redis.url, workspace, { name: 'three' });
  const { results } = await hostValue(c.host, 'expectations.list', {});
  expect(results).toEqual([expect.objectContaining({ outcome: 'met', matched: 1, unknown: 1 })]);
});

test('an audit tells connections to different instances apart, and only its instance has the moment of a request', async () => {
  await a.send({ target: '/api/users/42' });
  await b.send({ target: '/api/users/42' });
  // An instance that has not said within a second what it has sent, on a busy machine, is not waited for.
  await eventually(async () => {
    const { clients } = await hostValue(a.host, 'audit.clients', {});
    expect(clients).toEqual([expect.objectContaining({ requests: 2, connections: 2 })]);
  });
  const [foreign] = (await hostValue(a.host, 'requests.list', { query: 'instance:two' })).entries;
  expect(await a.host.call('timeline.request', { id: foreign?.id })).toMatchObject({
    ok: false,
    problem: { type: '/problems/unknown-moment' },
  });
});

test('a command of the log waits for an engine that is back in a moment', async () => {
  const proxy = await startProxy(redis.port);
  onTestFinished(() => proxy.close());
  await using near = await startInstance(`redis://127.0.0.1:${proxy.port}`, workspace);
  proxy.cut();
  await eventually(() => expect(near.news.join()).toContain('away'));
  expect(await near.host.perform('expectations.clear', {})).toMatchObject({ ok: true });
});
