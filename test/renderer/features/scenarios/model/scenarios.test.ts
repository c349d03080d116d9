import { expect, test } from 'vitest';
import { Conflicts } from '../../../../../renderer/conflict/conflicts.ts';
import { createClient } from '../../../../../renderer/console/client.ts';
import { createMirror } from '../../../../../renderer/console/mirror.ts';
import type { Transport } from '../../../../../renderer/console/transport.ts';
import { Scenarios } from '../../../../../renderer/features/scenarios/model/scenarios.ts';
import { createToaster } from '../../../../../renderer/ui/overlay/toaster.ts';
import { accept, refuse } from '../../../../../server/domain/basics/result.ts';
import { eventually } from '../../../../support/eventually.ts';
import { temporaryHost } from '../../../../support/temporary-host.ts';
import { requestDetail } from '../../../console/fake-transport.ts';

/** The scenarios of a console that is connected to a host of its own, which has Default and "Nobody is active". */
async function open() {
  const temporary = await temporaryHost();
  const transport: Transport = {
    call: (name, input) => temporary.host.call(name, input),
    events: (onEvents, onLink) => {
      const stop = temporary.host.subscribe(onEvents);
      onLink('live');
      return stop;
    },
  };
  const client = createClient(transport);
  const mirror = createMirror(client, transport);
  await eventually(() => expect(mirror.store.getState().state).not.toBeNull());
  const toaster = createToaster();
  const scenarios = new Scenarios(client, mirror.store, toaster, new Conflicts(toaster));
  return {
    scenarios,
    toaster,
    /** Calls back after each change that the view could show. */
    watch: (listener: () => void) => {
      const stops = [mirror.store.subscribe(listener), scenarios.store.subscribe(listener)];
      return () => {
        for (const stop of stops) stop();
      };
    },
    names: () => scenarios.all.map(({ name }) => name),
    [Symbol.asyncDispose]: async () => {
      mirror.close();
      await temporary[Symbol.asyncDispose]();
    },
  };
}

const kinds = (rules: readonly { readonly then: { readonly kind: string } }[] = []) =>
  rules.map(({ then }) => then.kind);

test('the active scenario is shown until another is chosen', async () => {
  await using console = await open();
  const { scenarios } = console;
  expect(scenarios.shown?.name).toBe('Default');
  await scenarios.activate('Nobody is active');
  await eventually(() => expect(scenarios.shown?.name).toBe('Nobody is active'));
  scenarios.choose('Default');
  expect(scenarios.shown?.name).toBe('Default');
});

test('a switch can be undone before the latest edit, until there is another edit', async () => {
  await using console = await open();
  const { scenarios, toaster } = console;
  await scenarios.activate('Nobody is active');
  expect(toaster.offeredUndo()).toMatchObject({ undoes: 'switch to scenario “Nobody is active”' });
  await scenarios.addRule('Nobody is active', 'delay');
  expect(toaster.offeredUndo()).toBeNull();
});

test('an added rule, and not the one that was open, is the one to get the focus', async () => {
  await using console = await open();
  const { scenarios } = console;
  const focused = new Set<number | null>();
  const stop = console.watch(() => {
    const { isAddingRule, openRule } = scenarios.store.getState();
    if (!isAddingRule) return;
    focused.add(openRule);
    scenarios.store.setState({ isAddingRule: false });
  });
  await scenarios.addRule('Nobody is active', 'fault');
  const first = scenarios.store.getState().openRule;
  await scenarios.addRule('Nobody is active', 'delay');
  stop();
  expect([...focused]).toEqual([first, scenarios.store.getState().openRule]);
});

test('new scenarios and copies get free names, are selected and await a name', async () => {
  await using console = await open();
  const { scenarios } = console;
  await scenarios.add();
  await scenarios.add();
  expect(scenarios.store.getState()).toMatchObject({ chosen: 'New scenario 2', unnamed: 'New scenario 2' });
  await scenarios.duplicate(scenarios.all[1]);
  expect(console.names()).toEqual([
    'Default',
    'Nobody is active',
    'Nobody is active copy',
    'New scenario',
    'New scenario 2',
  ]);
  expect(scenarios.shown).toMatchObject({ name: 'Nobody is active copy', rules: [{ then: { kind: 'user-status' } }] });
  expect(console.toaster.toasts().at(-1)?.text).toBe('Duplicated the scenario “Nobody is active”.');
});

test('concurrent edits do not undo each other', async () => {
  await using console = await open();
  const { scenarios } = console;
  scenarios.choose('Nobody is active');
  const refusals = await Promise.all([
    scenarios.change('Nobody is active', (one) => ({ ...one, description: 'Edited.' })),
    scenarios.change('Nobody is active', (one) => ({ ...one, seed: 7 })),
    scenarios.change('Nobody is active', (one) => ({ ...one, rules: [] })),
    scenarios.change('Nobody is active', (one) => ({ ...one, name: 'Renamed' })),
  ]);
  expect(refusals).toEqual([null, null, null, null]);
  expect(scenarios.shown).toEqual({ name: 'Renamed', description: 'Edited.', seed: 7, rules: [] });
});

test('a scenario that is moved twice at once moves by two places', async () => {
  await using console = await open();
  const { scenarios } = console;
  await scenarios.add();
  await scenarios.add();
  const before = console.names();
  const last = before.length - 1;
  await Promise.all([scenarios.move(last, last - 1), scenarios.move(last, last - 1)]);
  const [moved = ''] = before.slice(-1);
  expect(console.names().indexOf(moved)).toBe(last - 2);
  await scenarios.move(99, 0);
  expect(console.names()).toHaveLength(before.length);
});

test('a renamed scenario stays selected', async () => {
  await using console = await open();
  const { scenarios } = console;
  scenarios.choose('Nobody is active');
  const shown: (string | undefined)[] = [];
  const stop = console.watch(() => shown.push(scenarios.shown?.name));
  await scenarios.change('Nobody is active', (one) => ({ ...one, name: 'Renamed' }));
  stop();
  expect(new Set(shown)).toEqual(new Set(['Nobody is active', 'Renamed']));
  expect(scenarios.store.getState()).toMatchObject({ chosen: 'Renamed', chosenAs: 'Nobody is active' });
  expect(await scenarios.change('Renamed', (one) => ({ ...one, name: 'Default' }))).toMatchObject({
    detail: 'There is a scenario "Default" already.',
  });
  expect(scenarios.shown?.name).toBe('Renamed');
});

test('adds, copies, moves and deletes rules and keeps the open one', async () => {
  await using console = await open();
  const { scenarios, toaster } = console;
  const name = 'Nobody is active';
  scenarios.choose(name);
  await scenarios.addRule(name, 'delay');
  await scenarios.addRule(name, 'fault');
  expect(scenarios.store.getState().openRule).toBe(3);
  await scenarios.moveRule(name, 2, 0);
  expect(kinds(scenarios.shown?.rules)).toEqual(['fault', 'user-status', 'delay']);
  expect(scenarios.store.getState().openRule).toBe(3);
  await scenarios.duplicateRule(name, 3);
  expect(kinds(scenarios.shown?.rules)).toEqual(['fault', 'fault', 'user-status', 'delay']);
  await scenarios.removeRule(name, 2);
  expect(kinds(scenarios.shown?.rules)).toEqual(['fault', 'fault', 'user-status']);
  toaster.toasts()[0]?.action?.run();
  await eventually(() => expect(kinds(scenarios.shown?.rules)).toHaveLength(4));
});

test('keeps concurrent edits of a rule and ignores an invalid one', async () => {
  await using console = await open();
  const { scenarios } = console;
  const name = 'Nobody is active';
  const withWhen = (member: string, value: string) =>
    scenarios.editRule(name, 1, ({ when, then }) => accept({ when: { ...when, [member]: value }, then }));
  const outcomes = await Promise.all([
    withWhen('path', '/users/42'),
    withWhen('id', '42'),
    scenarios.editRule(name, 1, () => refuse('Not a number.')),
    withWhen('method', 'get'),
    withWhen('method', 'GET'),
  ]);
  expect(outcomes).toEqual([null, null, 'Not a number.', 'Must be a method such as "GET", but this is "get".', null]);
  const changed = scenarios.all.find((one) => one.name === name);
  expect(changed?.rules[0]?.when).toEqual({ path: '/users/42', id: '42', method: 'GET' });
});

test('reports place and reason of an invalid rule and changes nothing', async () => {
  await using console = await open();
  const { scenarios } = console;
  const before = scenarios.all;
  const [begun] = before.find(({ name }) => name === 'Nobody is active')?.rules ?? [];
  if (!begun) throw new Error('The scenario has no rule.');
  const broken = { when: { method: 'get' }, then: { kind: 'answer', status: 99 } };
  expect(await scenarios.setRule('Nobody is active', 1, begun, broken)).toEqual({
    pointer: '/when/method',
    reason: 'Must be a method such as "GET", but this is "get".',
  });
  expect(scenarios.all).toBe(before);
});

test('selects the neighbour of a deleted scenario, and undo restores it', async () => {
  await using console = await open();
  const { scenarios, toaster } = console;
  scenarios.choose('Nobody is active');
  await scenarios.remove(scenarios.shown);
  expect([console.names(), scenarios.shown?.name]).toEqual([['Default'], 'Default']);
  await scenarios.remove(scenarios.shown);
  expect(console.names()).toEqual(['Default']);
  toaster.toasts()[0]?.action?.run();
  await eventually(() => expect(scenarios.shown?.name).toBe('Nobody is active'));
});

test('adds a rule like a logged request to the active scenario, or to a new one instead of Default', async () => {
  await using console = await open();
  const { scenarios, toaster } = console;
  const detail = requestDetail(1, { method: 'GET', path: '/users/42', status: 404 });
  expect(await scenarios.addRuleLike(detail)).toBe(true);
  expect(scenarios.shown).toMatchObject({ name: 'GET responds with 404', rules: [{ then: { status: 404 } }] });
  expect(scenarios.store.getState().openRule).toBe(1);

  await scenarios.activate('Nobody is active');
  expect(await scenarios.addRuleLike(detail)).toBe(true);
  expect(scenarios.shown?.name).toBe('Nobody is active');
  expect(kinds(scenarios.shown?.rules)).toEqual(['user-status', 'answer']);
  expect(scenarios.store.getState().openRule).toBe(2);
  expect(toaster.toasts().at(-1)?.text).toBe('Added a rule to “Nobody is active”, which is active for all clients.');
  toaster.toasts().at(-1)?.action?.run();
  await eventually(() => expect(kinds(scenarios.shown?.rules)).toEqual(['user-status']));

  expect(await scenarios.addRuleLike(requestDetail(1, { status: null, response: null }))).toBe(false);
  expect(toaster.toasts().at(-1)?.text).toMatch(/no response/);
});

test('a rule that is added while the scenario gets its name belongs to it', async () => {
  await using console = await open();
  const { scenarios } = console;
  await scenarios.add();
  const renamed = scenarios.change('New scenario', (scenario) => ({ ...scenario, name: 'Slow' }));
  await Promise.all([renamed, scenarios.addRule('New scenario', 'delay')]);
  const slow = scenarios.all.find(({ name }) => name === 'Slow');
  expect(kinds(slow?.rules)).toEqual(['delay']);
  expect(scenarios.store.getState().openRule).toBe(slow && scenarios.ids.of(slow)[0]);
});
