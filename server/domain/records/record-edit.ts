import type { Work } from '../basics/work.ts';
import { type JsonObject, jsonEqual, member } from '../json/json.ts';
import type { SharedCollection } from './shared-collection.ts';

/** A record on both levels at one moment; undefined where the level has none. */
export interface RecordLevels {
  readonly fixture: JsonObject | undefined;
  readonly live: JsonObject | undefined;
}

export function levelsOf(collection: SharedCollection, id: string): RecordLevels {
  return { fixture: collection.fixture(id)?.value, live: collection.get(id)?.value };
}

/** True if an edit from one to the other would change nothing. */
export function sameLevels(a: RecordLevels, b: RecordLevels): boolean {
  return jsonEqual(a.fixture, b.fixture) && jsonEqual(a.live, b.live);
}

/** One record that an edit changed, and how to undo and redo it. A write of a client that came between stays. */
export class RecordEdit {
  readonly collection: SharedCollection;
  readonly id: string;
  readonly before: RecordLevels;
  readonly after: RecordLevels;
  readonly #stateBefore: number;
  readonly #stateAfter: number;
  readonly #introducedFields: boolean;

  private constructor(start: RecordEditStart, after: RecordLevels) {
    this.collection = start.collection;
    this.id = start.id;
    this.before = start.levels;
    this.after = after;
    this.#stateBefore = start.state;
    this.#stateAfter = stateOf(start.collection, start.id);
    this.#introducedFields = start.collection.knownFields !== start.knownFields;
  }

  /** Looks at a record before an edit. The function that it returns gives the edit afterwards; undefined if nothing changed. */
  static watch(collection: SharedCollection, id: string): () => RecordEdit | undefined {
    const { knownFields } = collection;
    const start = { collection, id, levels: levelsOf(collection, id), state: stateOf(collection, id), knownFields };
    return () => {
      const after = levelsOf(collection, id);
      return sameLevels(start.levels, after) ? undefined : new RecordEdit(start, after);
    };
  }

  undo(): void {
    this.#move('undo', this.before);
  }

  redo(): void {
    this.#move('redo', this.after);
  }

  /**
   * Follows an undo or redo that others carry out: call it before, and the function that it returns afterwards. The record is
   * then in the state that {@link undo} or {@link redo} would have left.
   */
  follow(step: 'undo' | 'redo'): () => void {
    const { collection, id } = this;
    const [isOurs, before] = [this.#isOurs(step), collection.get(id)];
    return () => {
      const live = collection.get(id);
      const record = live ?? collection.removed(id);
      const state = step === 'undo' ? this.#stateBefore : this.#stateAfter;
      if (isOurs && live !== before && record) record.restoredState = state;
      if (step === 'undo') this.#dropIndexes();
    };
  }

  /** Sets the fixture, and the live record too if it is still in the state that this edit, or the undo of a later one, left. */
  #move(step: 'undo' | 'redo', to: RecordLevels): void {
    const { collection, id } = this;
    const finished = this.follow(step);
    collection.edit(id, to.fixture, this.#isOurs(step) ? to.live : collection.get(id)?.value);
    finished();
  }

  #isOurs(step: 'undo' | 'redo'): boolean {
    const from = step === 'undo' ? this.#stateAfter : this.#stateBefore;
    const now = stateOf(this.collection, this.id);
    // Removals are not remembered for ever.
    return now === from || (now === 0 && from < 0);
  }

  #dropIndexes(): void {
    const { collection, id, after } = this;
    if (this.#introducedFields) collection.dropFields();
    const isGone = !collection.get(id) && !collection.fixture(id);
    const key = member(after.fixture ?? after.live ?? {}, collection.definition.key);
    if (isGone && key !== undefined) collection.dropKey(key);
  }
}

interface RecordEditStart {
  readonly collection: SharedCollection;
  readonly id: string;
  readonly levels: RecordLevels;
  readonly state: number;
  readonly knownFields: number;
}

/** Gives every record a version above that one, in time slices. Edits made before can still be undone. */
export function* renewVersions(collection: SharedCollection, above: number): Work<void> {
  // Records that are created meanwhile are above it too.
  collection.floor = Math.max(collection.floor, above);
  for (const { id } of collection.fixtures()) {
    renewVersion(collection, id, above);
    yield;
  }
  // Records without a fixture.
  for (const id of collection.changedIds()) {
    if (!collection.fixture(id)) renewVersion(collection, id, above);
    yield;
  }
}

function renewVersion(collection: SharedCollection, id: string, above: number): void {
  if (!collection.fixture(id) && !collection.get(id)) return;
  const state = stateOf(collection, id);
  collection.renew(id, above);
  const live = collection.get(id);
  if (live) live.restoredState = state;
}

/**
 * Identifies the live state of a record. No version is given twice, so it is the version of the live record; of a deleted
 * one it is the version that was removed, below zero. Zero for a record that never was.
 */
function stateOf(collection: SharedCollection, id: string): number {
  const live = collection.get(id);
  const record = live ?? collection.removed(id);
  if (!record) return 0;
  const { restoredState } = record;
  // A restored record that a client removed is in a state of its own.
  if (restoredState !== undefined && restoredState > 0 === (live !== undefined)) return restoredState;
  return live ? record.version : -record.version;
}
