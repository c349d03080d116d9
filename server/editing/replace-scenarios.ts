import type { ScenarioChange } from '../domain/scenario/scenario-change.ts';
import type { ScenarioRuns } from '../domain/scenario/scenario-runs.ts';
import type { OpenWorkspace } from '../workspace/open-workspace.ts';

/**
 * Replaces all scenarios of a workspace. Where a renamed scenario is active it stays active; where a removed one is, Default
 * becomes active and `removed` remembers it, so that the next call makes it active again if it is back.
 */
export function replaceScenarios(
  { workspace, sessions }: Pick<OpenWorkspace, 'workspace' | 'sessions'>,
  { next, begin, rename }: ScenarioChange,
  removed = new Map<ScenarioRuns, string>(),
): void {
  const allRuns = [workspace.runs, ...sessions.all().map(({ runs }) => runs)];
  const followers = allRuns.filter((runs) => runs.active === rename?.from);
  workspace.replaceScenarios(next, begin);
  if (rename) for (const runs of followers) runs.activate(rename.to);
  for (const [runs, name] of removed) runs.restore(name);
  removed.clear();
  for (const runs of allRuns) {
    const name = runs.leaveRemoved();
    if (name !== null) removed.set(runs, name);
  }
}
