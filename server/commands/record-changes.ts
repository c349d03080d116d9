import type { CommandInput } from '../contract/command.ts';
import type { ChangeOutcome } from '../contract/schema/output.ts';
import type { Problem } from '../domain/basics/problem.ts';
import { accept, assertNever, type Result } from '../domain/basics/result.ts';
import type { Work } from '../domain/basics/work.ts';
import type { JsonObject } from '../domain/json/json.ts';
import { excerpt } from '../domain/json/wording.ts';
import { afterChange, withMember } from '../domain/records/bulk-change.ts';
import { levelsOf, type RecordEdit, stepsOf } from '../domain/records/edit-history.ts';
import type { SharedCollection } from '../domain/records/shared-collection.ts';
import { outcomeOf, RecordChanges, refusal, type Wanted } from '../editing/record-changes.ts';
import { matchingIds } from '../editing/record-page.ts';
import type { Handlers, HostParts } from './context.ts';

type ChangeCommand = 'records.change' | 'records.paste' | 'work.cancel';
type Change = CommandInput<'records.change'>['change'];
type As = CommandInput<'records.change'>['as'];

/** Changes of many records at once; each is one step of the history. */
export function recordChangeHandlers(parts: HostParts): Pick<Handlers, ChangeCommand> {
  const { workspace, work } = parts;

  return {
    'records.change': async ({ collection: name, of, change, as }) => {
      const found = workspace.collection(name);
      if (!found.ok) return found;
      const collection = found.value;
      return changeMany(parts, collection, { as, label: labelOf(change) }, function* () {
        const ids = 'ids' in of ? accept([...new Set(of.ids)]) : yield* matchingIds(collection, of);
        return ids.ok ? accept(ids.value.map((id) => wantedOf(collection, id, change))) : ids;
      });
    },

    'records.paste': async ({ collection: name, rows, as }) => {
      const found = workspace.collection(name);
      if (!found.ok) return found;
      return changeMany(parts, found.value, { as, label: 'paste into' }, function* () {
        yield;
        return accept(rows.map(pasted));
      });
    },

    'work.cancel': () => {
      work.cancel();
      return accept(null);
    },
  };
}

/** The beginning of a label; how many records, or which, comes behind. */
function labelOf(change: Change): string {
  if (change.kind === 'set' || change.kind === 'unset') return `change of ${excerpt(change.path.join('.'))} in`;
  return `${change.kind} of`;
}

function wantedOf(collection: SharedCollection, id: string, change: Change): Wanted {
  switch (change.kind) {
    case 'set':
    case 'unset':
      return { kind: 'change', id, fits: false, after: (before) => afterChange(change, before) };
    // What is there already fits, or is not this change's business.
    case 'delete':
    case 'reset':
    case 'keep':
      return { kind: 'change', id, fits: true, after: (before) => afterChange(change, before) };
    case 'duplicate': {
      const { live, fixture } = levelsOf(collection, id);
      const original = live ?? fixture;
      if (!original) return { kind: 'refuse', id, reason: `There is no record ${id}.` };
      return { kind: 'create', value: withMember(original, [collection.definition.key], undefined) };
    }
    default:
      return assertNever(change);
  }
}

function pasted({ id, cells }: CommandInput<'records.paste'>['rows'][number]): Wanted {
  const fill = (record: JsonObject) =>
    cells.reduce((value, { path, value: cell }) => withMember(value, path, cell), record);
  if (id === null) return { kind: 'create', value: fill({}) };
  return {
    kind: 'change',
    id,
    fits: false,
    after: ({ fixture, live }) => ({ fixture: fixture && fill(fixture), live: live && fill(live) }),
  };
}

interface Manner {
  readonly as: As;
  readonly label: string;
  /** Share of the work that it takes to find out what is wanted, from 0 to 1. */
  readonly wanting?: number;
}

/** Plans a change, and unless it is only a preview, carries it out and remembers it as one edit. */
export async function changeMany(
  parts: HostParts,
  collection: SharedCollection,
  { as, label, wanting = 0 }: Manner,
  want: (report: (share: number) => void) => Work<Result<readonly Wanted[], Problem>>,
): Promise<Result<ChangeOutcome, Problem>> {
  const { workspace, work, scheduler, history, saver, feed } = parts;
  const changes = new RecordChanges(workspace, collection);
  const done: RecordEdit[] = [];
  const result = await work.run(`${label} records`, function* (report): Work<Result<ChangeOutcome, Problem>> {
    const wanted = yield* want((share) => report(share * wanting));
    if (!wanted.ok) return wanted;
    const isPreview = as === 'preview';
    const plan = yield* changes.plan(wanted.value, (share) =>
      report(wanting + (1 - wanting) * (isPreview ? share : share / 2)),
    );
    if (isPreview) return accept(outcomeOf(plan.edits, plan.same, plan.refused));
    if (as === 'all' && plan.refused.length > 0)
      return { ok: false, problem: refusal(plan.refused, wanted.value.length) };
    const applied = yield* changes.apply(plan, done, as === 'rest', (share) =>
      report(wanting + ((1 - wanting) * (1 + share)) / 2),
    );
    return applied.ok ? accept(outcomeOf(done, plan.same, applied.value)) : applied;
  });
  const outcome = result.ok ? result.value : result;
  if (done.length === 0) return outcome;
  const ways = stepsOf(done);
  if (!outcome.ok) {
    await scheduler.run(ways.undo());
    return outcome;
  }
  const what = done.length === 1 ? `${done[0]?.id}` : `${done.length.toLocaleString('en')} records`;
  history.remember({ label: `${label} ${what}`, records: done.length, ...ways });
  saver.save();
  feed.touch('history');
  return outcome;
}
