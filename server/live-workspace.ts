import { randomUUID } from 'node:crypto';
import type { MockContext } from './domain/answer/context.ts';
import { type Problem, problem } from './domain/problem.ts';
import { Collection } from './domain/records/collection.ts';
import { accept, type Result, refuse } from './domain/result.ts';
import type { Scenario } from './domain/scenario/scenario.ts';
import type { Settings, Workspace } from './domain/workspace.ts';
import { SchemaChecker } from './schema-checker.ts';
import type { Marks } from './store/recovery-file.ts';
import { checkSettings } from './store/settings-format.ts';
import type { WrittenWorkspace } from './store/workspace-format.ts';

/** What is laid over the settings of the file for this run only: flags, and a port that was chosen for the moment. */
export type SettingsOverride = Partial<Pick<Settings, 'port' | 'consolePort' | 'host'>>;

/**
 * The workspace that is open: its collections with fixtures and live state, its settings, its scenarios. It is the
 * mock API's context and, with {@link toWritten}, what is saved.
 */
export class LiveWorkspace implements MockContext {
  readonly title: string;
  readonly collections: ReadonlyMap<string, Collection>;
  readonly scenarios: ReadonlyMap<string, Scenario>;
  readonly run = randomUUID().slice(0, 8);
  readonly newId = randomUUID;
  readonly #schemas = new SchemaChecker();
  #override: SettingsOverride;
  /** The settings as they are saved. */
  #saved: Settings;
  #settings: Settings;
  /** The scenario that the file names, to begin with. */
  readonly #firstScenario: string;
  #scenario: string;

  private constructor(workspace: Workspace, marks: Marks, override: SettingsOverride) {
    this.title = workspace.name;
    this.collections = new Map(
      workspace.collections.map(({ definition, records }) => [
        definition.name,
        new Collection(definition, records, marks.get(definition.name)),
      ]),
    );
    this.scenarios = new Map(workspace.scenarios.map((scenario) => [scenario.name, scenario]));
    this.#firstScenario = workspace.scenario;
    this.#scenario = workspace.scenario;
    this.#override = override;
    this.#saved = workspace.settings;
    this.#settings = { ...workspace.settings, ...override };
  }

  /** Refused with `invalid-workspace` when a collection's schema cannot be compiled. */
  static open(workspace: Workspace, marks: Marks, override: SettingsOverride): Result<LiveWorkspace, Problem> {
    const live = new LiveWorkspace(workspace, marks, override);
    for (const { definition } of workspace.collections) {
      const compiled = live.#schemas.tryCompile(definition);
      if (!compiled.ok) return compiled;
    }
    return accept(live);
  }

  get settings(): Settings {
    return this.#settings;
  }

  get scenario(): string {
    return this.#scenario;
  }

  readonly checkSchema: MockContext['checkSchema'] = (definition, value) => this.#schemas.check(definition, value);

  /** The collection of that name, or a problem that names those there are. */
  collection(name: string): Result<Collection, Problem> {
    const found = this.collections.get(name);
    if (found) return accept(found);
    const expected = [...this.collections.keys()];
    return refuse(problem('unknown-collection', `There is no collection "${name}".`, { expected }));
  }

  /** Switches the scenario for every request that starts from now on. */
  activate(name: string): Result<null, Problem> {
    if (!this.scenarios.has(name)) {
      const expected = [...this.scenarios.keys()];
      return refuse(problem('unknown-scenario', `There is no scenario "${name}".`, { expected }));
    }
    this.#scenario = name;
    return accept(null);
  }

  /** Refuses a change of the settings with which the file could not be opened again. */
  checkSettings(patch: Partial<Settings>): Result<Settings, Problem> {
    return checkSettings({ ...this.#saved, ...patch });
  }

  /** Changes settings for good; what is changed here is no longer overridden. */
  changeSettings(patch: Partial<Settings>): void {
    this.#saved = { ...this.#saved, ...patch };
    this.#override = Object.fromEntries(Object.entries(this.#override).filter(([name]) => !Object.hasOwn(patch, name)));
    this.#settings = { ...this.#saved, ...this.#override };
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
        records: [...collection.fixtures()],
      })),
      scenarios: [...this.scenarios.values()],
      scenario: this.#firstScenario,
    };
  }

  /** What must outlive the process for versions never to go back, by collection. */
  marks(): Marks {
    return new Map(Array.from(this.collections, ([name, collection]) => [name, collection.marks()]));
  }
}
