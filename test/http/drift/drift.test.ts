import { expect, test } from 'vitest';
import { planted, service, startPlanted, workspace } from '../../support/planted.ts';
import { startMock } from '../../support/running-mock.ts';
import { hostValue } from '../../support/temporary-host.ts';

const rate = 1000;

test('the mock has no drift from itself, in reads and writes, and nothing is left of it', async () => {
  await using mock = await startMock(workspace());
  await using other = await startMock(workspace());
  const before = await hostValue(mock.host, 'workspace.get', {});
  const url = service(other);
  const { checks } = await hostValue(mock.host, 'drift.run', { url, writes: true, rate });
  expect(checks.filter(({ outcome }) => outcome !== 'same')).toEqual([]);
  expect(new Set(checks.map(({ rule }) => rule)).size).toBeGreaterThan(35);
  const after = await hostValue(mock.host, 'workspace.get', {});
  expect([after.log, after.collections]).toEqual([before.log, before.collections]);
  const { collections } = await hostValue(other.host, 'workspace.get', {});
  expect(collections.map(({ count, changed }) => [count, changed])).toEqual([
    [24, 0],
    [24, 0],
  ]);
});

test('nothing is applied, shown or reported of a comparison that another one has followed', async () => {
  await using mock = await startMock(workspace());
  await using other = await startMock(workspace({ pageSize: 7 }));
  const input = { url: service(other), rate, collections: ['users'] };
  const first = await hostValue(mock.host, 'drift.run', input);
  const second = await hostValue(mock.host, 'drift.run', input);
  const check = second.checks.find(({ change }) => change !== null)?.id ?? '';
  const uses = (run: string) => [
    mock.host.call('drift.exchanges', { numbers: [0], run }),
    mock.host.call('drift.report', { format: 'json', run }),
    mock.host.call('drift.apply', { check, run }),
  ];
  for (const refused of await Promise.all(uses(first.id))) {
    expect(refused).toMatchObject({ ok: false, problem: { type: '/problems/conflict' } });
  }
  expect((await hostValue(mock.host, 'history.list', {})).entries).toEqual([]);
  for (const accepted of await Promise.all(uses(second.id))) expect(accepted).toMatchObject({ ok: true });
});

test('every deviation of a service with several is found, and the proposed changes end them', async () => {
  await using mock = await startMock(workspace());
  const names = ['page size', 'unknown fields', 'weak tags in writes', 'required preconditions', 'idempotency keys'];
  const some = planted.filter(({ name }) => names.includes(name));
  await using other = await startPlanted({
    name: 'several',
    settings: Object.assign({}, ...some.map(({ settings }) => settings)),
    quirk: { quirk: 'weak-tags' },
    rules: [],
  });
  const input = { url: service(other), writes: true, rate, collections: ['users'] };
  const first = await hostValue(mock.host, 'drift.run', input);
  const found = first.checks.filter(({ outcome }) => outcome === 'different');
  expect(new Set(found.map(({ rule }) => rule))).toEqual(new Set(some.flatMap(({ rules }) => rules)));
  const [shown] = (await hostValue(mock.host, 'drift.exchanges', { numbers: [...(found[0]?.exchanges ?? [])] }))
    .exchanges;
  expect(shown?.theirs.response?.status).toBe(200);
  const proposed = found.filter(({ change }) => change !== null);
  // Two consoles apply every change at once, and then again.
  const applyTwice = () =>
    Promise.all([...proposed, ...proposed].map(({ id }) => hostValue(mock.host, 'drift.apply', { check: id })));
  await applyTwice();
  const { scenarios } = await hostValue(mock.host, 'workspace.get', {});
  const scenario = scenarios.find(({ name }) => name.startsWith('Like '));
  if (!scenario) throw new Error('There is no scenario.');
  const added = { when: { path: '/none' }, then: { kind: 'delay', milliseconds: 1 } } as const;
  const longer = { ...scenario, rules: [...scenario.rules, added] };
  await hostValue(mock.host, 'scenarios.put', { scenario: longer });
  const { entries } = await hostValue(mock.host, 'history.list', {});
  expect(entries.length).toBeLessThanOrEqual(proposed.length + 2);
  await applyTwice();
  expect((await hostValue(mock.host, 'history.list', {})).entries).toEqual(entries);
  const second = await hostValue(mock.host, 'drift.run', input);
  expect(second.checks.filter(({ outcome }) => outcome === 'different')).toEqual([]);
  const { text } = await hostValue(mock.host, 'drift.report', { format: 'junit' });
  expect(text).toContain('failures="0"');
  while ((await hostValue(mock.host, 'history.undo', {})).label !== null);
  expect((await hostValue(mock.host, 'workspace.get', {})).workspace.settings.pageSize).toBe(20);
});
