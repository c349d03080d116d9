import { finish, mapInPieces, takeInPieces, type Work } from '../domain/basics/work.ts';
import type { Change } from '../domain/records/edit-history.ts';
import { RecordEdit } from '../domain/records/record-edit.ts';
import type { Replicated, ReplicatedRecord } from '../domain/replication/replicated.ts';
import type { ReplicatedCollection } from '../domain/replication/replicated-collection.ts';
import type { ReplicatedSessionCollection } from '../domain/replication/replicated-session-collection.ts';
import type { ReplicatedSessions } from '../domain/replication/replicated-sessions.ts';
import { sameScenario } from '../domain/scenario/scenario.ts';
import { type ScenarioChange, sameScenarios } from '../domain/scenario/scenario-change.ts';
import { replaceScenarios } from '../editing/replace-scenarios.ts';
import type { Scheduler } from '../runtime/scheduler.ts';
import { highestOf } from '../store/recovery-file.ts';
import type { OpenWorkspace } from '../workspace/open-workspace.ts';
import type { PartName, PartValues } from '../workspace/workspace-parts.ts';
import type { LoadedSession, LoadedState } from './entries/loaded-state.ts';
import type { LogEntry } from './entries/log-entry.ts';
import type { AppliedChange } from './entries/packed-changes.ts';
import { changesIn, prepareChange, type RecordChange } from './entries/prepared-change.ts';
import type { SharedCollections } from './entries/shared-collections.ts';
import type { ReplicaState } from './replica-state.ts';
import type { ReplicaStatus } from './replica-status.ts';

const none: readonly ReplicatedRecord[] = [];

/** Names a record by the uid of its collection. */
interface RecordName {
  readonly collection: string;
  readonly id: string;
}

export interface SharedStateParts {
  readonly open: OpenWorkspace;
  readonly scheduler: Scheduler;
  /** True while this instance saves the fixtures to its workspace file. */
  readonly saves: () => boolean;
  readonly shared: SharedCollections;
  readonly status: ReplicaStatus;
  /** Is called with the names of collections that were added, changed, moved or removed. */
  readonly onCollections: (names: readonly string[]) => void;
  /** Is called after another scenario was activated, by any instance. */
  readonly onScenario: () => void;
  /** Is called after the scenarios themselves have changed. */
  readonly onScenarios: () => void;
  /** Is called after the engine's state or that of an instance has changed. */
  readonly onStatus: () => void;
}

/** The open workspace as the log of all instances changes it. */
export function sharedState({
  open,
  scheduler,
  shared,
  status,
  saves,
  onScenario,
  onScenarios,
}: SharedStateParts): ReplicaState {
  const { workspace } = open;
  /** The scenarios of the file. */
  let filed: ScenarioChange = { next: [...workspace.scenarios.values()], begin: workspace.firstScenario, rename: null };
  /** The parts of the workspace as the file has them. Snapshots are those of the engine. */
  let filedParts: Partial<PartValues> = {
    ...{ title: workspace.title, requests: workspace.requests },
    ...{ settings: open.parts.get('settings'), collections: shared.value },
  };
  /** By name, what sessions have of removed collections, by uid. */
  const unplaced = new Map<string, LoadedSession>();
  const sessions = open.sessions as ReplicatedSessions;
  /** The highest version that a session has shown here. */
  let highest = 0;

  let hasBegun = false;

  const activate = (scenario: string) => {
    if (workspace.activate(scenario).ok) onScenario();
  };

  function change(scenarios: ScenarioChange): void {
    const { active } = workspace.runs;
    // A scenario that stays as it is goes on with its run.
    const next = scenarios.next.map((scenario) => {
      const known = workspace.scenarios.get(scenario.name);
      return known && sameScenario(known, scenario) ? known : scenario;
    });
    replaceScenarios(open, { ...scenarios, next });
    onScenarios();
    if (workspace.runs.active !== active) onScenario();
  }

  /** Finds the live state of all clients, or of a session, by the uid of its collection. */
  const finder = (session: string | null) => {
    const states = session === null ? undefined : sessions.find(session)?.collections;
    return (uid: string): Replicated | undefined => {
      const known = shared.find(uid);
      return session === null ? known : known && (states?.get(known.definition.name) as Replicated | undefined);
    };
  };

  function noteVersion(version: number): void {
    highest = Math.max(highest, version);
    for (const { base } of workspace.collections.values()) base.noteSessionVersion(version);
  }

  /** Begins anew with what is saved, should the engine forget the mock. */
  function rebaseFile(): void {
    for (const collection of workspace.collections.values()) (collection as ReplicatedCollection).rebaseFile();
    filed = { next: [...workspace.scenarios.values()], begin: workspace.firstScenario, rename: null };
    shared.rebaseFile();
    filedParts = {
      ...{ title: workspace.title, requests: workspace.requests },
      ...{ settings: open.parts.get('settings'), collections: shared.value },
    };
  }

  function applyToSession(name: string, { scenario, requirePrecondition }: LogEntry): void {
    const session = sessions.find(name);
    if (!session) return;
    if (scenario !== null) session.runs.activate(scenario);
    if (requirePrecondition !== undefined) session.requirePrecondition = requirePrecondition;
    sessions.onChange();
  }

  function addSession(loaded: LoadedSession): void {
    const session = sessions.add(loaded);
    session.requirePrecondition = loaded.requirePrecondition;
    highest = Math.max(highest, loaded.lastVersion);
    unplaced.set(loaded.name, loaded);
    loadSession(loaded);
  }

  /** Takes over what a session has of the collections that are there, each once. */
  function loadSession(loaded: LoadedSession): void {
    const session = sessions.find(loaded.name);
    const [records, floors] = [new Map(loaded.records), new Map(loaded.floors)];
    for (const uid of new Set([...records.keys(), ...floors.keys()])) {
      const known = shared.find(uid);
      const state =
        known && (session?.collections.get(known.definition.name) as ReplicatedSessionCollection | undefined);
      if (!state) continue;
      state.load(floors.get(uid) ?? 0, records.get(uid) ?? none);
      records.delete(uid);
      floors.delete(uid);
    }
    if (session && records.size + floors.size > 0) unplaced.set(loaded.name, { ...loaded, records, floors });
    else unplaced.delete(loaded.name);
  }

  async function restart(state: LoadedState): Promise<void> {
    const { epoch, floors, records, scenario, scenarios = filed, sessions: loaded } = state;
    const parts = { ...filedParts, ...state.parts };
    for (const name of open.parts.names) if (!(name in parts)) open.parts.set(name, null as never);
    setParts(parts);
    if (!state.parts.collections) shared.rename();
    for (const collection of shared.takeRemoved()) await scheduler.run(collection.restart(epoch, epoch, none));
    unplaced.clear();
    for (const { name } of sessions.all()) sessions.drop(name);
    // Their versions and scenarios may be of another epoch.
    open.history.forget();
    const above = new Map(shared.value.list.map((one) => [one.uid, one.above ?? 0]));
    status.highest = await scheduler.run(highestIn(state));
    for (const collection of workspace.collections.values() as Iterable<ReplicatedCollection>) {
      const { uid: name } = collection;
      const floor = Math.max(epoch, floors.get(name) ?? 0, above.get(name) ?? 0);
      collection.base.noteSessionVersion(state.highest);
      const edited = state.fixtures.get(name) ?? none;
      await scheduler.run(collection.restart(epoch, floor, records.get(name) ?? none, edited));
    }
    if (!sameScenarios([...workspace.scenarios.values()], scenarios.next)) change(scenarios);
    await scheduler.run(takeInPieces(loaded, addSession, 1));
    if (state.savedDigest !== undefined) rebaseFile();
    const isEdited = state.fixtures.size > 0 || state.scenarios !== undefined || Object.keys(state.parts).length > 0;
    if (saves() && (isEdited || hasBegun)) open.saver.save();
    hasBegun = true;
    if (workspace.runs.active !== scenario) activate(scenario);
  }

  function setParts(parts: Partial<PartValues>): void {
    for (const [name, value] of Object.entries(parts)) open.parts.set(name as PartName, value as never);
  }

  /**
   * Notes an entry in the history of edits, in time slices: do it before the entry is applied, and call what it returns
   * afterwards.
   */
  function* noteEdit(
    { history: step, session, scenarios, parts = {} }: LogEntry,
    revision: number,
    records: readonly RecordName[],
  ): Work<() => void> {
    if (!step || session !== null) return () => {};
    if ('step' in step) return yield* open.history.follow(step.step, step.id);
    const before = scenariosNow(scenarios);
    const watched = yield* mapInPieces(records, ({ collection, id }) => {
      const known = shared.find(collection);
      return known && RecordEdit.watch(known, id);
    });
    const replaced = Object.entries(parts).map(([name, value]) => partEdit(name as PartName, value ?? null));
    return () => {
      const edits = watched.flatMap((finished) => finished?.() ?? []);
      const changes = [...edits, ...replaced, ...(scenarios ? [scenarioEdit(before, scenarios)] : [])];
      if (changes.length > 0) open.history.add({ ...step, records: edits.length, changes }, revision);
    };
  }

  /** The scenarios before a change, as the change that leads back to them. */
  function scenariosNow(to: ScenarioChange | undefined): ScenarioChange {
    const rename = to?.rename ? { from: to.rename.to, to: to.rename.from } : null;
    return { next: [...workspace.scenarios.values()], begin: workspace.firstScenario, rename };
  }

  function partEdit(name: PartName, after: PartValues[PartName]): Change {
    const before = open.parts.get(name);
    const set = (value: PartValues[PartName]) => open.proposal?.part(name, value as never);
    return { undo: () => set(before), redo: () => set(after) };
  }

  /** All instances undo it together, as a change of its own. */
  function scenarioEdit(before: ScenarioChange, after: ScenarioChange): Change {
    return { undo: () => open.proposal?.scenarios(before), redo: () => open.proposal?.scenarios(after) };
  }

  /** Makes an entry true. `changesNow` gives its records once its collections are there; `noted` ends {@link noteEdit}. */
  function make(entry: LogEntry, changesNow: () => readonly RecordChange[], top: number, noted: () => void): void {
    const { began, dropped, scenario, session, staged } = entry;
    if (dropped !== null) sessions.drop(dropped);
    if (began) sessions.add(began);
    if (entry.scenarios) change(entry.scenarios);
    if (entry.parts) setParts(entry.parts);
    if (entry.parts?.collections) for (const loaded of [...unplaced.values()]) loadSession(loaded);
    const above = (entry.parts?.collections?.list ?? []).map((one) => one.above ?? 0).reduce(larger, 0);
    status.highest = Math.max(status.highest, top, above);
    for (const { collection, id, after, fixture } of changesNow()) collection.apply(id, after, fixture);
    if (session !== null) {
      noteVersion(top);
      applyToSession(session, entry);
    } else if (scenario !== null) activate(scenario);
    noted();
    if (entry.saved !== undefined) rebaseFile();
    const isEdit = entry.fixtures.length > 0 || staged?.isEdit || entry.scenarios || entry.parts;
    if (isEdit && saves()) open.saver.save();
    workspace.onVersion(top);
  }

  function* prepare(entry: LogEntry, revision: number, changes: Iterable<AppliedChange>): Work<() => void> {
    const { collectionSet } = workspace;
    const { records, highest: top } = yield* prepareChange(
      changes,
      entry,
      shared,
      finder(entry.session),
      collectionSet,
    );
    const names = yield* mapInPieces(records, ({ collection, id }) => ({ collection: collection.uid, id }));
    const noted = yield* noteEdit(entry, revision, names);
    return () => make(entry, () => records, top, noted);
  }

  return {
    run: (work) => scheduler.run(work),
    apply(entry, revision, own) {
      const isKnown = own && !entry.parts?.collections;
      const changes = () => (isKnown ? own : changesIn(entry, shared, finder(entry.session)));
      const versions = [...entry.records, ...entry.fixtures].map(({ version }) => version || 0);
      make(entry, changes, versions.reduce(larger, 0), finish(noteEdit(entry, revision, entry.records)));
    },
    prepare(entry, revision, changes) {
      return scheduler.run(prepare(entry, revision, changes));
    },
    restart,
    highestVersion: () => Math.max(highest, highestOf(workspace.watermarks())),
    usedSessions: () => sessions.takeUsed(),
  };
}

/** The highest version that a record can have had, of those that are there. */
function* highestIn({ epoch, highest, records, fixtures, floors, parts, sessions }: LoadedState): Work<number> {
  const others = [...floors.values(), ...(parts.collections?.list ?? []).map(({ above = 0 }) => above)];
  let found = others.reduce(larger, Math.max(epoch + 2, highest));
  for (const stored of [records, fixtures, ...sessions.map((session) => session.records)]) {
    const note = ({ version }: ReplicatedRecord) => {
      found = Math.max(found, version || 0);
    };
    for (const all of stored.values()) yield* takeInPieces(all, note);
  }
  return found;
}

function larger(a: number, b: number): number {
  return Math.max(a, b);
}
