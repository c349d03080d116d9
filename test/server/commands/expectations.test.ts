import { connect } from 'node:net';
import { expect, test } from 'vitest';
import type { CommandInput } from '../../../server/contract/command.ts';
import { eventually } from '../../support/eventually.ts';
import { type RunningMock, startMock, workspaceOf } from '../../support/running-mock.ts';
import { hostValue } from '../../support/temporary-host.ts';

const users = { users: { key: 'userId', records: [{ userId: '42', name: 'Ada', status: 'active' }] } };

const results = async (mock: RunningMock) => (await hostValue(mock.host, 'expectations.list', {})).results;
const outcomes = async (mock: RunningMock) => (await results(mock)).map(({ outcome }) => outcome);

const patch = (mock: RunningMock, body: string) =>
  mock.send({ method: 'PATCH', target: '/api/users/42', headers: [['Content-Type', 'application/json']], body });

test('requests are counted from the declaration on, with their bodies', async () => {
  await using mock = await startMock(workspaceOf(users));
  await patch(mock, '{"name":"Augusta"}');
  await hostValue(mock.host, 'expectations.add', { expectation: { method: 'patch', body: { name: 'Augusta' } } });
  await patch(mock, '{"name":"Ada"}');
  expect(await results(mock)).toMatchObject([
    {
      outcome: 'not-met',
      matched: 0,
      nearMisses: [{ id: 2, differences: [{ pointer: '/body/name', expected: '"Augusta"', got: '"Ada"' }] }],
    },
  ]);
  await patch(mock, '{"name":"Augusta","status":"inactive"}');
  expect(await results(mock)).toMatchObject([{ outcome: 'met', matched: 1, requests: [3], nearMisses: [] }]);
});

test('a met expectation tells how its requests were answered', async () => {
  await using mock = await startMock(workspaceOf(users));
  await hostValue(mock.host, 'expectations.add', { expectation: { method: 'GET', count: { atLeast: 2 } } });
  await mock.send({ target: '/users/42' });
  await mock.send({ target: '/api/users?limit=-1' });
  expect(await results(mock)).toMatchObject([
    {
      outcome: 'met',
      failed: 1,
      verdict: 'Expected at least 2 requests; 2 matched, 1 of them with an error response.',
      matching: [
        { id: 1, method: 'GET', path: '/users/42', status: 200 },
        { id: 2, method: 'GET', path: '/api/users', status: 400 },
      ],
    },
  ]);
});

test('`since` counts earlier requests of the log too', async () => {
  await using mock = await startMock(workspaceOf(users));
  await mock.send({ target: '/users/42' });
  await hostValue(mock.host, 'expectations.add', {
    expectation: { path: '/users/{id}', count: { exactly: 2 } },
    since: 0,
  });
  await mock.send({ target: '/users/42' });
  expect(await results(mock)).toMatchObject([{ outcome: 'met', requests: [1, 2] }]);
});

test('counts stay when the log drops their requests', async () => {
  await using mock = await startMock(workspaceOf(users, { log: { entries: 2 } }));
  await hostValue(mock.host, 'expectations.add', { expectation: { path: '/users/42', count: { exactly: 10 } } });
  for (let number = 0; number < 10; number += 1) await mock.send({ target: '/users/42' });
  await hostValue(mock.host, 'requests.clear', {});
  expect(await results(mock)).toMatchObject([{ outcome: 'met', matched: 10 }]);
});

test('a result is unknown when the log dropped requests before the declaration or cut their bodies', async () => {
  await using mock = await startMock(workspaceOf(users, { log: { entries: 2, bodyBytes: 16 } }));
  for (let number = 0; number < 5; number += 1) await mock.send({ target: '/users/42' });
  await hostValue(mock.host, 'expectations.set', {
    expectations: [
      { name: 'all', path: '/users/42', count: { exactly: 5 } },
      { name: 'some', path: '/users/42' },
    ],
    since: 0,
  });
  expect(await results(mock)).toMatchObject([
    { outcome: 'unknown', matched: 2, unknown: 3 },
    { outcome: 'met', matched: 2, unknown: 3 },
  ]);
  await hostValue(mock.host, 'expectations.set', { expectations: [{ body: { name: 'Augusta' } }] });
  await patch(mock, '{"name":"Augusta","status":"active"}');
  expect(await results(mock)).toMatchObject([
    { outcome: 'unknown', unknown: 1, verdict: expect.stringMatching(/none matched; 1 more may have matched/) },
  ]);
  await patch(mock, '{"name":"Augusta"');
  expect(await results(mock)).toMatchObject([{ outcome: 'unknown', matched: 0, unknown: 2 }]);
  await patch(mock, '{"name":"A"}');
  expect(await results(mock)).toMatchObject([{ outcome: 'unknown', matched: 0, unknown: 2 }]);
});

test('a request of a client that disconnects counts as received', async () => {
  await using mock = await startMock({
    ...(workspaceOf(users) as object),
    scenarios: [{ name: 'Hang', rules: [{ when: {}, then: { kind: 'fault', fault: 'hang' } }] }],
    scenario: 'Hang',
  });
  await hostValue(mock.host, 'expectations.add', { expectation: { path: '/users/42' } });
  const socket = connect(mock.port, '127.0.0.1').on('error', () => undefined);
  socket.write('GET /users/42 HTTP/1.1\r\nHost: localhost\r\n\r\n');
  await eventually(() => expect(mock.host.log.state.total).toBe(1));
  expect(await outcomes(mock)).toEqual(['not-met']);
  socket.destroy();
  await eventually(async () => expect(await outcomes(mock)).toEqual(['met']));
});

test('each session has its own expectations', async () => {
  await using mock = await startMock(workspaceOf(users));
  const add = (session: string) =>
    hostValue(mock.host, 'expectations.add', { expectation: { name: 'reads', path: '/users/42', session } });
  await add('one');
  await add('two');
  await mock.send({ target: '/users/42', headers: [['X-Mock-Session', 'one']] });
  expect(await outcomes(mock)).toEqual(['met', 'not-met']);
  await hostValue(mock.host, 'expectations.clear', { session: 'two' });
  expect((await results(mock)).map(({ expectation }) => expectation.session)).toEqual(['one']);
  await hostValue(mock.host, 'expectations.remove', { name: 'reads', session: 'one' });
  expect(await results(mock)).toEqual([]);
});

test('a removal names what it has removed, with what comes after it', async () => {
  await using mock = await startMock(workspaceOf(users));
  const names = ['a', 'b', 'c'];
  for (const name of names) await hostValue(mock.host, 'expectations.add', { expectation: { name } });
  await hostValue(mock.host, 'expectations.add', { expectation: { name: 'then', after: 'a' } });
  await hostValue(mock.host, 'expectations.add', { expectation: { name: 'mine', session: 'one' } });
  const count = { atLeast: 1 };
  expect(await hostValue(mock.host, 'expectations.remove', { name: 'a' })).toEqual({
    removed: [
      { name: 'a', count },
      { name: 'then', after: 'a', count },
    ],
  });
  expect(await hostValue(mock.host, 'expectations.clear', { session: 'one' })).toEqual({
    removed: [{ name: 'mine', session: 'one', count }],
  });
  const left = [
    { name: 'b', count },
    { name: 'c', count },
  ];
  expect(await hostValue(mock.host, 'expectations.clear', {})).toEqual({ removed: left });
  expect(await hostValue(mock.host, 'expectations.clear', {})).toEqual({ removed: [] });
});

test('the state counts met expectations and raises its revision', async () => {
  await using mock = await startMock(workspaceOf(users));
  const state = async () => (await hostValue(mock.host, 'workspace.get', {})).expectations;
  await hostValue(mock.host, 'expectations.set', { expectations: [{ path: '/users/42' }, { path: '/users/7' }] });
  const before = await state();
  expect(before).toMatchObject({ total: 2, met: 0 });
  await mock.send({ target: '/users/42' });
  const after = await state();
  expect(after).toMatchObject({ total: 2, met: 1 });
  expect(after.revision).toBeGreaterThan(before.revision);
});

test('the report gives the results as JSON or JUnit XML', async () => {
  await using mock = await startMock(workspaceOf(users));
  await hostValue(mock.host, 'expectations.add', { expectation: { name: 'reads', path: '/users/42' } });
  const json = await hostValue(mock.host, 'verification.report', { format: 'json' });
  expect([json.file, JSON.parse(json.text)]).toEqual(['verification.json', { results: await results(mock) }]);
  const junit = await hostValue(mock.host, 'verification.report', { format: 'junit' });
  expect(junit.file).toBe('verification.xml');
  expect(junit.text).toContain('<testcase name="reads"');
});

test.each<[string, readonly CommandInput<'expectations.add'>['expectation'][], RegExp]>([
  [
    'a name that is taken',
    [{ name: 'a' }, { name: 'a' }],
    /^Expectation 2 cannot be declared: .*already called "a"\.$/,
  ],
  [
    'an order that nobody can keep',
    [{ name: 'a', after: 'b' }, { name: 'b' }],
    /^Expectation 1 cannot .*called "b"\.$/,
  ],
])('%s is refused, and nothing is changed', async (_name, expectations, detail) => {
  await using mock = await startMock(workspaceOf(users));
  await hostValue(mock.host, 'expectations.add', { expectation: { name: 'there' } });
  expect(await mock.host.call('expectations.set', { expectations })).toMatchObject({
    ok: false,
    problem: { type: '/problems/invalid-expectation', detail: expect.stringMatching(detail) },
  });
  expect((await results(mock)).map(({ expectation }) => expectation.name)).toEqual(['there']);
});

test('an edited expectation counts again, with those after it; a refused edit changes nothing', async () => {
  await using mock = await startMock(workspaceOf(users));
  const add = (input: CommandInput<'expectations.add'>) => mock.host.call('expectations.add', input);
  await add({ expectation: { name: 'reads', path: '/users/7' } });
  await add({ expectation: { name: 'other', path: '/users/1' } });
  await add({ expectation: { name: 'writes', method: 'PATCH', after: 'reads' } });
  await mock.send({ target: '/users/42' });
  const before = await results(mock);
  const replaces = { name: 'reads' };
  const taken = await add({ expectation: { name: 'other' }, replaces });
  expect(taken).toMatchObject({ ok: false, problem: { type: '/problems/invalid-expectation' } });
  const circular = await add({ expectation: { after: 'writes' }, replaces });
  expect(circular).toMatchObject({ ok: false, problem: { type: '/problems/invalid-expectation' } });
  const unknown = await add({ expectation: {}, replaces: { name: 'none' } });
  expect(unknown).toMatchObject({ ok: false, problem: { type: '/problems/unknown-expectation' } });
  expect(await results(mock)).toEqual(before);

  expect(await add({ expectation: { path: '/users/42' }, replaces, since: 0 })).toMatchObject({
    value: { name: 'reads' },
  });
  await add({ expectation: { name: 'reads 42', path: '/users/42' }, replaces, since: 0 });
  await patch(mock, '{"name":"Augusta"}');
  const after = (await results(mock)).map(({ expectation, outcome }) => [expectation.name, expectation.after, outcome]);
  expect(after).toEqual([
    ['reads 42', undefined, 'met'],
    ['other', undefined, 'not-met'],
    ['writes', 'reads 42', 'met'],
  ]);
});

test('an edited expectation keeps its place, unless it is to be met after a later one', async () => {
  await using mock = await startMock(workspaceOf(users));
  const names = async () => (await results(mock)).map(({ expectation }) => expectation.name);
  for (const name of ['a', 'b', 'c']) await hostValue(mock.host, 'expectations.add', { expectation: { name } });
  await hostValue(mock.host, 'expectations.add', { expectation: { name: 'B' }, replaces: { name: 'b' } });
  expect(await names()).toEqual(['a', 'B', 'c']);
  await hostValue(mock.host, 'expectations.add', { expectation: { after: 'B' }, replaces: { name: 'a' } });
  expect(await names()).toEqual(['B', 'a', 'c']);
  await mock.send({ target: '/users/42' });
  await mock.send({ target: '/users/42' });
  expect(await outcomes(mock)).toEqual(['met', 'met', 'met']);
});
