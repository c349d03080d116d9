import { defaultScenario, type Scenario } from '../../../../server/domain/scenario/scenario.ts';
import { ScenarioRuns } from '../../../../server/domain/scenario/scenario-runs.ts';
import type { MockContext } from '../../../../server/domain/session/context.ts';

/** The scenarios of a context; the last one is active, and the clock stands still. */
export function scenariosOf(...own: readonly Scenario[]): Pick<MockContext, 'scenarios' | 'runs' | 'now'> {
  const all = [defaultScenario, ...own];
  const scenarios = new Map(all.map((scenario) => [scenario.name, scenario]));
  return { scenarios, runs: new ScenarioRuns(scenarios, all.at(-1)?.name ?? ''), now: () => 0 };
}
