import { describe, expect, onTestFinished, test, vi } from 'vitest';
import type { Scenarios } from '../../../../../renderer/features/scenarios/model/scenarios.ts';
import { problem } from '../../../../../server/domain/basics/problem.ts';
import { eventually } from '../../../../support/eventually.ts';
import { settled } from '../../../console/fake-transport.ts';
import { kinds, openScenarios } from './open-scenarios.ts';

const name = 'Nobody is active';

/** Scenarios in this order: Default, "Nobody is active", A, B, C. */
async function openMany() {
  const console = await openScenarios();
  const { scenarios } = console;
  for (const wanted of ['A', 'B', 'C']) {
    await scenarios.add();
    await scenarios.change('New scenario', (one) => ({ ...one, name: wanted }));
  }
  return console;
}

describe('the reply to a command on a rule', () => {
  test('opens no rule of another scenario that the person has chosen', async () => {
    await using console = await openMany();
    const { scenarios, holdReplies } = console;
    await scenarios.rules.add('C', 'delay');
    await scenarios.rules.add('C', 'delay');
    scenarios.choose(name);
    const release = holdReplies();
    const working = [scenarios.rules.add(name, 'answer'), scenarios.rules.duplicate(name, 1)];
    scenarios.choose('C');
    release();
    await Promise.all(working);
    expect(kinds(scenarios.named(name).rules)).toEqual(['user-status', 'user-status', 'answer']);
    expect(scenarios.store.getState()).toMatchObject({ chosen: 'C', openRule: null, isAddingRule: false });
  });

  test('opens no rule in place of another that the person has opened', async () => {
    await using console = await openMany();
    const { scenarios, holdReplies } = console;
    scenarios.choose(name);
    const release = holdReplies();
    const adding = scenarios.rules.add(name, 'answer');
    scenarios.rules.open(1);
    release();
    await adding;
    expect(scenarios.store.getState()).toMatchObject({ openRule: 1, isAddingRule: false });
  });

  test('opens each of two rules that are added at once, the last one at last', async () => {
    await using console = await openMany();
    const { scenarios } = console;
    scenarios.choose(name);
    await Promise.all([scenarios.rules.add(name, 'answer'), scenarios.rules.add(name, 'delay')]);
    expect(scenarios.store.getState()).toMatchObject({ openRule: 3, isAddingRule: true });
  });

  test('closes the rule that is deleted, and no other one', async () => {
    await using console = await openMany();
    const { scenarios, holdReplies } = console;
    scenarios.choose(name);
    await scenarios.rules.add(name, 'answer');
    const release = holdReplies();
    const removing = scenarios.rules.remove(name, 1);
    scenarios.rules.open(2);
    release();
    await removing;
    expect(scenarios.store.getState().openRule).toBe(2);
    await scenarios.rules.remove(name, 2);
    expect(scenarios.store.getState().openRule).toBeNull();
  });
});

describe('a scenario that the person works on', () => {
  test('stays when another one becomes active, with its open rule', async () => {
    const works = {
      chosen: (scenarios: Scenarios) => scenarios.choose(name),
      kept: (scenarios: Scenarios) => scenarios.keep(),
      opened: (scenarios: Scenarios) => scenarios.rules.open(1),
    };
    for (const [how, work] of Object.entries(works)) {
      await using console = await openScenarios();
      const { scenarios } = console;
      await scenarios.activate(name);
      work(scenarios);
      await scenarios.activate('Default');
      expect(scenarios.shown?.name).toBe(name);
      expect(scenarios.store.getState().openRule).toBe(how === 'opened' ? 1 : null);
    }
  });

  test('stays though it was selected already when the person chose it again', async () => {
    await using console = await openMany();
    const { scenarios, holdReplies } = console;
    scenarios.choose('A');
    const release = holdReplies();
    const adding = scenarios.add();
    scenarios.choose('A');
    release();
    await adding;
    expect(scenarios.shown?.name).toBe('A');
  });
});

test('a scenario whose next name is still being saved is activated, exported and deleted under that name', async () => {
  const files: Blob[] = [];
  vi.stubGlobal('document', { createElement: () => ({ click: () => {} }) });
  vi.spyOn(URL, 'createObjectURL').mockImplementation((file) => `blob:${files.push(file as Blob)}`);
  onTestFinished(() => {
    vi.unstubAllGlobals();
    vi.restoreAllMocks();
  });
  await using console = await openMany();
  const { scenarios, holdReplies } = console;
  scenarios.choose('A');
  const release = holdReplies();
  const working = [
    scenarios.change('A', (one) => ({ ...one, name: 'Slow' })),
    scenarios.activate('A'),
    scenarios.export(['A']),
    scenarios.remove(scenarios.shown),
  ];
  release();
  await Promise.all(working);
  expect(console.toaster.toasts().filter(({ tone }) => tone === 'bad')).toEqual([]);
  expect(await Promise.all(files.map((file) => file.text()))).toEqual([expect.stringContaining('"Slow"')]);
  expect(console.names()).toEqual(['Default', name, 'B', 'C']);
});

describe('a scenario that is deleted', () => {
  test('gives way to its neighbour at once, so that the next press deletes that one', async () => {
    for (const hold of ['holdCalls', 'holdReplies'] as const) {
      await using console = await openMany();
      const { scenarios } = console;
      scenarios.choose('A');
      const release = console[hold]();
      const removing = [scenarios.remove(scenarios.shown)];
      if (hold === 'holdReplies') await eventually(() => expect(console.names()).not.toContain('A'));
      expect(scenarios.shown?.name).toBe('B');
      // The last one has a neighbour that is being deleted.
      for (const next of ['C', name]) {
        removing.push(scenarios.remove(scenarios.shown));
        expect(scenarios.shown?.name).toBe(next);
      }
      release();
      await Promise.all(removing);
      expect([console.names(), scenarios.shown?.name]).toEqual([['Default', name], name]);
      expect(console.toaster.toasts().filter(({ tone }) => tone === 'bad')).toEqual([]);
    }
  });

  test('is deleted once, though it is chosen and deleted again meanwhile', async () => {
    await using console = await openMany();
    const { scenarios, holdCalls } = console;
    scenarios.choose('A');
    const release = holdCalls();
    const removing = scenarios.remove(scenarios.shown);
    scenarios.choose('A');
    const again = scenarios.remove(scenarios.shown);
    release();
    await Promise.all([removing, again]);
    expect(console.names()).toEqual(['Default', name, 'B', 'C']);
    expect(console.toaster.toasts().map(({ text }) => text)).toEqual(['Deleted the scenario “A”.']);
  });

  test('does not take the person from another that they have chosen', async () => {
    await using console = await openMany();
    const { scenarios, holdReplies } = console;
    scenarios.choose('A');
    const release = holdReplies();
    const removing = scenarios.remove(scenarios.shown);
    scenarios.choose('C');
    scenarios.rules.open(1);
    release();
    await removing;
    expect(scenarios.store.getState()).toMatchObject({ chosen: 'C', openRule: 1 });
  });

  test('is shown again if it is refused, unless the person has gone on', async () => {
    for (const other of [null, 'C']) {
      await using console = await openMany();
      const { scenarios, holdCalls } = console;
      scenarios.choose('A');
      const release = holdCalls();
      const removing = scenarios.remove(scenarios.shown);
      if (other !== null) scenarios.choose(other);
      release(problem('internal', 'The disk is full.'));
      await removing;
      expect(scenarios.shown?.name).toBe(other ?? 'A');
    }
  });
});

describe('a scenario that is added', () => {
  test('is not shown to a person who has gone on', async () => {
    for (const add of ['add', 'duplicate'] as const) {
      await using console = await openMany();
      const { scenarios, holdReplies } = console;
      scenarios.choose('A');
      const release = holdReplies();
      const adding = scenarios[add](scenarios.shown);
      scenarios.choose('C');
      scenarios.rules.open(1);
      release();
      await adding;
      expect(console.names()).toHaveLength(6);
      expect(scenarios.store.getState()).toMatchObject({ chosen: 'C', openRule: 1, unnamed: null });
    }
  });

  test('again by Undo is shown, unless the person has gone on', async () => {
    for (const other of [null, 'C']) {
      await using console = await openMany();
      const { scenarios, toaster } = console;
      scenarios.choose('A');
      await scenarios.remove(scenarios.shown);
      const release = console.holdReplies();
      toaster.toasts().at(-1)?.action?.run();
      if (other !== null) scenarios.choose(other);
      await eventually(() => expect(console.names()).toContain('A'));
      release();
      await settled();
      expect(scenarios.shown?.name).toBe(other ?? 'A');
    }
  });

  test('but refused leaves what is shown', async () => {
    await using console = await openMany();
    const { scenarios } = console;
    scenarios.choose('A');
    await scenarios.put(() => ({ wanted: '', content: { description: '', rules: [] } }));
    expect(scenarios.store.getState().chosen).toBe('A');
  });

  test('as a copy has the edits that were still being saved', async () => {
    await using console = await openMany();
    const { scenarios } = console;
    scenarios.choose('A');
    const editing = scenarios.change('A', (one) => ({ ...one, description: 'Edited.' }));
    await Promise.all([editing, scenarios.duplicate(scenarios.shown)]);
    expect(scenarios.shown).toMatchObject({ name: 'A copy', description: 'Edited.' });
    expect(console.names()).toEqual(['Default', name, 'A', 'A copy', 'B', 'C']);
  });
});

test('a step and then a move to an end, both quick, come to that end', async () => {
  await using console = await openMany();
  const { scenarios } = console;
  await Promise.all([scenarios.move(3, 2), scenarios.move(3, 0)]);
  expect(console.names()).toEqual(['B', 'Default', name, 'A', 'C']);
  for (const kind of ['delay', 'fault', 'answer'] as const) await scenarios.rules.add(name, kind);
  await Promise.all([scenarios.rules.move(name, 1, 2), scenarios.rules.move(name, 1, 3)]);
  expect(kinds(scenarios.named(name).rules)).toEqual(['user-status', 'fault', 'answer', 'delay']);
});
