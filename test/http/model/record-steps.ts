import fc from 'fast-check';
import { expect } from 'vitest';
import type { CommandInput, CommandName, CommandOutput } from '../../../server/contract/command.ts';
import type { Json, JsonObject } from '../../../server/domain/json/json.ts';
import type { Levels, ReferenceCollection } from './reference-collection.ts';
import { isObject, isSame, merge, own, withOwn } from './reference-json.ts';
import type { Change, ReferenceState } from './reference-state.ts';
import { call, type Rig } from './rig.ts';
import { type Step, step } from './step.ts';
import { keyOf, membersOf, place, session } from './values.ts';

/** Calls a command that the model accepts or refuses. Gives its output if it is accepted. */
export async function decide<Name extends CommandName>(
  rig: Rig,
  name: Name,
  input: CommandInput<Name>,
  isAccepted: boolean,
): Promise<CommandOutput<Name> | undefined> {
  const reply = await call(rig, name, input);
  expect(reply.ok, reply.ok ? name : reply.problem.detail).toBe(isAccepted);
  return reply.ok ? reply.value : undefined;
}

/** True if a value may take the place of both levels: the key stays, and the schema holds. */
function fits(collection: ReferenceCollection, id: string, before: JsonObject | undefined, value: JsonObject): boolean {
  const { key, fits: isValid } = collection.definition;
  const isSameKey = before ? isSame(own(before, key), own(value, key)) : String(own(value, key)) === id;
  return isSameKey && isValid(value);
}

function mayBecome(collection: ReferenceCollection, id: string, after: Levels): boolean {
  const before = collection.levels(id);
  return (['fixture', 'live'] as const).every((level) => {
    const value = after[level];
    return value === undefined || fits(collection, id, before[level], value);
  });
}

const exists = (collection: ReferenceCollection | undefined, id: string): collection is ReferenceCollection =>
  collection !== undefined && (collection.fixtures.has(id) || collection.live.has(id));

/** Applies the function to each level that there is. */
function onBoth({ fixture, live }: Levels, change: (value: JsonObject) => Json): Levels {
  const changed = (value: JsonObject | undefined) => {
    const after = value && change(value);
    return isObject(after) ? after : undefined;
  };
  return { fixture: changed(fixture), live: changed(live) };
}

const putStep: fc.Arbitrary<Step> = step(
  'records.put',
  place.chain(({ collection, id }) =>
    fc.record({
      collection: fc.constant(collection),
      id: fc.constant(id),
      key: keyOf(collection, id),
      members: membersOf(collection),
    }),
  ),
  async ({ state }, rig, { collection: name, key, members }) => {
    const collection = state.collections.get(name);
    const record = withOwn(members, name === 'users' ? 'userId' : 'id', key);
    const id = String(key);
    const after = { fixture: record, live: record };
    const isAccepted = collection !== undefined && mayBecome(collection, id, after);
    await decide(rig, 'records.put', { collection: name, record }, isAccepted);
    if (isAccepted) state.edit([{ collection, id, ...after }]);
  },
);

async function patchBoth(
  state: ReferenceState,
  { collection: name, id }: { readonly collection: string; readonly id: string },
  patch: JsonObject,
  send: (isAccepted: boolean) => Promise<unknown>,
): Promise<void> {
  const collection = state.collections.get(name);
  const after = collection && onBoth(collection.levels(id), (value) => merge(value, patch));
  const isAccepted = after !== undefined && exists(collection, id) && mayBecome(collection, id, after);
  await send(isAccepted);
  if (collection && isAccepted) state.edit([{ collection, id, ...after }]);
}

const patchStep: fc.Arbitrary<Step> = step(
  'records.patch',
  place.chain((at) =>
    fc.record({
      at: fc.constant(at),
      patch: fc.oneof(
        membersOf(at.collection),
        fc.constantFrom<JsonObject>({}, { tag: null }, { name: null }, { id: null }),
      ),
    }),
  ),
  ({ state }, rig, { at, patch }) =>
    patchBoth(state, at, patch, (isAccepted) => decide(rig, 'records.patch', { ...at, patch }, isAccepted)),
);

const statusStep: fc.Arbitrary<Step> = step(
  'users.setStatus',
  fc.record({ userId: fc.constantFrom('1', '2', 'a', '9'), status: fc.constantFrom('active', 'inactive') }),
  ({ state }, rig, { userId, status }) =>
    patchBoth(state, { collection: 'users', id: userId }, { status }, (isAccepted) =>
      decide(rig, 'users.setStatus', { userId, status }, isAccepted),
    ),
);

const removeStep: fc.Arbitrary<Step> = step('records.remove', place, async ({ state }, rig, at) => {
  const collection = state.collections.get(at.collection);
  const isAccepted = exists(collection, at.id);
  await decide(rig, 'records.remove', at, isAccepted);
  if (collection && isAccepted) state.edit([{ collection, id: at.id, fixture: undefined, live: undefined }]);
});

type BulkChange = CommandInput<'records.change'>['change'];
const bulk = fc.constantFrom<BulkChange>(
  { kind: 'set', path: ['tag'], value: 'b' },
  { kind: 'set', path: ['name'], value: 'Bob' },
  { kind: 'set', path: ['name'], value: 1 },
  { kind: 'unset', path: ['price'] },
  { kind: 'delete' },
  { kind: 'reset' },
  { kind: 'keep' },
);

function afterBulk(change: BulkChange, levels: Levels): Levels {
  if (change.kind === 'delete') return { fixture: undefined, live: undefined };
  if (change.kind === 'reset') return { fixture: levels.fixture, live: levels.fixture };
  if (change.kind === 'keep') return { fixture: levels.live, live: levels.live };
  if (change.kind === 'duplicate') return levels;
  const value = change.kind === 'set' ? change.value : undefined;
  return onBoth(levels, (record) => withOwn(record, change.path[0] ?? '', value));
}

const bulkStep: fc.Arbitrary<Step> = step(
  'records.change',
  fc.record({
    collection: fc.constantFrom('users', 'things', 'pets'),
    ids: fc.uniqueArray(fc.constantFrom('1', '2', '3', '10', 'a'), { minLength: 1, maxLength: 4 }),
    change: bulk,
    as: fc.constantFrom('preview', 'all', 'rest'),
  }),
  async ({ state }, rig, { collection: name, ids, change, as }) => {
    const collection = state.collections.get(name);
    const wanted = collection
      ? ids.map((id): Change => ({ collection, id, ...afterBulk(change, collection.levels(id)) }))
      : [];
    const good = wanted.filter((one) => exists(collection, one.id) && mayBecome(one.collection, one.id, one));
    const isAccepted = collection !== undefined && (as !== 'all' || good.length === wanted.length);
    const outcome = await decide(rig, 'records.change', { collection: name, of: { ids }, change, as }, isAccepted);
    if (!isAccepted) return;
    const real = good.filter(({ id, fixture, live }) => {
      const before = collection.levels(id);
      return !isSame(before.fixture, fixture) || !isSame(before.live, live);
    });
    expect(outcome?.records).toBe(real.length);
    if (as !== 'preview') state.edit(real);
  },
);

const reach = fc.oneof(
  fc.constant({}),
  fc.record({ collection: fc.constantFrom('users', 'things', 'pets') }),
  place,
) as fc.Arbitrary<{ readonly collection?: string; readonly id?: string }>;

/** The changed records within a reach. */
function changedIn(
  state: ReferenceState,
  { collection: name, id }: { collection?: string; id?: string },
  scope: string | null,
) {
  const collections = [...state.collections.values()].filter(
    ({ definition }) => name === undefined || definition.name === name,
  );
  return collections.flatMap((collection) => {
    const ids = collection.changed(scope).filter((one) => id === undefined || one === id);
    return ids.map((one) => ({ collection, id: one }));
  });
}

const keepStep: fc.Arbitrary<Step> = step(
  'state.keep or state.reset',
  fc.record({ reach, kind: fc.constantFrom('keep', 'reset') }),
  async ({ state }, rig, { reach: within, kind }) => {
    const isAccepted = within.collection === undefined || state.collections.has(within.collection);
    const output = await decide(rig, kind === 'keep' ? 'state.keep' : 'state.reset', within, isAccepted);
    if (!isAccepted) return;
    const changes = changedIn(state, within, null).map(({ collection, id }): Change => {
      const levels = collection.levels(id);
      const to = kind === 'keep' ? levels.live : levels.fixture;
      return { collection, id, fixture: to, live: to };
    });
    expect(output).toEqual({ records: changes.length });
    state.edit(changes);
  },
);

const resetSessionStep: fc.Arbitrary<Step> = step(
  'state.reset of a session',
  fc.record({ reach, session: fc.constantFrom('s1', 's2') }),
  async ({ state }, rig, { reach: within, session: scope }) => {
    const isKnown = within.collection === undefined || state.collections.has(within.collection);
    const isAccepted = isKnown && state.sessions.has(scope);
    const output = await decide(rig, 'state.reset', { ...within, session: scope }, isAccepted);
    if (!isAccepted) return;
    const targets = changedIn(state, within, scope);
    expect(output).toEqual({ records: targets.length });
    for (const { collection, id } of targets) collection.write(scope, id, collection.fixtures.get(id));
  },
);

const snapshotStep: fc.Arbitrary<Step> = step(
  'snapshots',
  fc.record({
    kind: fc.constantFrom('save', 'restore', 'restore', 'remove'),
    name: fc.constantFrom('one', 'two'),
    session,
  }),
  async ({ state }, rig, { kind, name, session: scope }) => {
    const snapshot = state.snapshots.get(name);
    const to = scope === null ? {} : { session: scope };
    const others = new Map([...state.snapshots].filter(([other]) => other !== name));
    if (kind === 'save') {
      const isAccepted = scope === null || state.sessions.has(scope);
      await decide(rig, 'snapshots.save', { name, ...to }, isAccepted);
      if (isAccepted) state.changeSnapshots(others.set(name, state.snapshot(scope)));
      return;
    }
    if (kind === 'remove') {
      await decide(rig, 'snapshots.remove', { name }, snapshot !== undefined);
      if (snapshot) state.changeSnapshots(others);
      return;
    }
    const output = await decide(rig, 'snapshots.restore', { name, ...to }, snapshot !== undefined);
    if (!snapshot) return;
    if (scope !== null) state.runsOf(scope);
    const changes = state.restorations(scope, snapshot);
    expect(output).toEqual({ records: changes.length });
    if (scope === null) state.edit(changes);
    else for (const { collection, id, live } of changes) collection.write(scope, id, live);
  },
);

/** Edits of records in the console. */
export const recordSteps = [
  putStep,
  patchStep,
  statusStep,
  removeStep,
  bulkStep,
  keepStep,
  resetSessionStep,
  snapshotStep,
];
