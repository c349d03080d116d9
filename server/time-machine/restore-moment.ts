import type { Settled } from '../contract/schema/output.ts';
import { type Problem, problem } from '../domain/basics/problem.ts';
import { accept, type Result, refuse } from '../domain/basics/result.ts';
import { changesLength, type Work } from '../domain/basics/work.ts';
import { undoAll } from '../domain/records/edit-history.ts';
import { liveDiff, restorations, restore } from '../domain/records/live-diff.ts';
import { RecordEdit } from '../domain/records/record-edit.ts';
import type { Jobs } from '../runtime/jobs.ts';
import type { OpenWorkspace } from '../workspace/open-workspace.ts';
import type { TimeMachine } from './time-machine.ts';

/**
 * Makes the live state equal that of a moment, as one edit. Refused with `unknown-moment`, with `conflict` while another
 * change of many records is under way, and with `job-cancelled`; nothing is changed then.
 */
export async function restoreMoment(
  open: OpenWorkspace,
  jobs: Jobs,
  machine: TimeMachine,
  number: number,
  by: string | undefined,
): Promise<Result<Settled, Problem>> {
  if (jobs.isUnderWay('edit')) {
    return refuse(problem('conflict', 'Another change of many records is under way. Wait for it, or cancel it.'));
  }
  const done: RecordEdit[] = [];

  function* work(report: (share: number) => void): Work<Result<Settled, Problem>> {
    const moment = yield* machine.moment(number);
    if (!moment.ok) return moment;
    const shared = [...open.workspace.collections.values()];
    const targets = restorations(shared, liveDiff([...moment.value.collections.values()]));
    for (const [index, target] of targets.entries()) {
      const finished = RecordEdit.watch(target.collection, target.id);
      restore(target);
      const edit = finished();
      if (edit) done.push(edit);
      if (index % changesLength === changesLength - 1) {
        report(index / targets.length);
        yield;
      }
    }
    open.remember({ label: `restore of moment ${number}`, records: done.length, by, changes: done });
    return accept({ records: done.length });
  }

  const result = await jobs.run('edit', 'restore of an earlier moment', work, () => undoAll(done));
  return result.ok ? result.value : result;
}
