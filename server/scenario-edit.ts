import type { Scenario } from './domain/scenario/scenario.ts';
import type { HostParts } from './host-parts.ts';
import type { ScenarioRename } from './live-workspace.ts';

/**
 * Takes these scenarios in place of those that there were: it can be undone, it is saved, and the consoles hear of it,
 * also when another scenario is active from now on.
 */
export function changeScenarios(
  { workspace, history, saver, feed, now }: HostParts,
  label: string,
  after: readonly Scenario[],
  renamed: ScenarioRename | null = null,
): void {
  const before = [...workspace.scenarios.values()];
  const set = (scenarios: readonly Scenario[], rename: ScenarioRename | null) => {
    const { active } = workspace.runs;
    workspace.keepScenarios(scenarios, rename);
    feed.touch('scenarios');
    const name = workspace.runs.active;
    if (name === active) return;
    feed.touch('scenario');
    feed.flush();
    feed.emit([{ type: 'scenario-switched', name, time: now() }]);
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
