import { setTimeout as sleep } from 'node:timers/promises';
import { expect } from 'vitest';
import type { ConsoleState, RecordRow } from '../../../server/contract/schema/state.ts';
import type { Json } from '../../../server/domain/json/json.ts';
import { hostValue } from '../../support/temporary-host.ts';
import type { Model } from './model.ts';
import type { ReferenceCollection } from './reference-collection.ts';
import { canonical } from './reference-json.ts';
import type { Rig } from './rig.ts';

/** The rows that a console's tables hold. A table reads its rows again only when the mirror says that they may have changed. */
const tables = new WeakMap<Rig['now'], Map<string, readonly RecordRow[]>>();

/** The revisions of the collections after the step before, with the stamp of the model. */
const revisions = new WeakMap<ReferenceCollection, { readonly stamp: string; readonly revision: number }>();

/** The program must be as the model says; the console's mirror and its tables as the program is. */
export async function agree(model: Model, rig: Rig): Promise<void> {
  expect(rig.faults).toEqual([]);
  const state = await mirrored(rig);
  expect(asModelled(state)).toEqual(expectedState(model));
  const { done, undone } = model.state;
  const { entries } = await hostValue(rig.now.host, 'history.list', {});
  expect(entries.map(({ isDone, records }) => ({ isDone, records }))).toEqual([
    ...undone.map(({ records }) => ({ isDone: false, records })),
    ...done.toReversed().map(({ records }) => ({ isDone: true, records })),
  ]);
  for (const collection of model.state.collections.values())
    agreeOnRows(model, collection, await rowsOf(rig, collection));
  for (const { name, revision } of state.collections) keepsRevision(model.state.collections.get(name), revision);
  if (state.save.state === 'saved') model.files = [model.state.save()];
  else model.files.push(model.state.save());
}

/** The state of the mirror, once it equals that of the host. */
async function mirrored({ now: { host: program, mirror } }: Rig): Promise<ConsoleState> {
  for (let attempt = 0; ; attempt++) {
    const { seq: _, ...host } = await hostValue(program, 'workspace.get', {});
    const { state } = mirror.store.getState();
    if (state && comparable(state) === comparable(host)) return state;
    if (attempt > 140) expect(state, 'the mirror stays behind the host').toEqual(host);
    await sleep(attempt);
  }
}

/** The mirror hears of a session's use at most once a second. */
function comparable(state: ConsoleState): string {
  const sessions = state.sessions.map(({ lastUsed: _, ...session }) => session);
  return canonical({ ...state, sessions: sessions.sort((a, b) => (a.name < b.name ? -1 : 1)) } as unknown as Json);
}

/** What has no effect gives no collection a new revision. */
function keepsRevision(collection: ReferenceCollection | undefined, revision: number): void {
  if (!collection) return;
  const stamp = collection.stamp(null);
  const known = revisions.get(collection);
  if (known?.stamp === stamp) expect(revision, `the revision of ${collection.definition.name}`).toBe(known.revision);
  revisions.set(collection, { stamp, revision });
}

const byName = (a: { readonly name: string }, b: { readonly name: string }) => (a.name < b.name ? -1 : 1);

/** What the model says of the console's state. */
function asModelled(state: ConsoleState) {
  const { pageSize, requirePrecondition } = state.workspace.settings;
  return {
    title: state.workspace.name,
    readOnly: state.workspace.readOnly,
    settings: { pageSize, requirePrecondition },
    collections: state.collections.map(({ name, count, changed }) => ({ name, count, changed })).sort(byName),
    scenarios: state.scenarios,
    scenario: state.scenario,
    sessions: state.sessions.map(({ name, scenario, changed }) => ({ name, scenario, changed })).sort(byName),
    snapshots: state.snapshots.map(({ name, records }) => ({ name, records })),
    canUndo: state.history.undo !== null,
    canRedo: state.history.redo !== null,
    failure: state.save.state === 'failed' ? state.save.reason : null,
  };
}

function expectedState({ state }: Model): ReturnType<typeof asModelled> {
  const collections = [...state.collections.values()];
  const changed = (session: string | null) =>
    collections.reduce((count, collection) => count + collection.changed(session).length, 0);
  const { pageSize, requirePrecondition } = state.settings as { pageSize: number; requirePrecondition: boolean };
  return {
    title: state.title,
    readOnly: null,
    settings: { pageSize, requirePrecondition },
    collections: collections
      .map((one) => ({ name: one.definition.name, count: one.live.size, changed: one.changed(null).length }))
      .sort(byName),
    scenarios: state.scenarios,
    scenario: state.runs.active,
    sessions: Array.from(state.sessions, ([name, { active }]) => ({
      name,
      scenario: active,
      changed: changed(name),
    })).sort(byName),
    snapshots: Array.from(state.snapshots, ([name, collectionsOf]) => ({
      name,
      records: [...collectionsOf.values()].reduce((count, { size }) => count + size, 0),
    })),
    canUndo: state.done.length > 0,
    canRedo: state.undone.length > 0,
    failure: null,
  };
}

async function rowsOf({ now }: Rig, { definition: { name } }: ReferenceCollection): Promise<readonly RecordRow[]> {
  const known = tables.get(now) ?? new Map<string, readonly RecordRow[]>();
  tables.set(now, known);
  if (now.stale.delete(null)) known.clear();
  if (now.stale.delete(name)) known.delete(name);
  const rows = known.get(name) ?? (await readRows(now, name));
  known.set(name, rows);
  return rows;
}

/** All rows of a table, deleted records with it. */
export async function readRows({ client }: Rig['now'], collection: string): Promise<readonly RecordRow[]> {
  const page = { collection, offset: 0, limit: 10_000 };
  const [all, changed] = [
    await client.call('records.page', page),
    await client.call('records.page', { ...page, only: 'changed' }),
  ];
  if (!all.ok || !changed.ok) throw new Error(`records.page of ${collection} was refused`);
  return [...all.value.rows, ...changed.value.rows.filter(({ live }) => live === null)];
}

function agreeOnRows({ ledger }: Model, collection: ReferenceCollection, rows: readonly RecordRow[]): void {
  const { name } = collection.definition;
  const ids = new Set([...collection.fixtures.keys(), ...collection.live.keys()]);
  const text = (record: { readonly id: string }) => `${name}/${record.id}`;
  const actual = rows.map((row) => `${text(row)} ${canonical(row.fixture)} ${canonical(row.live)}`).sort();
  const wanted = [...ids].map(
    (id) =>
      `${text({ id })} ${canonical(collection.fixtures.get(id) ?? null)} ${canonical(collection.live.get(id) ?? null)}`,
  );
  expect(actual).toEqual(wanted.sort());
  for (const { id, version, live } of rows) {
    if (version === null || live === null) continue;
    const place = { session: null, collection: name, id };
    const known = collection.versions.get(id);
    if (known !== undefined) expect(version, `the version of the unchanged record ${text({ id })}`).toBe(known);
    ledger.saw(place, version, { content: canonical(live) });
    collection.versions.set(id, version);
  }
}
