import { type Problem, problem } from '../domain/basics/problem.ts';
import { changesLength, pieceLength, type Work } from '../domain/basics/work.ts';
import { jsonEqual } from '../domain/json/json.ts';
import { quote } from '../domain/json/wording.ts';
import type { CollectionDefinition } from '../domain/model/collection-definition.ts';
import type { Change } from '../domain/records/edit-history.ts';
import { levelsOf, RecordEdit } from '../domain/records/record-edit.ts';
import type { SharedCollection } from '../domain/records/shared-collection.ts';
import { withFreePaths } from '../domain/request/path-clashes.ts';
import type { Report } from '../runtime/jobs.ts';
import type { LiveWorkspace } from '../workspace/live-workspace.ts';
import type { ProposedChange } from '../workspace/open-workspace.ts';
import { originOf, type PlannedCollection, type PlannedRecord } from './import-plan.ts';

/** A `conflict` for the first planned collection or record that has changed since the preview. */
export function* findOvertaken(
  collections: readonly PlannedCollection[],
  workspace: LiveWorkspace,
): Work<Problem | undefined> {
  for (const planned of collections) {
    const overtaken = overtakenCollection(planned, workspace);
    if (overtaken) return overtaken;
    const { existing, isKeyless, records } = planned;
    if (!existing) continue;
    // New records of a list without keys get other keys.
    const named = [...(isKeyless ? [] : records.new), ...records.changed, ...records.removed];
    for (const [index, record] of named.entries()) {
      if (index % pieceLength === 0) yield;
      const changed = overtakenRecord(existing, record);
      if (changed) return changed;
    }
  }
  return undefined;
}

function overtakenCollection({ definition, existing }: PlannedCollection, { collections }: LiveWorkspace) {
  const { name, schema } = definition;
  if (collections.get(name) !== existing) return overtakenBy(`The collection ${name} was replaced`);
  if (!existing || jsonEqual(existing.definition.schema, schema)) return undefined;
  return overtakenBy(`The schema of ${name} has changed`);
}

function overtakenRecord(collection: SharedCollection, { id, from }: PlannedRecord): Problem | undefined {
  const now = originOf(levelsOf(collection, id));
  if (jsonEqual(now, from)) return undefined;
  const happened = from === undefined ? 'was created' : now === undefined ? 'was deleted' : 'has changed';
  return overtakenBy(`Record ${id} of ${collection.definition.name} ${happened}`);
}

function overtakenBy(change: string): Problem {
  return problem('conflict', `${change} since the preview. Nothing was imported.`);
}

/**
 * Writes planned records to the fixtures and the live state. Pauses after each record; `done` collects the changes, so
 * that they can be reverted at any pause. Ends early with a `conflict` if a collection or a record has changed since the
 * preview, or if a new key was taken and the schema allows no other; the changes have to be reverted then.
 */
export function* applyImport(
  collections: readonly PlannedCollection[],
  done: AppliedImport,
  report: Report,
  workspace: LiveWorkspace,
): Work<Problem | undefined> {
  done.added.clear();
  const total = collections.reduce((sum, planned) => sum + changeCount(planned), 0);
  let applied = 0;
  for (const planned of collections) {
    const { definition, existing, records } = planned;
    // It may have changed while those before it were written.
    const overtaken = overtakenCollection(planned, workspace);
    if (overtaken) return overtaken;
    const fresh = records.new.map(({ id }) => id);
    done.added.set(definition.name, fresh);
    const collection = existing ?? done.addNew(definition, records.new);
    if (!collection) continue;
    const withFreeKey = planned.isKeyless ? freeKeys(planned, collection, workspace) : undefined;
    for (const [index, given] of [...records.new, ...records.changed, ...records.removed].entries()) {
      const isTaken = withFreeKey && index < fresh.length && isUsed(collection, given.id);
      const changed = existing && !isTaken && overtakenRecord(existing, given);
      if (changed) return changed;
      const free = isTaken ? withFreeKey(given) : given;
      if (!free) return keyTaken(given.id, planned);
      const { id, value } = free;
      if (isTaken) fresh[index] = id;
      const finished = existing && RecordEdit.watch(collection, id);
      collection.edit(id, value, value);
      const edit = finished?.();
      if (edit) done.changes.push(edit);
      applied += 1;
      if (applied % changesLength === 0) report(applied / total);
      yield;
    }
  }
  return undefined;
}

function isUsed(collection: SharedCollection, id: string): boolean {
  return collection.get(id) !== undefined || collection.fixture(id) !== undefined;
}

/** Keys that are tried beyond the planned ones: a short pattern may give a taken one again. */
const attempts = 100;

/** Gives a planned record a key that neither a record nor the plan has; undefined if the schema allows none. */
function freeKeys({ records }: PlannedCollection, collection: SharedCollection, { newId, checkSchema }: LiveWorkspace) {
  const { definition } = collection;
  const taken = new Set(records.new.map(({ id }) => id));
  return ({ line, value, from }: PlannedRecord): PlannedRecord | undefined => {
    const newKey = collection.newKeys(newId);
    for (let attempt = taken.size + attempts; attempt > 0; attempt -= 1) {
      const key = newKey();
      const id = String(key);
      if (taken.has(id) || isUsed(collection, id)) continue;
      const keyed = { ...value, [definition.key]: key };
      if (checkSchema(definition, keyed).length > 0) return undefined;
      taken.add(id);
      return { id, line, value: keyed, from };
    }
    return undefined;
  };
}

function keyTaken(id: string, { definition: { name } }: PlannedCollection): Problem {
  const taken = `The key ${quote(id)} of ${name} was taken since the preview, and the schema allows no other.`;
  return problem('conflict', `${taken} Nothing was imported.`);
}

/** Number of records that an import creates, changes or removes. */
export function changeCount({ records }: PlannedCollection): number {
  return records.new.length + records.changed.length + records.removed.length;
}

/** Receives the names of the collections that were added or removed. */
export type OnCollections = (names: readonly string[]) => void;

/** The changes that an import has made so far. */
export class AppliedImport {
  /** Added collections, with all their records, and changes in collections that existed before. */
  readonly changes: Change[] = [];
  /** The ids of new records, by collection. */
  readonly added = new Map<string, readonly string[]>();
  readonly #workspace: LiveWorkspace;
  readonly #onCollections: OnCollections;
  readonly #proposal: ProposedChange | undefined;

  constructor(workspace: LiveWorkspace, onCollections: OnCollections, proposal?: ProposedChange) {
    this.#proposal = proposal;
    this.#workspace = workspace;
    this.#onCollections = onCollections;
  }

  /**
   * Adds an empty collection to the workspace, with those of its paths that are free. Where several instances have to agree, it
   * is proposed with its records, and undefined.
   */
  addNew(wanted: CollectionDefinition, records: readonly PlannedRecord[]): SharedCollection | undefined {
    const { collections, settings } = this.#workspace;
    const placed = this.#proposal?.collections ?? [...collections.values()];
    const others = placed.map((one) => one.definition);
    const [definition = wanted] = withFreePaths(others, [wanted], settings);
    if (this.#proposal) {
      const levels = records.map(({ value }) => ({ fixture: value, live: value }));
      this.#proposal.place([...this.#proposal.collections, { definition, records: levels }]);
      this.changes.push({ undo: () => {}, redo: () => {} });
      return undefined;
    }
    const collection = this.#workspace.collectionSet.create(definition);
    const add = () => {
      this.#workspace.collectionSet.add(collection);
      this.#onCollections([definition.name]);
    };
    const remove = () => {
      this.#workspace.collectionSet.remove(definition.name);
      this.#onCollections([definition.name]);
    };
    add();
    this.changes.push({ undo: remove, redo: add });
    return collection;
  }
}
