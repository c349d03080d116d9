import { expect, test } from 'vitest';
import { rule } from '../../server/client/rule.ts';
import { workspaceOf } from '../support/running-mock.ts';
import { connected } from './connected.ts';

const workspace = workspaceOf({
  users: {
    key: 'userId',
    records: [
      { userId: '42', name: 'Ada', status: 'active' },
      { userId: '7', name: 'Grace', status: 'active' },
    ],
  },
});

const plain = (value: unknown) => JSON.parse(JSON.stringify(value));

test.each([
  [
    rule.get('/users/42').answers(503).once(),
    {
      when: { method: 'GET', path: '/users/42', occurrence: { kind: 'first', count: 1 } },
      then: { kind: 'answer', status: 503 },
    },
  ],
  [
    rule
      .any('/api/**')
      .when({ headers: { 'If-Match': null } })
      .delays(20)
      .every(3)
      .perRecord(),
    {
      when: {
        path: '/api/**',
        headers: { 'If-Match': null },
        occurrence: { kind: 'every', count: 3, per: 'record' },
      },
      then: { kind: 'delay', milliseconds: 20 },
    },
  ],
  [
    rule.put('/api/users/{id}').answers(409, { headers: { 'Retry-After': '1' }, body: { title: 'No' } }),
    {
      when: { method: 'PUT', path: '/api/users/{id}' },
      then: { kind: 'answer', status: 409, headers: { 'Retry-After': '1' }, body: { title: 'No' } },
    },
  ],
  [
    rule.post('/api/users').faults('commit-then-reset').percent(10),
    {
      when: { method: 'POST', path: '/api/users', occurrence: { kind: 'percent', count: 10 } },
      then: { kind: 'fault', fault: 'commit-then-reset' },
    },
  ],
  [
    rule.delete('/api/users/{id}').does({ kind: 'ghost-write', patch: { status: 'inactive' } }),
    {
      when: { method: 'DELETE', path: '/api/users/{id}' },
      then: { kind: 'ghost-write', patch: { status: 'inactive' } },
    },
  ],
])('a built rule is the rule of a workspace file', (built, expected) => {
  expect(plain(built)).toEqual(expected);
});

test('rules apply to their session until they are replaced or the session is dropped', async () => {
  const { client, mock } = await connected(workspace);
  const [one, other] = [client.session('one'), client.session('other')];
  const statuses = (headers: Readonly<Record<string, string>>) =>
    Promise.all(['42', '7'].map(async (id) => (await fetch(`${mock}/users/${id}`, { headers })).status));
  await one.rules(rule.get('/users/42').answers(503).once(), rule.get('/users/7').answers(418));
  await other.rules(rule.get('/users/7').answers(500));
  expect(await statuses(one.headers)).toEqual([503, 418]);
  expect(await statuses(one.headers)).toEqual([200, 418]);
  expect(await statuses(other.headers)).toEqual([200, 500]);
  expect(await statuses({})).toEqual([200, 200]);
  await one.rules();
  expect(await statuses(one.headers)).toEqual([200, 200]);
  await one.drop();
  await other.drop();
  const { scenarios } = await client.call('workspace.get', {});
  expect(scenarios.map(({ name }) => name)).toEqual(['Default']);
});

test('a scenario given as an object is added to the workspace, and its faults are named', async () => {
  const { client, mock } = await connected(workspace);
  await client.activate({ name: 'Teapot', rules: [{ then: { kind: 'answer', status: 418 } }] });
  expect((await fetch(`${mock}/users/42`)).status).toBe(418);
  const refused = client.activate({ name: 'Too long', rules: [rule.any('/**').delays(-1)] });
  await expect(refused).rejects.toMatchObject({
    code: 'invalid-scenario',
    problem: { errors: [{ pointer: '/rules/0/then/milliseconds' }] },
  });
});
