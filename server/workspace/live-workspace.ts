import { randomUUID } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import { type Problem, problem } from '../domain/basics/problem.ts';
import { accept, type Result, refuse } from '../domain/basics/result.ts';
import { finish, type Work } from '../domain/basics/work.ts';
import { excerpt } from '../domain/json/wording.ts';
import type { Settings } from '../domain/model/settings.ts';
import { type Change, changeValue } from '../domain/records/edit-history.ts';
import type { Background, ObservedChange } from '../domain/records/record-source.ts';
import { SharedCollection } from '../domain/records/shared-collection.ts';
import { pathClashes } from '../domain/request/path-clashes.ts';
import type { PathTable } from '../domain/request/path-table.ts';
import { defaultScenario, type Scenario } from '../domain/scenario/scenario.ts';
import { ScenarioRuns } from '../domain/scenario/scenario-runs.ts';
import type { MockContext } from '../domain/session/context.ts';
import { IdempotencyKeys, type RequestKeys } from '../domain/session/idempotency-keys.ts';
import type { SavedRequest, Workspace } from '../domain/workspace/workspace.ts';
import { checkSettings } from '../store/formats/settings-format.ts';
import type { WrittenWorkspace } from '../store/formats/workspace-format.ts';
import type { Watermarks } from '../store/recovery-file.ts';
import { LiveCollections } from './live-collections.ts';
import { SchemaChecker } from './schema-checker.ts';

/** Settings that override those of the file for this run: flags, and a port that the user chose temporarily. */
export type SettingsOverride = Partial<Pick<Settings, 'port' | 'https' | 'httpsPort' | 'consolePort' | 'host'>>;

/**
 * The open workspace: collections with fixtures and live state, settings, scenarios and saved requests. It is the context of
 * the mock API; {@link toWritten} gives the content to save.
 */
export class LiveWorkspace implements MockContext {
  title: string;
  /** The `$schema` of the file. */
  readonly #editorSchema: string | undefined;
  readonly #scenarios: Map<string, Scenario>;
  readonly runs: ScenarioRuns;
  idempotencyKeys: RequestKeys = new IdempotencyKeys();
  readonly run = randomUUID().slice(0, 8);
  readonly newId = randomUUID;
  readonly now = () => performance.now();
  readonly wallTime = () => Date.now();
  readonly schemas: SchemaChecker;
  fixturesOnly = false;
  outcomes: MockContext['outcomes'];
  authority: MockContext['authority'];
  #override: SettingsOverride;
  /** The settings as they are saved. */
  #saved: Settings;
  #settings: Settings;
  /** The scenario that is active after a start, as the file names it. */
  #firstScenario: string;
  #requests: readonly SavedRequest[];
  /** Called with each version before a record carries it. */
  onVersion: (version: number) => void = () => {};
  /** Runs work that no request waits for. */
  inBackground: Background = finish;
  /** The collections, to be added, changed and removed. */
  readonly collectionSet: LiveCollections;

  private constructor(
    workspace: Workspace,
    watermarks: Watermarks,
    override: SettingsOverride,
    schemas: SchemaChecker,
    kind: typeof SharedCollection,
  ) {
    this.schemas = schemas;
    this.title = workspace.name;
    this.#editorSchema = workspace.$schema;
    this.collectionSet = new LiveCollections(
      watermarks.floor,
      { reserve: (version) => this.onVersion(version), inBackground: (work) => this.inBackground(work) },
      kind,
    );
    this.#scenarios = new Map(workspace.scenarios.map((scenario) => [scenario.name, scenario]));
    this.#firstScenario = workspace.scenario;
    this.runs = new ScenarioRuns(this.#scenarios, workspace.scenario);
    this.#requests = workspace.requests;
    this.#override = override;
    this.#saved = workspace.settings;
    this.#settings = { ...workspace.settings, ...override };
  }

  /** Refused with `invalid-workspace` when a collection's schema cannot be compiled. `kind` is the class of its collections. */
  static *open(
    workspace: Workspace,
    watermarks: Watermarks,
    override: SettingsOverride,
    schemas = new SchemaChecker(),
    kind = SharedCollection,
  ): Work<Result<LiveWorkspace, Problem>> {
    for (const { definition } of workspace.collections) {
      const compiled = yield* schemas.tryCompile(definition);
      if (!compiled.ok) return compiled;
      yield;
    }
    const live = new LiveWorkspace(workspace, watermarks, override, schemas, kind);
    yield* live.collectionSet.open(workspace.collections, watermarks);
    return accept(live);
  }

  get collections(): ReadonlyMap<string, SharedCollection> {
    return this.collectionSet.byName;
  }

  get settings(): Settings {
    return this.#settings;
  }

  get paths(): PathTable {
    return this.collectionSet.paths(this.#settings);
  }

  /** The present override of the file's settings. */
  get override(): SettingsOverride {
    return this.#override;
  }

  get scenarios(): ReadonlyMap<string, Scenario> {
    return this.#scenarios;
  }

  /** The scenario that is active when the file is opened. */
  get firstScenario(): string {
    return this.#firstScenario;
  }

  /**
   * Replaces all scenarios. A scenario that is the same object as before continues its run. Without the scenario `first`,
   * the file begins with Default.
   */
  replaceScenarios(scenarios: readonly Scenario[], first: string): void {
    this.#scenarios.clear();
    for (const scenario of scenarios) this.#scenarios.set(scenario.name, scenario);
    this.#firstScenario = this.#scenarios.has(first) ? first : defaultScenario.name;
  }

  /** The saved requests, which a user can send again. */
  get requests(): readonly SavedRequest[] {
    return this.#requests;
  }

  replaceRequests(requests: readonly SavedRequest[]): void {
    this.#requests = requests;
  }

  readonly checkSchema: MockContext['checkSchema'] = (definition, value) => this.schemas.check(definition, value);

  /** Finds a collection. Refused with `unknown-collection`; `expected` names all collections. */
  collection(name: string): Result<SharedCollection, Problem> {
    const found = this.collections.get(name);
    if (found) return accept(found);
    const expected = [...this.collections.keys()];
    return refuse(problem('unknown-collection', `There is no collection "${excerpt(name)}".`, { expected }));
  }

  /** Calls back after every change of a record, also in collections added later. Returns the function that stops this. */
  observe(observer: (collection: string, change: ObservedChange) => void): () => void {
    return this.collectionSet.observe(observer);
  }

  /**
   * Activates a scenario for all later requests, or for those of a session, and restarts its run. Refused with
   * `unknown-scenario`.
   */
  activate(name: string, runs: ScenarioRuns = this.runs): Result<null, Problem> {
    if (runs.activate(name)) return accept(null);
    const expected = [...this.scenarios.keys()];
    return refuse(problem('unknown-scenario', `There is no scenario "${name}".`, { expected }));
  }

  /** Refuses settings with which the file could not be opened again, with `bad-request`. */
  checkSettings(patch: Partial<Settings>): Result<Settings, Problem> {
    const settings = { ...this.#saved, ...patch };
    const definitions = Array.from(this.collections.values(), ({ definition }) => definition);
    const [clash] = pathClashes(definitions, settings);
    if (!clash) return checkSettings(settings);
    const reason = `${clash.path} of ${clash.collection} ${clash.reason}`;
    return refuse(
      problem('bad-request', `The setting "userService" cannot be used: ${reason}.`, {
        parameter: 'userService',
        reason,
      }),
    );
  }

  /** Changes settings permanently and ends their override. `changed` is called then, and after each undo and redo. */
  changeSettings(patch: Partial<Settings>, changed: () => void): readonly Change[] {
    const named = (settings: object) => Object.fromEntries(Object.entries(settings).filter(([name]) => name in patch));
    const others = (settings: object) =>
      Object.fromEntries(Object.entries(settings).filter(([name]) => !(name in patch)));
    const put = ({ saved, override }: { saved: Partial<Settings>; override: SettingsOverride }) => {
      this.#saved = { ...this.#saved, ...saved };
      this.#override = { ...others(this.#override), ...override };
      this.#settings = { ...this.#saved, ...this.#override };
      changed();
    };
    const before = { saved: named(this.#saved), override: named(this.#override) };
    return changeValue(before, { saved: patch, override: {} }, put, isDeepStrictEqual);
  }

  /**
   * An immutable copy of the content to save, so it can be written in slices. It has the fixtures and the first scenario, not
   * the live state and the active scenario.
   */
  toWritten(): WrittenWorkspace {
    return {
      $schema: this.#editorSchema,
      name: this.title,
      settings: this.#saved,
      collections: Array.from(this.collections.values(), (collection) => ({
        definition: collection.definition,
        records: collection.fixtures(),
      })),
      scenarios: [...this.scenarios.values()],
      requests: this.#requests,
      scenario: this.#firstScenario,
    };
  }

  /** The watermarks that a restart needs. */
  watermarks(): Watermarks {
    return this.collectionSet.watermarks();
  }
}
