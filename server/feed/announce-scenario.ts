import type { RequestLog } from '../log/request-log.ts';
import { systemClock } from '../runtime/clock.ts';
import type { CurrentWorkspace } from '../workspace/current-workspace.ts';
import type { Feed } from './feed.ts';

/** Tells the log and the consoles which scenario is active from now on. */
export function announceScenario({ current }: CurrentWorkspace, log: RequestLog, feed: Feed): void {
  const to = { name: current.workspace.runs.active, time: systemClock.now() };
  log.switched(to);
  feed.markDirty('scenario');
  feed.emit({ type: 'scenario-switched', ...to });
}
