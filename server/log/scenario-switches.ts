import type { ScenarioSwitch } from '../contract/schema/state.ts';

/** The number of scenario switches that the log holds. */
const mostSwitches = 200;

/** The latest scenario switches, oldest first, which the log shows between its requests. */
export class ScenarioSwitches {
  #latest: readonly ScenarioSwitch[] = [];

  get list(): readonly ScenarioSwitch[] {
    return this.#latest;
  }

  /** Adds a switch. */
  add(to: ScenarioSwitch): void {
    this.#latest = [...this.#latest, to].slice(-mostSwitches);
  }

  /** Removes all switches. Returns a function that restores them in front of newer ones. */
  clear(): () => void {
    const cleared = this.#latest;
    this.#latest = [];
    return () => {
      this.#latest = [...cleared, ...this.#latest].slice(-mostSwitches);
    };
  }
}
