import fc from 'fast-check';
import { expect } from 'vitest';
import type { CommandInput } from '../../../server/contract/command.ts';
import type { JsonObject } from '../../../server/domain/json/json.ts';
import { readRows } from './agreement.ts';
import type { Model } from './model.ts';
import { decide } from './record-steps.ts';
import { ReferenceCollection } from './reference-collection.ts';
import { canonical, isSame, own } from './reference-json.ts';
import type { ReferenceScenario } from './reference-scenario.ts';
import type { Saved } from './reference-state.ts';
import { call, type Rig } from './rig.ts';
import { type Step, step } from './step.ts';
import { keyOf, membersOf, pets, place, rules, scenarioName, session } from './values.ts';

const someScenario = fc.oneof({ weight: 6, arbitrary: scenarioName }, { weight: 1, arbitrary: fc.constant('Default') });

const putScenario: fc.Arbitrary<Step> = step(
  'scenarios.put',
  fc.record({ name: scenarioName, rules, replaces: fc.option(someScenario, { freq: 3 }) }),
  async ({ state }, rig, { name, rules: given, replaces }) => {
    const scenario: ReferenceScenario = { name, description: '', rules: given };
    const before = state.scenario(replaces ?? name);
    const isRenamed = before !== undefined && before.name !== name;
    const isTaken = isRenamed && (state.scenario(name) !== undefined || before.name === 'Default');
    const isAccepted = (before !== undefined || replaces === null) && !isTaken;
    const input = { scenario, ...(replaces === null ? {} : { replaces }) } as unknown as CommandInput<'scenarios.put'>;
    await decide(rig, 'scenarios.put', input, isAccepted);
    if (!isAccepted || canonical(before as unknown as JsonObject) === canonical(scenario as unknown as JsonObject))
      return;
    const after = before
      ? state.scenarios.map((one) => (one === before ? scenario : one))
      : [...state.scenarios, scenario];
    state.replaceScenarios(after, isRenamed ? { from: before.name, to: name } : undefined);
  },
);

const removeScenario: fc.Arbitrary<Step> = step('scenarios.remove', someScenario, async ({ state }, rig, name) => {
  const isAccepted = state.scenario(name) !== undefined && name !== 'Default';
  await decide(rig, 'scenarios.remove', { name }, isAccepted);
  if (isAccepted) state.replaceScenarios(state.scenarios.filter((one) => one.name !== name));
});

const moveScenario: fc.Arbitrary<Step> = step(
  'scenarios.move',
  fc.record({ name: someScenario, to: fc.nat(2) }),
  async ({ state }, rig, { name, to }) => {
    const moved = state.scenario(name);
    await decide(rig, 'scenarios.move', { name, to }, moved !== undefined);
    if (!moved) return;
    const after = state.scenarios.filter((one) => one !== moved).toSpliced(to, 0, moved);
    if (after.some((one, index) => one !== state.scenarios[index])) state.replaceScenarios(after);
  },
);

const activate: fc.Arbitrary<Step> = step(
  'scenario.activate',
  fc.record({ name: someScenario, session }),
  async ({ state }, rig, { name, session: scope }) => {
    const isAccepted = state.activate(name, scope);
    await decide(rig, 'scenario.activate', { name, ...(scope === null ? {} : { session: scope }) }, isAccepted);
  },
);

const endSession: fc.Arbitrary<Step> = step(
  'sessions',
  fc.record({ name: fc.constantFrom('s1', 's2'), kind: fc.constantFrom('drop', 'reset') }),
  async ({ state }, rig, { name, kind }) => {
    if (kind === 'drop') {
      await decide(rig, 'sessions.drop', { name }, state.dropSession(name));
      return;
    }
    // The session starts the scenario that it has anew: after a removal that is Default, also once the removal is undone.
    state.runsOf(name).left = null;
    const all = [...state.collections.values()].flatMap((collection) =>
      collection.changed(name).map((id) => ({ collection, id })),
    );
    expect(await decide(rig, 'sessions.reset', { name }, true)).toEqual({ records: all.length });
    for (const { collection, id } of all) collection.write(name, id, collection.fixtures.get(id));
  },
);

const settings: fc.Arbitrary<Step> = step(
  'settings.set',
  fc.record({ pageSize: fc.constantFrom(2, 3, 20), requirePrecondition: fc.boolean() }, { requiredKeys: [] }),
  async ({ state }, rig, patch) => {
    await decide(rig, 'settings.set', { settings: patch }, true);
    const before = state.settings;
    const after = { ...before, ...patch };
    if (isSame(before, after)) return;
    const put = (value: JsonObject) => () => {
      state.settings = value;
    };
    put(after)();
    state.remember(0, put(before), put(after));
  },
);

const rename: fc.Arbitrary<Step> = step(
  'workspace.rename',
  fc.constantFrom('Model', 'Other'),
  async ({ state }, rig, name) => {
    await decide(rig, 'workspace.rename', { name }, true);
    const before = state.title;
    if (name === before) return;
    const put = (title: string) => () => {
      state.title = title;
    };
    put(name)();
    state.remember(0, put(before), put(name));
  },
);

const travel: fc.Arbitrary<Step> = step(
  'history',
  fc.record({ kind: fc.constantFrom('undo', 'undo', 'redo', 'redo', 'goTo'), to: fc.nat(10) }),
  async ({ state }, rig, { kind, to }) => {
    if (kind !== 'goTo') {
      const reply = await decide(rig, kind === 'undo' ? 'history.undo' : 'history.redo', {}, true);
      expect(reply?.label !== null).toBe(kind === 'undo' ? state.undo() : state.redo());
      return;
    }
    const all = await decide(rig, 'history.list', {}, true);
    const entry = all?.entries[to];
    const target = entry ? state.done.length + state.undone.length - to : 0;
    const steps = Math.abs(target - state.done.length);
    expect(await decide(rig, 'history.goTo', { id: entry?.id ?? null }, true)).toEqual({ steps });
    while (state.done.length > target) state.undo();
    while (state.done.length < target) state.redo();
  },
);

const importRecords: fc.Arbitrary<Step> = step(
  'import',
  fc.constantFrom('things', 'users', 'pets', 'pets').chain((collection) =>
    fc.record({
      collection: fc.constant(collection),
      records: fc.uniqueArray(
        place.chain(({ id: any }) => {
          const id = collection === 'users' ? any : /^-?\d+$/.test(any) ? any : '5';
          return fc.record({ key: keyOf(collection, id), members: membersOf(collection) });
        }),
        { minLength: 1, maxLength: 3, selector: ({ key }) => String(key) },
      ),
    }),
  ),
  importInto,
);

async function importInto(
  { state }: Model,
  rig: Rig,
  {
    collection: name,
    records,
  }: { collection: string; records: readonly { key: JsonObject[string]; members: JsonObject }[] },
): Promise<void> {
  const key = name === 'users' ? 'userId' : 'id';
  const values = records.map(({ key: value, members }): JsonObject => ({ [key]: value, ...members }));
  const preview = await decide(rig, 'import.preview', { text: JSON.stringify(values), fileName: `${name}.json` }, true);
  const existing = state.collections.get(name);
  const { fits } = existing?.definition ?? pets;
  const good = values.filter((value) => {
    const id = String(own(value, key));
    const stored = existing?.fixtures.get(id) ?? existing?.live.get(id);
    return fits(value) && (!stored || isSame(own(stored, key), own(value, key)));
  });
  const changes = good.filter((value) => {
    const levels = existing?.levels(String(own(value, key)));
    return !levels || !isSame(levels.fixture, value) || !isSame(levels.live, value);
  });
  const [described] = preview?.collections ?? [];
  expect([described?.refused, (described?.fresh ?? 0) + (described?.changed ?? 0)]).toEqual([
    values.length - good.length,
    changes.length,
  ]);
  const applied = await call(rig, 'import.apply', { id: preview?.id ?? 0, collections: [name] });
  if (existing && changes.length === 0) return;
  expect(applied).toMatchObject({ ok: true, value: { records: changes.length } });
  if (!existing) state.import([], new ReferenceCollection({ ...pets, name }, good));
  else {
    state.import(
      changes.map((value) => ({ collection: existing, id: existing.idOf(value), fixture: value, live: value })),
      null,
    );
  }
}

const save: fc.Arbitrary<Step> = step('save', fc.constant(null), async (model, rig) => {
  expect(await rig.now.host.save()).toEqual({ ok: true, value: null });
  model.files = [model.state.save()];
});

/** What the program holds right after a start, to compare with what the file may have held. */
async function imageOf(rig: Rig): Promise<string> {
  const got = await decide(rig, 'workspace.get', {}, true);
  if (!got) throw new Error('no state');
  const { pageSize, requirePrecondition } = got.workspace.settings;
  const collections: [string, string[]][] = [];
  for (const { name } of got.collections) {
    const rows = await readRows(rig.now, name);
    collections.push([name, rows.map(({ fixture }) => canonical(fixture)).sort()]);
  }
  const { scenarios, scenario: first, workspace } = got;
  return JSON.stringify([
    workspace.name,
    pageSize,
    requirePrecondition,
    canonical(scenarios as never),
    first,
    collections.sort(),
  ]);
}

function textOf({ title, settings: { pageSize, requirePrecondition }, scenarios, first, collections }: Saved): string {
  const all = collections.map(({ definition: { name }, records }) => [
    name,
    records.map((one) => canonical(one)).sort(),
  ]);
  return JSON.stringify([title, pageSize, requirePrecondition, canonical(scenarios as never), first, all.sort()]);
}

const restart: fc.Arbitrary<Step> = step(
  'restart',
  fc.constantFrom('restart', 'crash', 'crash', 'reload'),
  async (model, rig, kind) => {
    const saved = kind === 'crash' ? model.files : [model.state.save()];
    const { active } = model.state.runs;
    await rig[kind]();
    const image = await imageOf(rig);
    // A reload keeps the active scenario; the file names the first one.
    const first = (one: Saved) => (kind === 'reload' ? active : one.first);
    const found = saved.findLast((one) => textOf({ ...one, first: first(one) }) === image);
    expect(found && image, `the file after a ${kind}`).toBe(image);
    if (found) model.state.restart(found, kind === 'restart');
    if (kind === 'reload') model.state.activate(active, null);
    else Object.assign(model, { reads: [], expectations: new Map() });
    model.files = [model.state.save()];
    model.lists.clear();
  },
);

/** Edits of the workspace around the records, its history, its file. */
export const workspaceSteps = [
  putScenario,
  removeScenario,
  moveScenario,
  activate,
  endSession,
  settings,
  rename,
  importRecords,
];
export const historySteps = [travel];
export const restartSteps = [save, restart];
