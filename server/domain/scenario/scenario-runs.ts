import { defaultScenario, type Scenario } from './scenario.ts';
import { ScenarioRun } from './scenario-run.ts';

/** The active scenario and the scenario runs of a session, or of all clients without one. */
export class ScenarioRuns {
  readonly #scenarios: ReadonlyMap<string, Scenario>;
  readonly #runs = new Map<string, ScenarioRun>();
  #active: string;

  /** `scenarios` by name; the map may change later. */
  constructor(scenarios: ReadonlyMap<string, Scenario>, active: string) {
    this.#scenarios = scenarios;
    this.#active = active;
  }

  /** The name of the scenario for requests that choose none. */
  get active(): string {
    return this.#scenarios.has(this.#active) ? this.#active : defaultScenario.name;
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
    this.#runs.delete(name);
    return true;
  }
}
