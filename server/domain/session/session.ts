import type { Collection } from '../records/collection.ts';
import type { SessionCollection } from '../records/session-collection.ts';
import type { SharedCollection } from '../records/shared-collection.ts';
import { ScenarioRuns } from '../scenario/scenario-runs.ts';
import type { Collections, MockContext } from './context.ts';
import type { RequestKeys } from './idempotency-keys.ts';

/** The mock for clients without a session. */
export interface SharedMock extends MockContext {
  readonly collections: ReadonlyMap<string, SharedCollection>;
}

/** The mock for the clients of one session: the shared fixtures, with a live state and scenario runs of its own. */
export class Session implements MockContext {
  readonly name: string;
  readonly run: string;
  readonly runs: ScenarioRuns;
  readonly idempotencyKeys: RequestKeys;
  /** Milliseconds since 1970. */
  readonly created: number;
  lastUsed: number;
  /** When it was last used on the clock that only goes forward, in milliseconds. */
  idleSince: number;
  /** Replaces the setting of the workspace; null follows it. */
  requirePrecondition: boolean | null = null;
  readonly enter: () => Session;
  readonly #shared: SharedMock;
  readonly #changed: () => void;
  readonly #lastVersion: number;
  /** The live states that requests have asked for, by the shared ones beside them. */
  readonly #states = new Map<SharedCollection, SessionCollection>();

  /**
   * Begins with the fixtures and the scenario that is active for everybody. Its writes make versions above `lastVersion`.
   * `changed` is called on every change; `enter` gives the session of this name as it is then.
   */
  constructor(
    shared: SharedMock,
    name: string,
    lastVersion: number,
    now: number,
    changed: () => void,
    enter?: () => Session,
  ) {
    this.enter = enter ?? (() => this);
    this.#shared = shared;
    this.#changed = changed;
    this.name = name;
    this.#lastVersion = lastVersion;
    this.run = shared.newId().slice(0, 8);
    this.runs = new ScenarioRuns(shared.scenarios, shared.runs.active);
    this.idempotencyKeys = shared.idempotencyKeys.inSession(name);
    this.created = now;
    this.lastUsed = now;
    this.idleSince = shared.now();
  }

  get title(): string {
    return this.#shared.title;
  }

  get settings(): MockContext['settings'] {
    const { requirePrecondition } = this;
    const { settings } = this.#shared;
    return requirePrecondition === null ? settings : { ...settings, requirePrecondition };
  }

  get paths(): MockContext['paths'] {
    return this.#shared.paths;
  }

  get scenarios(): MockContext['scenarios'] {
    return this.#shared.scenarios;
  }

  get newId(): MockContext['newId'] {
    return this.#shared.newId;
  }

  get now(): MockContext['now'] {
    return this.#shared.now;
  }

  get wallTime(): MockContext['wallTime'] {
    return this.#shared.wallTime;
  }

  get checkSchema(): MockContext['checkSchema'] {
    return this.#shared.checkSchema;
  }

  get outcomes(): MockContext['outcomes'] {
    return this.#shared.outcomes?.inSession(this.name);
  }

  get authority(): MockContext['authority'] {
    return this.#shared.authority;
  }

  get fixturesOnly(): boolean {
    return this.#shared.fixturesOnly;
  }

  readonly collections: Collections = {
    get: (name) => {
      const shared = this.#shared.collections.get(name);
      return shared && this.#state(shared);
    },
    keys: () => this.#shared.collections.keys(),
    values: () => Array.from(this.#shared.collections.values(), (shared) => this.#state(shared)),
  };

  /** Records whose live state here differs from the fixtures. */
  get changedCount(): number {
    return this.usedCollections().reduce((count, state) => count + state.changedCount, 0);
  }

  /** The highest version that the session has given out, or that it started above. */
  get highestVersion(): number {
    return Array.from(this.#states.values(), (state) => state.highestVersion).reduce(
      (a, b) => Math.max(a, b),
      this.#lastVersion,
    );
  }

  /** Makes the live state equal the fixtures again, and starts the run of the scenario anew. Gives the number of records. */
  reset(): number {
    const count = this.changedCount;
    for (const state of this.usedCollections()) for (const id of state.changedIds()) state.reset(id);
    this.runs.activate(this.runs.active);
    this.idempotencyKeys.clear();
    return count;
  }

  /** Releases the live states. Call it when the session ends. */
  close(): void {
    for (const state of this.#states.values()) state.close();
  }

  /** The collections that its requests have asked for, as far as the workspace has them now. */
  usedCollections(): readonly SessionCollection[] {
    return [...this.#shared.collections.values()].flatMap((shared) => this.#states.get(shared) ?? []);
  }

  #state(shared: SharedCollection): Collection {
    const known = this.#states.get(shared);
    if (known) return known;
    // A removed collection may have had the same name.
    const { name } = shared.definition;
    const revision = [...this.#states.values()]
      .filter(({ definition }) => definition.name === name)
      .reduce((first, removed) => Math.max(first, removed.revision + 1), 0);
    const made = shared.newSession({ version: this.#lastVersion, revision });
    made.observe(this.#changed);
    this.#states.set(shared, made);
    return made;
  }
}
