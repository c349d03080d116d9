import { defaultScenario, type Scenario } from './scenario.ts';
import { ScenarioRun } from './scenario-run.ts';

/** The scenarios as one group of clients meets them: which one is active, and how far each has run for them. */
export class ScenarioRuns {
  readonly #scenarios: ReadonlyMap<string, Scenario>;
  readonly #runs = new Map<string, ScenarioRun>();
  #active: string;

  /** `scenarios` by name; they may come and go later. */
  constructor(scenarios: ReadonlyMap<string, Scenario>, active: string) {
    this.#scenarios = scenarios;
    this.#active = active;
  }

  /** Name of the scenario for requests that choose none. */
  get active(): string {
    return this.#scenarios.has(this.#active) ? this.#active : defaultScenario.name;
  }

  /** The run of the scenario of that name; one that was edited starts anew. Undefined when there is no such scenario. */
  find(name: string): ScenarioRun | undefined {
    const scenario = this.#scenarios.get(name);
    if (!scenario) return undefined;
    const known = this.#runs.get(name);
    if (known?.scenario === scenario) return known;
    const run = new ScenarioRun(scenario);
    this.#runs.set(name, run);
    return run;
  }

  /** Makes a scenario the one for every request that arrives from now on, and starts its run anew. False when there is none. */
  activate(name: string): boolean {
    if (!this.#scenarios.has(name)) return false;
    this.#active = name;
    this.#runs.delete(name);
    return true;
  }
}
