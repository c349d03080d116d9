import type { JsonObject } from '../../../server/domain/json/json.ts';
import { type Levels, ReferenceCollection, type ReferenceDefinition } from './reference-collection.ts';
import { isSame } from './reference-json.ts';
import { type ReferenceScenario, statusesOf } from './reference-scenario.ts';

/** An edit that can be taken back and done again. */
interface Entry {
  readonly records: number;
  readonly undo: () => void;
  readonly redo: () => void;
}

/** The active scenario of everybody or of a session; `left` is the removed one that it had to leave. */
export interface Runs {
  active: string;
  left: string | null;
}

/** One record of an edit. */
export interface Change extends Levels {
  readonly collection: ReferenceCollection;
  readonly id: string;
}

/** The content of a workspace file. Its records have no order here. */
export interface Saved {
  readonly title: string;
  readonly settings: JsonObject;
  readonly scenarios: readonly ReferenceScenario[];
  readonly first: string;
  readonly collections: readonly {
    readonly definition: ReferenceDefinition;
    readonly records: readonly JsonObject[];
  }[];
}

/** A saved live state: the differences from the fixtures by collection. */
type Snapshot = ReadonlyMap<string, ReadonlyMap<string, JsonObject | null>>;

/**
 * The model of a workspace: what the program promises, in maps and closures. Everything is copied, searched and compared as
 * a whole; no version, feed, index or file is modelled here.
 */
export class ReferenceState {
  title = '';
  settings: JsonObject = {};
  collections = new Map<string, ReferenceCollection>();
  scenarios: readonly ReferenceScenario[] = [];
  /** The scenario that the file names. */
  first = 'Default';
  readonly runs: Runs = { active: 'Default', left: null };
  readonly sessions = new Map<string, Runs>();
  snapshots: ReadonlyMap<string, Snapshot> = new Map();
  readonly done: Entry[] = [];
  undone: Entry[] = [];
  /** Collections that an undo may have removed. */
  readonly #imported = new Set<ReferenceCollection>();

  constructor(saved: Saved) {
    this.restart(saved, false);
  }

  /** What the file holds after a save. */
  save(): Saved {
    const { title, settings, scenarios, first } = this;
    const collections = Array.from(this.collections.values(), ({ definition, fixtures }) => ({
      definition,
      records: [...fixtures.values()],
    }));
    return { title, settings, scenarios, first, collections };
  }

  /** The scenario of a session's requests; a session begins with its first request. */
  runsOf(session: string | null): Runs {
    if (session === null) return this.runs;
    const runs = this.sessions.get(session) ?? { active: this.runs.active, left: null };
    this.sessions.set(session, runs);
    return runs;
  }

  /** The record as clients see it under a scenario. */
  shown(collection: ReferenceCollection, session: string | null, id: string, scenario: string): JsonObject | undefined {
    const value = collection.read(session, id);
    const status = collection.definition.name === 'users' ? statusesOf(this.scenario(scenario)).get(id) : undefined;
    return value && status !== undefined ? { ...value, status } : value;
  }

  scenario(name: string): ReferenceScenario | undefined {
    return this.scenarios.find((one) => one.name === name);
  }

  remember(records: number, undo: () => void, redo: () => void): void {
    this.done.push({ records, undo, redo });
    this.undone = [];
  }

  undo(): boolean {
    const entry = this.done.pop();
    if (!entry) return false;
    entry.undo();
    this.undone.push(entry);
    return true;
  }

  redo(): boolean {
    const entry = this.undone.pop();
    if (!entry) return false;
    entry.redo();
    this.done.push(entry);
    return true;
  }

  /** Edits records. An edit without effect leaves no trace. Returns how many records changed. */
  edit(changes: readonly Change[]): number {
    const real = changes.filter(({ collection, id, fixture, live }) => {
      const before = collection.levels(id);
      return !isSame(before.fixture, fixture) || !isSame(before.live, live);
    });
    if (real.length === 0) return 0;
    const { undo, redo } = this.steps(real);
    redo();
    this.remember(real.length, undo, redo);
    return real.length;
  }

  /** The steps of changes not made yet. A live record that a client has written since belongs to the client for good. */
  steps(changes: readonly Change[]): { readonly undo: () => void; readonly redo: () => void } {
    const parts = changes.map(({ collection, id, fixture, live }) => {
      const writes = collection.writesOf(id);
      const to = (levels: Levels) => () => {
        const isMine = collection.writesOf(id) === writes;
        collection.edit(id, { fixture: levels.fixture, live: isMine ? levels.live : collection.live.get(id) });
      };
      return { undo: to(collection.levels(id)), redo: to({ fixture, live }) };
    });
    return {
      undo: () => {
        for (const { undo } of parts) undo();
      },
      redo: () => {
        for (const { redo } of parts) redo();
      },
    };
  }

  /** Replaces all scenarios. Who has a removed one active gets Default, until this very edit is taken back. */
  replaceScenarios(
    after: readonly ReferenceScenario[],
    renamed?: { readonly from: string; readonly to: string },
  ): void {
    const before = this.scenarios;
    const first = this.first;
    const movedOut = new Map<Runs, string>();
    const replace = (scenarios: readonly ReferenceScenario[], begin: string, from?: string, to?: string) => {
      const names = scenarios.map(({ name }) => name);
      const all = [this.runs, ...this.sessions.values()];
      this.scenarios = scenarios;
      this.first = names.includes(begin) ? begin : 'Default';
      for (const runs of all)
        if (from !== undefined && runs.active === from) Object.assign(runs, { active: to, left: null });
      for (const [runs, name] of movedOut) {
        if (runs.left === name && names.includes(name)) Object.assign(runs, { active: name, left: null });
      }
      movedOut.clear();
      for (const runs of all) {
        if (names.includes(runs.active)) continue;
        movedOut.set(runs, runs.active);
        Object.assign(runs, { active: 'Default', left: runs.active });
      }
    };
    const redo = () => replace(after, first === renamed?.from ? renamed.to : first, renamed?.from, renamed?.to);
    redo();
    this.remember(0, () => replace(before, first, renamed?.to, renamed?.from), redo);
  }

  /** False for an unknown scenario, which begins no session. */
  activate(name: string, session: string | null): boolean {
    if (!this.scenario(name)) return false;
    Object.assign(this.runsOf(session), { active: name, left: null });
    return true;
  }

  snapshot(session: string | null): Snapshot {
    const collections = Array.from(this.collections, ([name, collection]) => {
      const ids = collection.changed(session);
      return [name, new Map(ids.map((id) => [id, collection.read(session, id) ?? null]))] as const;
    });
    return new Map(collections.filter(([, { size }]) => size > 0));
  }

  changeSnapshots(after: ReadonlyMap<string, Snapshot>): void {
    const before = this.snapshots;
    const put = (all: typeof after) => () => {
      this.snapshots = all;
    };
    put(after)();
    this.remember(0, put(before), put(after));
  }

  /** The live values that turn a live state into that of a snapshot. */
  restorations(session: string | null, snapshot: Snapshot): readonly Change[] {
    return Array.from(this.collections.values()).flatMap((collection) => {
      const wanted = snapshot.get(collection.definition.name);
      const ids = new Set([...collection.changed(session), ...(wanted?.keys() ?? [])]);
      return Array.from(ids, (id) => {
        const value = wanted?.get(id);
        const fixture = collection.fixtures.get(id);
        return { collection, id, fixture, live: value === undefined ? fixture : (value ?? undefined) };
      }).filter(({ id, live }) => !isSame(collection.read(session, id), live));
    });
  }

  /** Adds a collection with records, as one edit with changes of others. */
  import(changes: readonly Change[], added: ReferenceCollection | null): void {
    const { undo, redo } = this.steps(changes);
    if (added) this.#imported.add(added);
    const add = () => added && this.collections.set(added.definition.name, added);
    const again = () => {
      add();
      redo();
    };
    again();
    const back = () => {
      undo();
      if (added) this.collections.delete(added.definition.name);
    };
    this.remember(changes.length + (added?.fixtures.size ?? 0), back, again);
  }

  dropSession(name: string): boolean {
    for (const collection of [...this.collections.values(), ...this.#imported]) collection.dropLayer(name);
    return this.sessions.delete(name);
  }

  /** A restart keeps what the file holds. Records whose live state was their fixture keep their versions after a clean end. */
  restart({ title, settings, scenarios, first, collections }: Saved, isClean: boolean): void {
    const before = this.collections;
    Object.assign(this, { title, settings, scenarios, first, undone: [] });
    Object.assign(this.runs, { active: first, left: null });
    this.sessions.clear();
    this.done.length = 0;
    this.collections = new Map();
    for (const { definition, records } of collections) {
      const fresh = new ReferenceCollection(definition, records);
      const old = isClean ? before.get(definition.name) : undefined;
      const changed = new Set(old?.changed(null));
      for (const [id, version] of old?.versions ?? [])
        if (!changed.has(id) && !old?.raised.has(id)) fresh.versions.set(id, version);
      this.collections.set(definition.name, fresh);
    }
  }
}
