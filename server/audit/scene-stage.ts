import { type Scene, sceneScenario } from '../domain/audit/scenes.ts';
import type { Scenario } from '../domain/scenario/scenario.ts';
import { ScenarioRuns } from '../domain/scenario/scenario-runs.ts';
import type { MockContext } from '../domain/session/context.ts';
import { IdempotencyKeys } from '../domain/session/idempotency-keys.ts';
import { Session, type SharedMock } from '../domain/session/session.ts';

/**
 * The mock as a client under audit meets it: a session that begins as a copy of a live state, and whose scenario is a
 * scene. It is in no list and in no file, so nothing of it is left once the stage is closed.
 */
export class SceneStage {
  readonly session: Session;
  readonly #scenarios: Map<string, Scenario>;
  #active: string | undefined;

  /** `source` is the live state to copy: that of a session, or the shared one. */
  constructor(shared: SharedMock, source: SharedMock | Session, name: string, now: number) {
    this.#scenarios = new Map(shared.scenarios);
    const runs = new ScenarioRuns(this.#scenarios, source.runs.active);
    const version = source instanceof Session ? source.highestVersion : 0;
    this.session = new Session(overriding(shared, { scenarios: this.#scenarios, runs }), name, version, now, () => {});
    const changed = source instanceof Session ? source.usedCollections() : [...source.collections.values()];
    for (const collection of changed) {
      const copy = this.session.collections.get(collection.definition.name);
      for (const id of collection.changedIds()) {
        const live = collection.get(id);
        if (live) copy?.write(id, live.value);
        else copy?.remove(id);
      }
    }
  }

  /** Lets requests from now on meet this scene. */
  play(scene: Scene): void {
    if (this.#active !== undefined) this.#scenarios.delete(this.#active);
    const { description, rules } = scene;
    this.#active = sceneScenario(scene);
    this.#scenarios.set(this.#active, { name: this.#active, description, rules });
    this.session.runs.activate(this.#active);
  }

  close(): void {
    this.session.close();
  }
}

/** The mock with other scenarios; everything else stays live. */
function overriding(shared: SharedMock, own: Pick<MockContext, 'scenarios' | 'runs'>): SharedMock {
  return {
    ...own,
    get title() {
      return shared.title;
    },
    get settings() {
      return shared.settings;
    },
    get collections() {
      return shared.collections;
    },
    get paths() {
      return shared.paths;
    },
    get fixturesOnly() {
      return shared.fixturesOnly;
    },
    authority: shared.authority,
    run: shared.run,
    newId: shared.newId,
    idempotencyKeys: new IdempotencyKeys(),
    now: shared.now,
    wallTime: shared.wallTime,
    checkSchema: shared.checkSchema,
  };
}
