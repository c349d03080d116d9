import { expect, test } from 'vitest';
import { eventually } from '../../../../support/eventually.ts';
import { openScenarios } from './open-scenarios.ts';

test('the active scenario is shown until another is chosen', async () => {
  await using console = await openScenarios();
  const { scenarios } = console;
  expect(scenarios.shown?.name).toBe('Default');
  await scenarios.activate('Nobody is active');
  await eventually(() => expect(scenarios.shown?.name).toBe('Nobody is active'));
  scenarios.choose('Default');
  expect(scenarios.shown?.name).toBe('Default');
});

test('a switch can be undone before the latest edit, until there is another edit', async () => {
  await using console = await openScenarios();
  const { scenarios, toaster } = console;
  await scenarios.activate('Nobody is active');
  expect(toaster.offeredUndo()).toMatchObject({ undoes: 'switch to scenario “Nobody is active”' });
  await scenarios.rules.add('Nobody is active', 'delay');
  expect(toaster.offeredUndo()).toBeNull();
});

test('new scenarios and copies get free names, are selected and await a name', async () => {
  await using console = await openScenarios();
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
  await using console = await openScenarios();
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
  await using console = await openScenarios();
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
  await using console = await openScenarios();
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

test('selects the neighbour of a deleted scenario, and undo restores it', async () => {
  await using console = await openScenarios();
  const { scenarios, toaster } = console;
  scenarios.choose('Nobody is active');
  await scenarios.remove(scenarios.shown);
  expect([console.names(), scenarios.shown?.name]).toEqual([['Default'], 'Default']);
  await scenarios.remove(scenarios.shown);
  expect(console.names()).toEqual(['Default']);
  toaster.toasts()[0]?.action?.run();
  await eventually(() => expect(scenarios.shown?.name).toBe('Nobody is active'));
});
