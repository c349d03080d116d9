import type { CommandInput } from '../contract/command.ts';
import { type Problem, problem } from '../domain/basics/problem.ts';
import { accept, type Result, refuse } from '../domain/basics/result.ts';
import { changesLength, finish, takeInPieces, type Work, wholeRecordsLength } from '../domain/basics/work.ts';
import type { Collection } from '../domain/records/collection.ts';
import { type Change, undoAll } from '../domain/records/edit-history.ts';
import { RecordEdit } from '../domain/records/record-edit.ts';
import type { SharedCollection } from '../domain/records/shared-collection.ts';
import { changeKind, type Restoration, restore } from '../domain/records/state-comparison.ts';
import type { Jobs } from '../runtime/jobs.ts';
import type { OpenWorkspace } from '../workspace/open-workspace.ts';
import { nameRecords, only } from './name-records.ts';

/** The records to settle: those that were listed, or all within a reach. */
export type Reach = Omit<CommandInput<'state.keep'>, 'session'>;

/** A record to settle. */
export interface Target<In extends Collection> {
  readonly collection: In;
  readonly id: string;
  /** The versions that the caller knows, if it named the record. */
  readonly known?: Versions;
}

interface Versions {
  readonly live: number | null;
  readonly fixture: number | null;
}

/** Stale records that a refusal names. */
const namedStale = 100;

/**
 * The changed records within a reach, or the listed ones. Refused with `unknown-collection`, and with `edit-conflict` if a
 * listed record has changed since.
 */
export function* targetsIn<In extends Collection>(
  { workspace }: OpenWorkspace,
  collections: readonly In[],
  { collection: name, id, kinds, records }: Reach,
): Work<Result<readonly Target<In>[]>> {
  for (const wanted of records?.map(({ collection }) => collection) ?? (name === undefined ? [] : [name])) {
    const known = workspace.collection(wanted);
    if (!known.ok) return known;
  }
  if (records) return listedTargets(collections, records);
  const within = collections.filter(({ definition }) => name === undefined || definition.name === name);
  const targets: Target<In>[] = [];
  for (const collection of within) {
    const look = (changed: string) => {
      const kind = changeKind(collection.fixture(changed)?.value, collection.get(changed)?.value);
      if (kind !== undefined && (!kinds || kinds.includes(kind))) targets.push({ collection, id: changed });
    };
    yield* takeInPieces(id === undefined ? collection.changedIds() : [id], look, wholeRecordsLength);
  }
  return accept(targets);
}

/** The records of a list. Refused with `edit-conflict` if one of them has changed since. */
export function listedTargets<In extends Collection>(
  collections: readonly In[],
  records: NonNullable<Reach['records']>,
): Result<readonly Target<In>[]> {
  const byName = new Map(collections.map((collection) => [collection.definition.name, collection]));
  const targets = records.flatMap(({ collection: name, id, ...known }) => {
    const collection = byName.get(name);
    return collection ? [{ collection, id, known }] : [];
  });
  const stale = targets.filter(isStale);
  return stale.length > 0 ? refuse(staleRecords(stale)) : accept(targets);
}

/** Carries out one edit of the shared live state. Undefined if it changed nothing. */
export function restoreShared(target: Restoration<SharedCollection>): RecordEdit | undefined {
  const finished = RecordEdit.watch(target.collection, target.id);
  restore(target);
  return finished();
}

/**
 * Changes the records that `find` finds, one by one, as one edit. Few are changed at once; many are found and changed in time
 * slices between requests, after other changes of many records, and `jobs.cancel` reverts them. Refused as `find` refuses,
 * and with `edit-conflict` or `job-cancelled`; nothing is changed then.
 */
export async function settleRecords<T extends Target<Collection>>(
  open: OpenWorkspace,
  jobs: Jobs,
  find: () => Work<Result<readonly T[]>>,
  edit: {
    /** The label of the edit, from the words for its records. */
    readonly label: (which: string) => string;
    readonly by: string | undefined;
    /** False for an edit that cannot be undone. */
    readonly isRemembered: boolean;
    readonly apply: (target: T) => Change | undefined;
  },
): Promise<Result<{ readonly records: number }>> {
  const { partOfEdit } = open;
  const done: Change[] = [];

  function* settle(targets: readonly T[], report: (share: number) => void): Work<Result<{ readonly records: number }>> {
    const collections = new Set<string>();
    for (const [index, target] of targets.entries()) {
      collections.add(target.collection.definition.name);
      if (index > 0 && index % changesLength === 0) report(index / targets.length);
      if (index > 0) yield;
      if (isStale(target)) {
        yield* revert();
        return refuse(staleRecords([target]));
      }
      const change = edit.apply(target);
      if (change) done.push(change);
    }
    if (edit.isRemembered) {
      const label = edit.label(nameRecords(collections, only(targets)?.id, done.length));
      open.remember({ label, records: done.length, by: edit.by, changes: done });
    }
    return accept({ records: done.length });
  }

  const revert = () => undoAll(done);

  const first = find().next();
  if (first.done) {
    const few = first.value;
    if (!few.ok) return few;
    if (few.value.length <= changesLength) return finish(settle(few.value, () => {}));
  }
  while (jobs.isUnderWay('edit')) await jobs.ended(['edit']);
  function* findAndSettle(report: (share: number) => void): Work<Result<{ readonly records: number }>> {
    const targets = yield* find();
    return targets.ok ? yield* settle(targets.value, report) : targets;
  }
  const whole = (report: (share: number) => void) => partOfEdit(findAndSettle(report));
  const job = jobs.run({ kind: 'edit', label: edit.label('records'), by: edit.by }, whole, () => partOfEdit(revert()));
  const result = await open.saver.during(job);
  return result.ok ? result.value : result;
}

function isStale({ collection, id, known }: Target<Collection>): boolean {
  if (!known) return false;
  const [live, fixture] = [collection.get(id), collection.fixture(id)];
  return known.live !== (live?.version ?? null) || known.fixture !== (fixture?.version ?? null);
}

function staleRecords(stale: readonly Target<Collection>[]): Problem {
  const records = stale.map(({ collection, id }) => ({ collection: collection.definition.name, id }));
  const [first] = records;
  const others = records.length === 1 ? '' : ` and ${records.length - 1} more`;
  const verb = records.length === 1 ? 'has' : 'have';
  const detail = `Record ${first?.id} of ${first?.collection}${others} ${verb} changed since the list was made. Nothing was changed.`;
  return problem('edit-conflict', detail, { records: records.slice(0, namedStale) });
}
