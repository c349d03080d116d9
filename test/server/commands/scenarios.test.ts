import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import type { CommandName } from '../../../server/contract/command.ts';
import type { ConsoleEvent } from '../../../server/contract/event.ts';
import { defaultScenario, type Scenario } from '../../../server/domain/scenario/scenario.ts';
import { eventually } from '../../support/eventually.ts';
import { hostValue, type TemporaryHost, temporaryHost } from '../../support/temporary-host.ts';

const flaky: Scenario = {
  name: 'Flaky',
  description: 'Every second response is 503.',
  rules: [
    { when: { occurrence: { kind: 'every', count: 2 } }, then: { kind: 'answer', status: 503 } },
    { when: { method: 'PATCH' }, then: { kind: 'delay', milliseconds: 300 } },
  ],
};

const state = (temporary: TemporaryHost) => hostValue(temporary.host, 'workspace.get', {});
const names = async (temporary: TemporaryHost) => (await state(temporary)).scenarios.map(({ name }) => name);
const get = { method: 'GET', target: '/users/42', headers: [] };

test('a scenario survives reopening the file', async () => {
  await using first = await temporaryHost();
  expect(await hostValue(first.host, 'scenarios.put', { scenario: flaky })).toEqual(flaky);
  await eventually(async () => {
    const { scenarios } = JSON.parse(await readFile(first.file, 'utf8'));
    expect(scenarios.at(-1)).toEqual(flaky);
  });
  await using again = await first.reopen();
  expect((await state(again)).scenarios.at(-1)).toEqual(flaky);
});

test('a replaced scenario keeps its place; a moved one takes the given place', async () => {
  await using temporary = await temporaryHost();
  await hostValue(temporary.host, 'scenarios.put', { scenario: flaky });
  await hostValue(temporary.host, 'scenarios.put', { scenario: { ...flaky, name: 'Second' }, at: 1 });
  expect(await names(temporary)).toEqual(['Default', 'Second', 'Nobody is active', 'Flaky']);
  await hostValue(temporary.host, 'scenarios.put', { scenario: { ...flaky, name: 'Other' }, replaces: 'Second' });
  expect(await names(temporary)).toEqual(['Default', 'Other', 'Nobody is active', 'Flaky']);
  await hostValue(temporary.host, 'scenarios.move', { name: 'Other', to: 3 });
  expect(await names(temporary)).toEqual(['Default', 'Nobody is active', 'Flaky', 'Other']);
  await hostValue(temporary.host, 'history.undo', {});
  await hostValue(temporary.host, 'history.undo', {});
  expect(await names(temporary)).toEqual(['Default', 'Second', 'Nobody is active', 'Flaky']);
  await hostValue(temporary.host, 'history.redo', {});
  expect(await names(temporary)).toEqual(['Default', 'Other', 'Nobody is active', 'Flaky']);
});

test('putting an equal scenario keeps its run and leaves nothing to undo', async () => {
  await using temporary = await temporaryHost();
  const [, known] = (await state(temporary)).scenarios;
  if (!known) throw new Error('The workspace has no scenario of its own');
  await hostValue(temporary.host, 'scenarios.put', { scenario: known });
  expect((await state(temporary)).history.undo).toBeNull();
});

test('an invalid scenario is refused with the pointer of each fault and changes nothing', async () => {
  await using temporary = await temporaryHost();
  const scenario = { name: 'Bad', rules: [{ then: { kind: 'delay', milliseconds: -1 } }, { when: { methd: 'GET' } }] };
  expect(await temporary.host.call('scenarios.put', { scenario })).toMatchObject({
    problem: {
      type: '/problems/invalid-scenario',
      errors: [
        { pointer: '/rules/0/then/milliseconds', detail: expect.stringContaining('whole number from 0') },
        { pointer: '/rules/1/when/methd', detail: expect.stringContaining('did you mean "method"?') },
        { pointer: '/rules/1', detail: 'the member "then" is missing' },
      ],
    },
  });
  expect(await names(temporary)).toEqual(['Default', 'Nobody is active']);
});

test('the default scenario cannot be removed or renamed, and no name is used twice', async () => {
  await using temporary = await temporaryHost();
  const refusals: [CommandName, unknown, string][] = [
    ['scenarios.remove', { name: 'Default' }, 'conflict'],
    ['scenarios.put', { scenario: flaky, replaces: 'Default' }, 'conflict'],
    ['scenarios.put', { scenario: { ...flaky, name: 'Default' }, replaces: 'Nobody is active' }, 'conflict'],
    ['scenarios.put', { scenario: flaky, replaces: 'Nothing' }, 'unknown-scenario'],
    ['scenarios.remove', { name: 'Nothing' }, 'unknown-scenario'],
    ['scenarios.move', { name: 'Nothing', to: 0 }, 'unknown-scenario'],
    ['scenarios.export', { names: ['Nothing'] }, 'unknown-scenario'],
    ['scenarios.dryRun', { scenario: 'Nothing', request: get }, 'unknown-scenario'],
    ['scenarios.dryRun', { scenario: { rules: 1 }, request: get }, 'invalid-scenario'],
    ['scenarios.dryRun', { scenario: 'Default', request: { ...get, target: 'http://other/' } }, 'bad-request'],
  ];
  for (const [name, input, code] of refusals) {
    const reply = await temporary.host.call(name, input);
    expect([name, reply]).toMatchObject([name, { ok: false, problem: { type: `/problems/${code}` } }]);
  }
  expect((await state(temporary)).history.undo).toBeNull();
});

test('a renamed active scenario stays active; a removed one is followed by the default', async () => {
  await using temporary = await temporaryHost();
  const switches: string[] = [];
  temporary.host.subscribe((events: readonly ConsoleEvent[]) => {
    for (const event of events) if (event.type === 'scenario-switched') switches.push(event.name);
  });
  await hostValue(temporary.host, 'scenario.activate', { name: 'Nobody is active' });
  await hostValue(temporary.host, 'scenarios.put', { scenario: flaky, replaces: 'Nobody is active' });
  expect((await state(temporary)).scenario).toBe('Flaky');
  await hostValue(temporary.host, 'scenarios.remove', { name: 'Flaky' });
  expect((await state(temporary)).scenario).toBe('Default');
  await hostValue(temporary.host, 'history.undo', {});
  await hostValue(temporary.host, 'history.undo', {});
  expect((await state(temporary)).scenario).toBe('Nobody is active');
  expect(switches).toEqual(['Nobody is active', 'Flaky', 'Default', 'Flaky', 'Nobody is active']);
  const log = await hostValue(temporary.host, 'requests.list', {});
  expect(log.switches.map(({ name }) => name)).toEqual(switches);
});

test('a session keeps a renamed scenario', async () => {
  await using temporary = await temporaryHost();
  await hostValue(temporary.host, 'scenario.activate', { name: 'Nobody is active', session: 'worker' });
  const scenarioOf = async () => (await hostValue(temporary.host, 'sessions.list', {})).sessions[0]?.scenario;
  await hostValue(temporary.host, 'scenarios.put', { scenario: flaky, replaces: 'Nobody is active' });
  expect([await scenarioOf(), (await state(temporary)).scenario]).toEqual(['Flaky', 'Default']);
  await hostValue(temporary.host, 'history.undo', {});
  expect(await scenarioOf()).toBe('Nobody is active');
});

test('a refused activation begins no session', async () => {
  await using temporary = await temporaryHost();
  const refused = await temporary.host.call('scenario.activate', { name: 'Unknown', session: 'one' });
  expect(refused).toMatchObject({ ok: false, problem: { type: '/problems/unknown-scenario' } });
  expect((await state(temporary)).sessions).toEqual([]);
});

test('a removed scenario is not active when it is created again, for everybody, in a session and in the file', async () => {
  await using temporary = await temporaryHost({
    format: 'mock-api-console',
    version: 1,
    scenarios: [{ name: 'Slow' }],
    scenario: 'Slow',
  });
  const { host } = temporary;
  const first = async () => JSON.parse((await hostValue(host, 'workspace.export', {})).text).scenario;
  const inSession = async () => (await hostValue(host, 'sessions.list', {})).sessions[0]?.scenario;
  const active = async () => [(await state(temporary)).scenario, await inSession(), await first()];
  await hostValue(host, 'scenario.activate', { name: 'Slow', session: 'worker' });
  expect(await active()).toEqual(['Slow', 'Slow', 'Slow']);
  await hostValue(host, 'scenarios.remove', { name: 'Slow' });
  await hostValue(host, 'scenarios.put', { scenario: { ...flaky, name: 'Slow' } });
  expect(await active()).toEqual(['Default', 'Default', 'Default']);
  await hostValue(host, 'history.undo', {});
  await hostValue(host, 'history.undo', {});
  expect(await active()).toEqual(['Slow', 'Slow', 'Slow']);
  await hostValue(host, 'history.redo', {});
  await hostValue(host, 'history.redo', {});
  expect(await active()).toEqual(['Default', 'Default', 'Default']);
});

test('undoing the removal of a scenario keeps one that was activated since', async () => {
  await using temporary = await temporaryHost();
  await hostValue(temporary.host, 'scenario.activate', { name: 'Nobody is active' });
  await hostValue(temporary.host, 'scenarios.remove', { name: 'Nobody is active' });
  await hostValue(temporary.host, 'scenario.activate', { name: 'Default' });
  await hostValue(temporary.host, 'history.undo', {});
  expect((await state(temporary)).scenario).toBe('Default');
});

test('the file names the first scenario by its new name, or the default once it is removed', async () => {
  await using temporary = await temporaryHost({
    format: 'mock-api-console',
    version: 1,
    scenarios: [{ name: 'Slow' }],
    scenario: 'Slow',
  });
  const first = async () => JSON.parse((await hostValue(temporary.host, 'workspace.export', {})).text).scenario;
  await hostValue(temporary.host, 'scenarios.put', { scenario: flaky, replaces: 'Slow' });
  expect(await first()).toBe('Flaky');
  await hostValue(temporary.host, 'scenarios.remove', { name: 'Flaky' });
  expect(await first()).toBe('Default');
});

test('an edited scenario starts a new run; the others keep theirs', async () => {
  await using temporary = await temporaryHost();
  const once = { when: { occurrence: { kind: 'first', count: 1 } }, then: { kind: 'answer', status: 500 } } as const;
  for (const name of ['A', 'B']) {
    await hostValue(temporary.host, 'scenarios.put', { scenario: { name, description: '', rules: [once] } });
  }
  await hostValue(temporary.host, 'server.start', {});
  const { server } = await state(temporary);
  if (server.state !== 'listening') throw new Error(server.state);
  const status = async (name: string) =>
    (await fetch(`${server.url}/users/42`, { headers: { 'X-Mock-Scenario': name } })).status;
  expect([await status('A'), await status('B')]).toEqual([500, 500]);
  await hostValue(temporary.host, 'scenarios.put', { scenario: { name: 'A', description: 'edited', rules: [once] } });
  expect([await status('A'), await status('B')]).toEqual([500, 200]);
});

test('a dry run gives the outcome of requests without counting them', async () => {
  await using temporary = await temporaryHost();
  await hostValue(temporary.host, 'scenarios.put', { scenario: flaky });
  const dryRun = () => hostValue(temporary.host, 'scenarios.dryRun', { scenario: 'Flaky', request: get, times: 3 });
  const foreseen = await dryRun();
  expect(foreseen.target).toEqual({ collection: 'users', id: '42' });
  expect(foreseen.requests.map(({ status }) => status)).toEqual([null, 503, null]);
  expect(foreseen.requests[1]?.rules).toEqual([
    { touches: true, note: 'answered 503' },
    { touches: false, note: 'only for PATCH' },
  ]);
  expect(await dryRun()).toEqual(foreseen);
  const patch = { method: 'PATCH', target: '/api/users/42?dry=1', headers: [] };
  const draft = await hostValue(temporary.host, 'scenarios.dryRun', { scenario: flaky, request: patch });
  expect(draft.requests).toMatchObject([{ status: null, delivery: { delay: 300, pace: null, fault: null } }]);
});

test('an export can be imported elsewhere and replaces scenarios of the same name', async () => {
  await using from = await temporaryHost();
  await using to = await temporaryHost();
  await hostValue(from.host, 'scenarios.put', { scenario: flaky });
  await hostValue(from.host, 'scenarios.put', { scenario: { ...flaky, name: 'Nobody is active' } });
  const { file, text } = await hostValue(from.host, 'scenarios.export', {});
  const importText = (as: 'preview' | 'add') => hostValue(to.host, 'scenarios.import', { text, fileName: file, as });
  const found = {
    scenarios: [
      { name: 'Default', rules: 0, state: 'same', base: defaultScenario },
      { name: 'Nobody is active', rules: 2, state: 'replaces', base: (await state(to)).scenarios[1] },
      { name: 'Flaky', rules: 2, state: 'new', base: null },
    ],
    refused: [],
  };
  expect(await importText('preview')).toEqual(found);
  expect(await names(to)).toEqual(['Default', 'Nobody is active']);
  expect(await importText('add')).toEqual(found);
  expect((await state(to)).scenarios).toEqual((await state(from)).scenarios);
  expect(await to.host.call('scenarios.import', { text, fileName: file, as: 'add' })).toMatchObject({
    problem: { type: '/problems/conflict' },
  });
  await hostValue(to.host, 'history.undo', {});
  expect(await names(to)).toEqual(['Default', 'Nobody is active']);
  const one = await hostValue(from.host, 'scenarios.export', { names: ['Flaky'] });
  expect([one.file, JSON.parse(one.text)]).toEqual(['Flaky.json', { scenarios: [flaky] }]);
});

test('an import replaces no scenario that has become another since the preview', async () => {
  await using to = await temporaryHost();
  const text = JSON.stringify([flaky, { name: 'Nobody is active', description: '', rules: [] }]);
  const call = (as: 'preview' | 'add', bases: Record<string, Scenario | null> = {}) =>
    to.host.call('scenarios.import', { text, fileName: 'some.json', as, bases });
  const [, nobody] = (await state(to)).scenarios;
  if (!nobody) throw new Error('The workspace has no second scenario.');
  const bases = { Flaky: null, 'Nobody is active': nobody };
  await hostValue(to.host, 'scenarios.put', { scenario: { ...flaky, rules: [] } });
  expect(await call('add', bases)).toMatchObject({ problem: { type: '/problems/edit-conflict', status: 409 } });
  // An equal one is none that is lost.
  await hostValue(to.host, 'scenarios.put', { scenario: flaky });
  await hostValue(to.host, 'scenarios.remove', { name: 'Nobody is active' });
  expect(await call('add', bases)).toMatchObject({
    problem: { type: '/problems/edit-conflict', detail: expect.stringContaining('was deleted'), theirs: null },
  });
  expect(await names(to)).toEqual(['Default', 'Flaky']);
  expect(await call('add', { ...bases, 'Nobody is active': null })).toMatchObject({ ok: true });
});
