import { describe, expect, test } from 'vitest';
import type { Scenario } from '../../../../../server/domain/scenario/scenario.ts';
import { eventually } from '../../../../support/eventually.ts';
import { openRules } from './open-scenarios.ts';

/** A console that shows a scenario with three rules, the second one open, and what another window does with scenarios. */
async function openBesideAnother() {
  const console = await openRules();
  const { scenarios, host, name } = console;
  await scenarios.add();
  scenarios.choose(name);
  scenarios.rules.open(2);
  const rename = async (to: string, members: Partial<Scenario> = {}) => {
    await host.call('scenarios.put', { scenario: { ...scenarios.named(name), ...members, name: to }, replaces: name });
    await eventually(() => expect(console.names()).toContain(to));
  };
  const remove = async () => {
    await host.call('scenarios.remove', { name });
    await eventually(() => expect(console.names()).not.toContain(name));
  };
  return { ...console, rename, remove };
}

describe('a scenario that another window deletes', () => {
  test('has nothing in its place until the person chooses, so that no press is about another one', async () => {
    await using console = await openBesideAnother();
    const { scenarios, remove, name } = console;
    await remove();
    expect(scenarios.shown).toBeUndefined();
    scenarios.rules.open(1);
    await Promise.all([scenarios.remove(scenarios.shown), scenarios.duplicate(scenarios.shown)]);
    expect(console.names()).toEqual(['Default', 'New scenario']);
    expect(scenarios.store.getState().chosen).toBe(name);
    scenarios.choose('Default');
    expect(scenarios.shown?.name).toBe('Default');
  });

  test('is shown again with its open rule once it is there again', async () => {
    await using console = await openBesideAnother();
    const { scenarios, remove, host, name } = console;
    await remove();
    await host.call('history.undo', {});
    await eventually(() => expect(scenarios.shown?.name).toBe(name));
    expect(scenarios.store.getState().openRule).toBe(2);
  });
});

describe('a scenario that another window renames', () => {
  test('stays shown, with its open rule and what is typed in it', async () => {
    await using console = await openBesideAnother();
    const { scenarios, rename, name } = console;
    const shown: (string | undefined)[] = [];
    const stop = console.watch(() => shown.push(scenarios.shown?.name));
    await rename('Theirs');
    stop();
    expect(new Set(shown)).toEqual(new Set(['Theirs']));
    expect(scenarios.store.getState()).toMatchObject({ chosen: 'Theirs', chosenAs: name, openRule: 2 });
    expect(scenarios.rules.ids.of(scenarios.named('Theirs'))).toEqual([1, 2, 3]);
  });

  test('takes the edits, the copies and the deletion that were asked for under its name before', async () => {
    await using console = await openBesideAnother();
    const { scenarios, rename, name } = console;
    const before = scenarios.shown;
    await rename('Theirs');
    expect(await scenarios.change(name, (one) => ({ ...one, seed: 7 }))).toBeNull();
    expect(scenarios.shown).toMatchObject({ name: 'Theirs', seed: 7 });
    await scenarios.duplicate(before);
    await scenarios.remove(before);
    expect(console.names()).toEqual(['Default', 'Theirs copy', 'New scenario']);
  });

  test('is told apart from another one that gets its name before', async () => {
    await using console = await openBesideAnother();
    const { scenarios, rename, host, name } = console;
    const selected = () => {
      const { selection, chosenAs } = scenarios.store.getState();
      return `${selection} ${chosenAs}`;
    };
    const before = selected();
    await rename('Theirs');
    scenarios.keep();
    expect(selected()).toBe(before);
    await host.call('scenarios.put', { scenario: { name, description: '', rules: [] } });
    await eventually(() => expect(console.names()).toContain(name));
    scenarios.choose(name);
    expect(selected()).not.toBe(before);
  });

  test('is not followed if it was changed in other ways, too: it may be another one', async () => {
    await using console = await openBesideAnother();
    const { scenarios, rename } = console;
    await rename('Theirs', { rules: [] });
    expect(scenarios.shown).toBeUndefined();
  });
});
