import { announceSwitch, type HostParts } from '../commands/context.ts';
import type { Scenario } from '../domain/scenario/scenario.ts';
import type { ScenarioRename } from '../workspace/live-workspace.ts';

/**
 * Takes these scenarios in place of those that there were: it can be undone, it is saved, and the consoles hear of it,
 * also when another scenario is active from now on.
 */
export function changeScenarios(
  parts: HostParts,
  label: string,
  after: readonly Scenario[],
  renamed: ScenarioRename | null = null,
): void {
  const { workspace, history, saver, feed } = parts;
  const before = [...workspace.scenarios.values()];
  const set = (scenarios: readonly Scenario[], rename: ScenarioRename | null) => {
    const { active } = workspace.runs;
    const followers = allRuns(parts).filter((runs) => runs.active === rename?.from);
    workspace.keepScenarios(scenarios, rename);
    if (rename) for (const runs of followers) runs.activate(rename.to);
    feed.touch('scenarios', 'sessions');
    if (workspace.runs.active !== active) announceSwitch(parts);
  };
  set(after, renamed);
  history.remember({
    label,
    undo: () => set(before, renamed && { from: renamed.to, to: renamed.from }),
    redo: () => set(after, renamed),
  });
  saver.save();
  feed.touch('history');
}

/** The scenarios as everybody meets them, and as each session does. */
function allRuns({ workspace, sessions }: HostParts) {
  return [workspace.runs, ...sessions.all().map(({ runs }) => runs)];
}
