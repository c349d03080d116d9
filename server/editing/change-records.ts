import type { CommandInput } from '../contract/command.ts';
import type { ChangeOutcome } from '../contract/schema/output.ts';
import { type Problem, problem } from '../domain/basics/problem.ts';
import { accept, type Result, refuse } from '../domain/basics/result.ts';
import type { Work } from '../domain/basics/work.ts';
import { undoAll } from '../domain/records/edit-history.ts';
import type { RecordEdit } from '../domain/records/record-edit.ts';
import type { SharedCollection } from '../domain/records/shared-collection.ts';
import type { Jobs, Report } from '../runtime/jobs.ts';
import type { OpenWorkspace } from '../workspace/open-workspace.ts';
import { nameRecords, only } from './name-records.ts';
import { outcomeOf, RecordChanges, refusal, type Wanted } from './record-changes.ts';

interface Manner {
  readonly as: CommandInput<'records.change'>['as'];
  /** The beginning of the edit's label, such as "delete of". */
  readonly label: string;
  /** Id of the console that makes the change. */
  readonly by: string | undefined;
  /** Share of the job that it takes to find the wanted changes, from 0 to 1. */
  readonly wantedShare?: number;
}

/**
 * Changes many records as one edit: finds the wanted changes, plans them, and unless it is only a preview, applies them.
 * Refused with `conflict` while another such change is under way, with `records-refused`, and with `job-cancelled`;
 * nothing is changed then.
 */
export async function changeRecords(
  open: OpenWorkspace,
  jobs: Jobs,
  collection: SharedCollection,
  { as, label, by, wantedShare = 0 }: Manner,
  want: (report: Report) => Work<Result<readonly Wanted[], Problem>>,
): Promise<Result<ChangeOutcome, Problem>> {
  if (jobs.isUnderWay('edit')) {
    const advice = jobs.isUnderWay('edit', { by }) ? 'Wait for it, or cancel it.' : 'Wait for it.';
    return refuse(problem('conflict', `Another change of many records is under way. ${advice}`));
  }
  const { partOfEdit } = open;
  const changes = new RecordChanges(open.workspace, collection);
  const done: RecordEdit[] = [];

  function* change(report: Report): Work<Result<ChangeOutcome, Problem>> {
    const wanted = yield* want((share) => report(share * wantedShare));
    if (!wanted.ok) return wanted;
    const isPreview = as === 'preview';
    const plan = yield* changes.plan(wanted.value, (share) =>
      report(wantedShare + (1 - wantedShare) * (isPreview ? share : share / 2)),
    );
    if (isPreview) return accept(yield* outcomeOf(plan.edits, plan.same, plan.refused));
    if (as === 'all' && plan.refused.length > 0) return refuse(refusal(plan.refused, wanted.value.length));
    const applied = yield* changes.apply(plan, done, as === 'rest', (share) =>
      report(wantedShare + ((1 - wantedShare) * (1 + share)) / 2),
    );
    if (!applied.ok) {
      yield* revert();
      return applied;
    }
    const named = `${label} ${nameRecords(new Set([collection.definition.name]), only(done)?.id, done.length)}`;
    open.remember({ label: named, records: done.length, by, changes: done });
    return accept(yield* outcomeOf(done, plan.same, applied.value));
  }

  const revert = () => undoAll(done);

  const whole = (report: Report) => partOfEdit(change(report));
  const job = jobs.run({ kind: 'edit', label: `${label} records`, by }, whole, () => partOfEdit(revert()));
  const result = await open.saver.during(job);
  return result.ok ? result.value : result;
}
