import type { CommandInput } from '../contract/command.ts';
import { type Problem, problem } from '../domain/basics/problem.ts';
import { accept, type Result, refuse } from '../domain/basics/result.ts';
import { isJsonObject, type JsonObject, jsonEqual } from '../domain/json/json.ts';
import { countValues } from '../domain/json/limits.ts';
import { mergePatch } from '../domain/json/merge-patch.ts';
import { patchCollides } from '../domain/json/three-way.ts';
import { withKey } from '../domain/records/assign-key.ts';
import type { Collection } from '../domain/records/collection.ts';
import { type Restoration, restore } from '../domain/records/state-comparison.ts';
import { unusableKey, validateRecord } from '../domain/records/validate-record.ts';
import type { OpenWorkspace } from '../workspace/open-workspace.ts';
import { editConflict } from './edit-conflict.ts';
import { nameRecords, only } from './name-records.ts';

/** A change of a live record: a whole record, a merge patch (RFC 7396) of one, or its removal. */
export type LiveChange = CommandInput<'records.prepare'>['changes'][number];

/** Values that the records of one edit have together: they are changed in one go, which takes milliseconds then. */
const mostValues = 25_000;

/** An expected present value: null for no record. */
type Base = JsonObject | null | undefined;

/**
 * Changes live records of all clients without a session, or of a session, and no fixture: all of them or none. Changes for
 * all clients are one edit of the history. Gives the places of the records, in the order of the changes.
 */
export function editLive(
  open: OpenWorkspace,
  changes: readonly LiveChange[],
  {
    session,
    by,
    base,
  }: { readonly session?: string | undefined; readonly by: string | undefined; readonly base?: Base },
): Result<readonly Restoration<Collection>[]> {
  const { workspace } = open;
  // A refused edit begins no session.
  const own = session === undefined ? undefined : open.sessions.of(session);
  const planned = new LivePlan(open, own?.collections ?? workspace.collections);
  let refusal: Problem | undefined;
  for (const change of changes) refusal ??= planned.add(change, base);
  const isOpen = session !== undefined && open.sessions.find(session) === own;
  if (!isOpen) own?.close();
  if (refusal) return refuse(refusal);
  const entered = own?.enter();
  const steps = planned.steps.map((step) => ({
    ...step,
    collection: entered?.collections.get(step.collection.definition.name) ?? step.collection,
  }));
  const apply = () => steps.forEach(restore);
  const targets = steps.flatMap(({ id, collection: { definition } }) => {
    const collection = workspace.collections.get(definition.name);
    return collection ? [{ collection, id }] : [];
  });
  if (session !== undefined) apply();
  else {
    const collections = new Set(steps.map(({ collection }) => collection.definition.name));
    open.edit(`live change of ${nameRecords(collections, only(steps)?.id, steps.length)}`, targets, apply, by);
  }
  return accept(steps);
}

/** Changes that are validated one after the other, each against the result of those before it. */
class LivePlan {
  readonly steps: Restoration<Collection>[] = [];
  readonly #open: OpenWorkspace;
  readonly #collections: { readonly get: (name: string) => Collection | undefined };
  readonly #newKeys = new Map<Collection, () => string | number>();
  #values = 0;
  /** The latest step of each record. */
  readonly #latest = new Map<Collection, Map<string, JsonObject | undefined>>();

  constructor(open: OpenWorkspace, collections: { readonly get: (name: string) => Collection | undefined }) {
    this.#open = open;
    this.#collections = collections;
  }

  add(change: LiveChange, base: Base): Problem | undefined {
    const { workspace } = this.#open;
    const known = workspace.collection(change.collection);
    if (!known.ok) return known.problem;
    const collection = this.#collections.get(change.collection) ?? known.value;
    const { definition } = collection;
    const whole = 'record' in change ? withKey(definition, change.record, this.#keysOf(collection)) : undefined;
    const id = whole ? collection.idOf(whole) : 'id' in change ? change.id : undefined;
    if (id === undefined) return unusableKey(definition);
    const before = this.#planned(collection, id);
    if (!whole && !before) {
      return problem('unknown-record', `There is no record ${id} in the live state of ${definition.name}.`);
    }
    const live = whole ?? ('patch' in change && before ? patched(before, change.patch) : undefined);
    const conflict = conflictOf(change, before, live, base);
    if (conflict) return editConflict(`record ${id}`, before ?? null, base ?? undefined);
    const refusal = live && validateRecord(definition, live, { id, value: before }, workspace.checkSchema);
    if (refusal) return refusal;
    this.#values += countValues(live ?? before ?? null);
    if (this.#values > mostValues) {
      const detail = `One call changes records of at most ${mostValues} values together, on all levels; use several calls.`;
      return problem('records-refused', detail, { limit: mostValues });
    }
    this.steps.push({ collection, id, live });
    const latest = this.#latest.get(collection) ?? new Map<string, JsonObject | undefined>();
    this.#latest.set(collection, latest.set(id, live));
    return undefined;
  }

  #planned(collection: Collection, id: string): JsonObject | undefined {
    const latest = this.#latest.get(collection);
    return latest?.has(id) ? latest.get(id) : collection.get(id)?.value;
  }

  #keysOf(collection: Collection): () => string | number {
    const known = this.#newKeys.get(collection) ?? collection.newKeys(this.#open.workspace.newId);
    this.#newKeys.set(collection, known);
    return known;
  }
}

function conflictOf(
  change: LiveChange,
  before: JsonObject | undefined,
  after: JsonObject | undefined,
  base: Base,
): boolean {
  if (base === undefined) return false;
  if ('patch' in change) return base !== null && before !== undefined && patchCollides(change.patch, base, before);
  return !jsonEqual(before ?? null, base) && !jsonEqual(before ?? null, after ?? null);
}

function patched(value: JsonObject, change: JsonObject): JsonObject | undefined {
  const result = mergePatch(value, change);
  return isJsonObject(result) ? result : undefined;
}
