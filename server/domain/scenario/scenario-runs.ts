import { defaultScenario, type Scenario } from './scenario.ts';
import { ScenarioRun } from './scenario-run.ts';

/** The active scenario and the scenario runs of a session, or of all clients without one. */
export class ScenarioRuns {
  readonly #scenarios: ReadonlyMap<string, Scenario>;
  readonly #runs = new Map<string, ScenarioRun>();
  #active: string;
  /** The active scenario that was removed, until another one is activated. */
  #removed: string | null = null;

  /** `scenarios` by name; the map may change later. */
  constructor(scenarios: ReadonlyMap<string, Scenario>, active: string) {
    this.#scenarios = scenarios;
    this.#active = active;
  }

  /** The name of the scenario for requests that choose none. */
  get active(): string {
    return this.#active;
  }

  /** The run of a scenario, a new one after an edit of the scenario. Undefined for an unknown name. */
  find(name: string): ScenarioRun | undefined {
    const scenario = this.#scenarios.get(name);
    if (!scenario) return undefined;
    const known = this.#runs.get(name);
    if (known?.scenario === scenario) return known;
    const run = new ScenarioRun(scenario);
    this.#runs.set(name, run);
    return run;
  }

  /** Activates a scenario with a new run. False for an unknown name. */
  activate(name: string): boolean {
    if (!this.#scenarios.has(name)) return false;
    this.#active = name;
    this.#removed = null;
    this.#runs.delete(name);
    return true;
  }

  /** Makes Default active if the active scenario no longer exists. Returns the name of the removed scenario, or null. */
  leaveRemoved(): string | null {
    if (this.#scenarios.has(this.#active)) return null;
    this.#removed = this.#active;
    this.#active = defaultScenario.name;
    return this.#removed;
  }

  /** Makes a removed scenario active again, unless another one was activated since. */
  restore(name: string): void {
    if (this.#removed !== name || !this.#scenarios.has(name)) return;
    this.#active = name;
    this.#removed = null;
  }
}
