import type { DeclaredRule, DeclaredScenario } from '../domain/scenario/scenario.ts';
import { ruleScenario } from '../domain/session/session-name.ts';
import type { Call } from './call.ts';

/** Activates scenarios, by name or as the test writes them. */
export interface Scenarios {
  /**
   * Activates a scenario. One that is given as an object is added to the workspace first, or replaces that of its name.
   * Rejects with code `unknown-scenario` if there is none of that name, `invalid-scenario` for one with a fault.
   */
  readonly activate: (scenario: string | DeclaredScenario) => Promise<void>;
  /** Activates a scenario of these rules; without a rule, the scenario `Default`. */
  readonly rules: (...rules: readonly DeclaredRule[]) => Promise<void>;
}

/** The scenarios of a session; without a session, those of all requests outside sessions. */
export function scenariosOf(call: Call, session?: string): Scenarios {
  const scope = session === undefined ? {} : { session };
  const activate = async (scenario: string | DeclaredScenario) => {
    if (typeof scenario !== 'string') await call('scenarios.put', { scenario });
    await call('scenario.activate', { name: typeof scenario === 'string' ? scenario : scenario.name, ...scope });
  };
  return {
    activate,
    rules: (...rules) => activate(rules.length === 0 ? 'Default' : { name: ruleScenario(session), rules }),
  };
}
