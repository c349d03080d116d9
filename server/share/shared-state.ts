import { StoredRecord } from '../domain/records/stored-record.ts';
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
import type { LogEntry } from './log-entry.ts';
import type { LoadedSession, LoadedState } from './membership.ts';
import type { ReplicaState } from './replica.ts';

const none: readonly ReplicatedRecord[] = [];

export interface SharedStateParts {
  readonly open: OpenWorkspace;
  readonly scheduler: Scheduler;
  /** Is called after another scenario was activated, by any instance. */
  readonly onScenario: () => void;
  /** Is called after the scenarios themselves have changed. */
  readonly onScenarios: () => void;
  /** Is called after the engine's state or that of an instance has changed. */
  readonly onStatus: () => void;
}

/** The open workspace as the log of all instances changes it. */
export function sharedState({ open, scheduler, onScenario, onScenarios }: SharedStateParts): ReplicaState {
  const { workspace } = open;
  /** The scenarios of the file. */
  const filed = { next: [...workspace.scenarios.values()], begin: workspace.firstScenario, rename: null };
  const sessions = open.sessions as ReplicatedSessions;
  /** The highest version that a session has shown here. */
  let highest = 0;

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

  function applyRecords({ session, records, fixtures }: LogEntry): void {
    const states = session === null ? workspace.collections : sessions.find(session)?.collections;
    for (const { collection, id, version, value } of records) {
      const state = states?.get(collection) as Replicated | undefined;
      const after = value === null ? undefined : new StoredRecord(id, value, version);
      const edited = fixtures.find((one) => one.collection === collection && one.id === id);
      const isOne = after !== undefined && edited?.version === version;
      const below = edited?.value ? new StoredRecord(id, edited.value, edited.version) : undefined;
      state?.apply(id, after, edited && { after: isOne ? after : below });
    }
  }

  function noteVersion(version: number): void {
    highest = Math.max(highest, version);
    for (const { base } of workspace.collections.values()) base.noteSessionVersion(version);
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
    for (const name of new Set([...loaded.records.keys(), ...loaded.floors.keys()])) {
      const state = session.collections.get(name) as ReplicatedSessionCollection | undefined;
      state?.load(loaded.floors.get(name) ?? 0, loaded.records.get(name) ?? none);
    }
  }

  async function restart(state: LoadedState): Promise<void> {
    const { epoch, floors, records, scenario, scenarios = filed, sessions: loaded } = state;
    for (const { name } of sessions.all()) sessions.drop(name);
    for (const [name, collection] of workspace.collections as ReadonlyMap<string, ReplicatedCollection>) {
      const floor = Math.max(epoch, floors.get(name) ?? 0);
      collection.base.noteSessionVersion(state.highest);
      const edited = state.fixtures.get(name) ?? none;
      await scheduler.run(collection.restart(epoch, floor, records.get(name) ?? none, edited));
    }
    if (!sameScenarios([...workspace.scenarios.values()], scenarios.next)) change(scenarios);
    for (const session of loaded) addSession(session);
    if (workspace.runs.active !== scenario) activate(scenario);
  }

  return {
    apply(entry, own) {
      const { began, dropped, scenario, session, records } = entry;
      if (dropped !== null) sessions.drop(dropped);
      if (began) sessions.add(began);
      if (entry.scenarios) change(entry.scenarios);
      if (own) for (const { collection, id, after, fixture } of own) collection.apply(id, after, fixture);
      else applyRecords(entry);
      if (session !== null) {
        for (const { version } of records) noteVersion(version);
        applyToSession(session, entry);
      } else if (scenario !== null) activate(scenario);
    },
    restart,
    highestVersion: () => Math.max(highest, highestOf(workspace.watermarks())),
    usedSessions: () => sessions.takeUsed(),
  };
}
