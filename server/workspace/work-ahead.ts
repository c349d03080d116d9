import type { Scheduler } from '../runtime/scheduler.ts';
import { beginCollection } from '../runtime/v8/heap-growth.ts';
import type { LiveWorkspace } from './live-workspace.ts';

/** Milliseconds until the program has started and given its first responses, on a busy machine too: both would wait for the index. */
const indexWait = 200;

/** Records beyond which the memory used to read them is worth a garbage collection. */
const veryMany = 250_000;

/** Lets the workspace work in the background, and indexes every collection before a request needs it. */
export function workAhead(workspace: LiveWorkspace, scheduler: Scheduler, onFault: (error: unknown) => void): void {
  workspace.inBackground = (work) => void scheduler.runInBackground(work).catch(onFault);
  const index = async () => {
    let records = 0;
    for (const collection of workspace.collections.values()) {
      await scheduler.run(collection.index());
      records += collection.size;
    }
    if (records > veryMany) beginCollection();
  };
  setTimeout(() => void index().catch(onFault), indexWait).unref();
}
