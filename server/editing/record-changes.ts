import type { ChangeOutcome, RefusedRecord } from '../contract/schema/output.ts';
import { type Problem, problem } from '../domain/basics/problem.ts';
import { accept, type Result, refuse } from '../domain/basics/result.ts';
import { changesLength, takeInPieces, type Work } from '../domain/basics/work.ts';
import type { JsonObject } from '../domain/json/json.ts';
import { withKey } from '../domain/records/assign-key.ts';
import { levelsOf, RecordEdit, type RecordLevels, sameLevels } from '../domain/records/record-edit.ts';
import type { SharedCollection } from '../domain/records/shared-collection.ts';
import { unusableKey } from '../domain/records/validate-record.ts';
import type { LiveWorkspace } from '../workspace/live-workspace.ts';
import { validateEdit } from './validate-edit.ts';

/** The wanted change of one record among many. */
export type Wanted =
  | {
      readonly kind: 'change';
      readonly id: string;
      readonly after: (before: RecordLevels) => RecordLevels;
      /** True when the result is known to be valid. */
      readonly fits: boolean;
    }
  /** A new record; without a key it gets a free one. */
  | { readonly kind: 'create'; readonly value: JsonObject }
  | { readonly kind: 'refuse'; readonly id: string; readonly reason: string };

/** The edits that a change would make, and the records that it cannot change. */
export interface ChangePlan {
  readonly edits: readonly PlannedEdit[];
  readonly same: number;
  readonly refused: readonly RefusedRecord[];
}

interface PlannedEdit extends LevelChange {
  readonly wanted: Wanted;
  readonly row: number;
}

/** A record before and after a change. */
interface LevelChange {
  readonly id: string;
  readonly before: RecordLevels;
  readonly after: RecordLevels;
}

/** Refusals listed in full. */
const shownRefusals = 100;

const nothing: RecordLevels = { fixture: undefined, live: undefined };

/** Changes of many records of a collection: planned as a whole, then applied with pauses. */
export class RecordChanges {
  readonly #workspace: LiveWorkspace;
  readonly #collection: SharedCollection;

  constructor(workspace: LiveWorkspace, collection: SharedCollection) {
    this.#workspace = workspace;
    this.#collection = collection;
  }

  /** Plans the edit of each record, and collects those that cannot be changed. Changes nothing. */
  *plan(all: readonly Wanted[], report: (share: number) => void): Work<ChangePlan> {
    const newKey = this.#collection.newKeys(this.#workspace.newId);
    const edits: PlannedEdit[] = [];
    const refused: RefusedRecord[] = [];
    const created = new Set<string>();
    let same = 0;
    for (const [index, given] of all.entries()) {
      if (index % changesLength === changesLength - 1) report(index / all.length);
      if (index > 0) yield;
      const row = index + 1;
      const wanted =
        given.kind === 'create'
          ? { ...given, value: withKey(this.#collection.definition, given.value, newKey) }
          : given;
      const judged = this.#judge(wanted);
      if (!judged.ok) refused.push({ row, ...judged.problem });
      else if (wanted.kind === 'create' && created.has(judged.value.id)) {
        refused.push({ row, id: judged.value.id, reason: `The key ${judged.value.id} appears twice.` });
      } else if (sameLevels(judged.value.before, judged.value.after)) same += 1;
      else {
        edits.push({ ...judged.value, wanted, row });
        if (wanted.kind === 'create') created.add(judged.value.id);
      }
    }
    return { edits, same, refused };
  }

  /**
   * Applies a plan; `done` collects the edits applied so far. Records that clients have changed meanwhile are judged
   * again. An invalid record is skipped if `mayLeaveOut`; otherwise the change is refused with `records-refused`, and
   * `done` has to be undone.
   */
  *apply(
    { edits, refused }: ChangePlan,
    done: RecordEdit[],
    mayLeaveOut: boolean,
    report: (share: number) => void,
  ): Work<Result<readonly RefusedRecord[]>> {
    const late: RefusedRecord[] = [];
    for (const [index, planned] of edits.entries()) {
      if (index % changesLength === changesLength - 1) report(index / edits.length);
      if (index > 0) yield;
      const { id, before, wanted, row } = planned;
      const now = levelsOf(this.#collection, id);
      const isAsPlanned = now.fixture === before.fixture && now.live === before.live;
      const judged = isAsPlanned ? accept<LevelChange>(planned) : this.#judge(wanted);
      if (!judged.ok) {
        if (!mayLeaveOut) return refuse(refusal([{ row, ...judged.problem }], edits.length));
        late.push({ row, ...judged.problem });
        continue;
      }
      const { after } = judged.value;
      const finished = RecordEdit.watch(this.#collection, id);
      this.#collection.edit(id, after.fixture, after.live);
      const edit = finished();
      if (edit) done.push(edit);
    }
    return accept([...refused, ...late]);
  }

  #judge(wanted: Wanted): Result<LevelChange, Omit<RefusedRecord, 'row'>> {
    const collection = this.#collection;
    if (wanted.kind === 'refuse') return refuse({ id: wanted.id, reason: wanted.reason });
    if (wanted.kind === 'create') {
      const id = collection.idOf(wanted.value);
      if (id === undefined) return refuse({ id: null, reason: unusableKey(collection.definition).detail });
      if (collection.get(id) || collection.fixture(id))
        return refuse({ id, reason: `The key ${id} is taken already.` });
      const after = { fixture: wanted.value, live: wanted.value };
      const reason = validateEdit(this.#workspace, collection, id, nothing, after);
      if (reason) return refuse({ id: null, reason: reason.detail });
      return accept({ id, before: nothing, after });
    }
    const { id, after: change, fits } = wanted;
    const before = levelsOf(collection, id);
    if (!before.fixture && !before.live) return refuse({ id, reason: `There is no record ${id}.` });
    const after = change(before);
    const reason = fits ? undefined : validateEdit(this.#workspace, collection, id, before, after);
    if (reason) return refuse({ id, reason: reason.detail });
    return accept({ id, before, after });
  }
}

/** The counts of a change, or of the plan for one. */
export function* outcomeOf(
  edits: readonly LevelChange[],
  same: number,
  refused: readonly RefusedRecord[],
): Work<ChangeOutcome> {
  let created = 0;
  yield* takeInPieces(edits, ({ before, after }) => {
    if (!before.fixture && !before.live && (after.fixture || after.live)) created += 1;
  });
  return {
    records: edits.length,
    created,
    same,
    refused: refused.length,
    refusals: refused.slice(0, shownRefusals),
  };
}

/** Refuses a change of all records because some cannot be changed. */
export function refusal(refused: readonly RefusedRecord[], all: number): Problem {
  const [first] = refused;
  const which = first?.id ?? `row ${first?.row}`;
  const detail = `${refused.length} of ${all} records cannot be changed like this, so none was. ${which}: ${first?.reason}`;
  return problem('records-refused', detail, {
    refused: refused.length,
    errors: refused.slice(0, shownRefusals).map(({ row, id, reason }) => ({ row, id, detail: reason })),
  });
}
