import { randomUUID } from 'node:crypto';
import { type Problem, problem } from '../domain/basics/problem.ts';
import { accept, type Result, refuse } from '../domain/basics/result.ts';
import type { Settings } from '../domain/model/settings.ts';
import type { Edit } from '../domain/records/edit-history.ts';
import type { ObservedChange } from '../domain/records/record-source.ts';
import { SharedCollection } from '../domain/records/shared-collection.ts';
import { defaultScenario, type Scenario } from '../domain/scenario/scenario.ts';
import { ScenarioRuns } from '../domain/scenario/scenario-runs.ts';
import type { MockContext } from '../domain/session/context.ts';
import type { SavedRequest, Workspace } from '../domain/workspace/workspace.ts';
import { checkSettings } from '../store/formats/settings-format.ts';
import type { WrittenWorkspace } from '../store/formats/workspace-format.ts';
import type { CollectionWatermarks } from '../store/recovery-file.ts';
import { SchemaChecker } from './schema-checker.ts';

/** What is laid over the settings of the file for this run only: flags, and a port that was chosen for the moment. */
export type SettingsOverride = Partial<Pick<Settings, 'port' | 'consolePort' | 'host'>>;

/** A scenario that goes on under another name. */
export interface ScenarioRename {
  readonly from: string;
  readonly to: string;
}

/**
 * The workspace that is open: its collections with fixtures and live state, its settings, its scenarios. It is the
 * mock API's context and, with {@link toWritten}, what is saved.
 */
export class LiveWorkspace implements MockContext {
  title: string;
  readonly #collections = new Map<string, SharedCollection>();
  /** By collection, the function that stops observing it. */
  readonly #stops = new Map<string, () => void>();
  readonly #observers = new Set<(collection: string, change: ObservedChange) => void>();
  readonly #scenarios: Map<string, Scenario>;
  readonly runs: ScenarioRuns;
  readonly run = randomUUID().slice(0, 8);
  readonly newId = randomUUID;
  readonly now = () => performance.now();
  readonly schemas: SchemaChecker;
  #override: SettingsOverride;
  /** The settings as they are saved. */
  #saved: Settings;
  #settings: Settings;
  /** The scenario that the file names, to begin with. */
  #firstScenario: string;
  #requests: readonly SavedRequest[];

  private constructor(
    workspace: Workspace,
    watermarks: CollectionWatermarks,
    override: SettingsOverride,
    schemas: SchemaChecker,
  ) {
    this.schemas = schemas;
    this.title = workspace.name;
    for (const { definition, records } of workspace.collections) {
      this.add(new SharedCollection(definition, records, watermarks.get(definition.name)));
    }
    this.#scenarios = new Map(workspace.scenarios.map((scenario) => [scenario.name, scenario]));
    this.#firstScenario = workspace.scenario;
    this.runs = new ScenarioRuns(this.#scenarios, workspace.scenario);
    this.#requests = workspace.requests;
    this.#override = override;
    this.#saved = workspace.settings;
    this.#settings = { ...workspace.settings, ...override };
  }

  /** Refused with `invalid-workspace` when a collection's schema cannot be compiled. */
  static open(
    workspace: Workspace,
    watermarks: CollectionWatermarks,
    override: SettingsOverride,
    schemas = new SchemaChecker(),
  ): Result<LiveWorkspace, Problem> {
    for (const { definition } of workspace.collections) {
      const compiled = schemas.tryCompile(definition);
      if (!compiled.ok) return compiled;
    }
    return accept(new LiveWorkspace(workspace, watermarks, override, schemas));
  }

  get collections(): ReadonlyMap<string, SharedCollection> {
    return this.#collections;
  }

  get settings(): Settings {
    return this.#settings;
  }

  /** What is laid over the settings of the file now. */
  get override(): SettingsOverride {
    return this.#override;
  }

  get scenarios(): ReadonlyMap<string, Scenario> {
    return this.#scenarios;
  }

  /**
   * Takes these scenarios in place of those that there were. Each that is still the same object goes on with its run; the
   * one to begin with stays that under another name.
   */
  keepScenarios(scenarios: readonly Scenario[], renamed: ScenarioRename | null): void {
    this.#scenarios.clear();
    for (const scenario of scenarios) this.#scenarios.set(scenario.name, scenario);
    if (renamed !== null && this.#firstScenario === renamed.from) this.#firstScenario = renamed.to;
  }

  /** The requests that are kept, to be sent by hand. */
  get requests(): readonly SavedRequest[] {
    return this.#requests;
  }

  keepRequests(requests: readonly SavedRequest[]): void {
    this.#requests = requests;
  }

  readonly checkSchema: MockContext['checkSchema'] = (definition, value) => this.schemas.check(definition, value);

  /** The collection of that name, or a problem that names those there are. */
  collection(name: string): Result<SharedCollection, Problem> {
    const found = this.collections.get(name);
    if (found) return accept(found);
    const expected = [...this.collections.keys()];
    return refuse(problem('unknown-collection', `There is no collection "${name}".`, { expected }));
  }

  /** Adds a collection, whose name must be free and whose schema must be one that can be compiled. */
  add(collection: SharedCollection): void {
    const { name } = collection.definition;
    if (this.#collections.has(name)) throw new Error(`There is a collection ${name} already`);
    this.#collections.set(name, collection);
    const stop = collection.observe((change) => {
      for (const observer of this.#observers) observer(name, change);
    });
    this.#stops.set(name, stop);
  }

  /** Takes a collection out, with its fixtures and its live state. */
  remove(name: string): void {
    this.#collections.delete(name);
    this.#stops.get(name)?.();
    this.#stops.delete(name);
  }

  /** Calls back after every change of a record, in collections added later too; returns how to stop. */
  observe(observer: (collection: string, change: ObservedChange) => void): () => void {
    this.#observers.add(observer);
    return () => this.#observers.delete(observer);
  }

  /** Switches the scenario for every request that arrives from now on, of all or in a session, and starts its run anew. */
  activate(name: string, runs: ScenarioRuns = this.runs): Result<null, Problem> {
    if (runs.activate(name)) return accept(null);
    const expected = [...this.scenarios.keys()];
    return refuse(problem('unknown-scenario', `There is no scenario "${name}".`, { expected }));
  }

  /** Refuses a change of the settings with which the file could not be opened again. */
  checkSettings(patch: Partial<Settings>): Result<Settings, Problem> {
    return checkSettings({ ...this.#saved, ...patch });
  }

  /** Changes settings for good; what is changed here is no longer overridden. Gives the ways back and forth. */
  changeSettings(patch: Partial<Settings>): Omit<Edit, 'label'> {
    const named = (settings: object) => Object.fromEntries(Object.entries(settings).filter(([name]) => name in patch));
    const others = (settings: object) =>
      Object.fromEntries(Object.entries(settings).filter(([name]) => !(name in patch)));
    const before = { saved: named(this.#saved), override: named(this.#override) };
    const put = (saved: Partial<Settings>, override: SettingsOverride) => {
      this.#saved = { ...this.#saved, ...saved };
      this.#override = { ...others(this.#override), ...override };
      this.#settings = { ...this.#saved, ...this.#override };
    };
    put(patch, {});
    return { undo: () => put(before.saved, before.override), redo: () => put(patch, {}) };
  }

  /**
   * What the file should hold: the fixtures and the first scenario, never the live state or the scenario of the moment. It
   * does not change any more, so it can be written in slices.
   */
  toWritten(): WrittenWorkspace {
    return {
      name: this.title,
      settings: this.#saved,
      collections: Array.from(this.collections.values(), (collection) => ({
        definition: collection.definition,
        records: collection.fixtures(),
      })),
      scenarios: [...this.scenarios.values()],
      requests: this.#requests,
      scenario: this.scenarios.has(this.#firstScenario) ? this.#firstScenario : defaultScenario.name,
    };
  }

  /** What must outlive the process for versions never to go back, by collection. */
  watermarks(): CollectionWatermarks {
    return new Map(Array.from(this.collections, ([name, collection]) => [name, collection.watermarks()]));
  }
}
