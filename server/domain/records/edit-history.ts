import { type JsonObject, jsonEqual } from '../json/json.ts';
import type { SharedCollection } from './shared-collection.ts';

/** A record on both levels at one moment; undefined where there is none. */
export interface RecordLevels {
  readonly fixture: JsonObject | undefined;
  readonly live: JsonObject | undefined;
}

/** One record that an edit changed. */
export interface RecordEdit {
  readonly collection: SharedCollection;
  readonly id: string;
  readonly before: RecordLevels;
  readonly after: RecordLevels;
}

/** Something that was done, and the ways back and forth. The label is a phrase such as "delete of 42". */
export interface Edit {
  readonly label: string;
  /** How many records it changed, where it changed any. */
  readonly records?: number;
  undo(): void;
  redo(): void;
}

/** An edit as a list of all names it. */
export interface HistoryEntry {
  /** Grows from edit to edit. */
  readonly id: number;
  readonly label: string;
  readonly records: number;
  /** Milliseconds since 1970. */
  readonly time: number;
  /** False for one that was undone and can be redone. */
  readonly isDone: boolean;
}

interface Remembered {
  readonly edit: Edit;
  readonly id: number;
  readonly time: number;
}

/** Edits that can be undone at the most. */
const depth = 200;

export function levelsOf(collection: SharedCollection, id: string): RecordLevels {
  return { fixture: collection.fixture(id)?.value, live: collection.get(id)?.value };
}

/** What the tester did in the console, to be undone and redone. What clients do is not in it. */
export class EditHistory {
  readonly #now: () => number;
  readonly #done: Remembered[] = [];
  /** The one that would be redone first is the last. */
  #undone: Remembered[] = [];
  #lastId = 0;

  /** `now` gives milliseconds since 1970. */
  constructor(now: () => number) {
    this.#now = now;
  }

  /** What undo would take back, as a phrase, or null. */
  get undoLabel(): string | null {
    return this.#done.at(-1)?.edit.label ?? null;
  }

  get redoLabel(): string | null {
    return this.#undone.at(-1)?.edit.label ?? null;
  }

  /** All edits, the latest first: those that were undone stand before those that are done. */
  entries(): readonly HistoryEntry[] {
    const entry = (isDone: boolean) => (remembered: Remembered) => ({
      id: remembered.id,
      label: remembered.edit.label,
      records: remembered.edit.records ?? 0,
      time: remembered.time,
      isDone,
    });
    return [...this.#undone.map(entry(false)), ...this.#done.toReversed().map(entry(true))];
  }

  /** Carries out an edit of records and remembers how they were. */
  perform(label: string, targets: readonly { collection: SharedCollection; id: string }[], change: () => void): void {
    const before = targets.map(({ collection, id }) => levelsOf(collection, id));
    change();
    const records = targets.map(
      ({ collection, id }, index): RecordEdit => ({
        collection,
        id,
        before: before[index] ?? { fixture: undefined, live: undefined },
        after: levelsOf(collection, id),
      }),
    );
    this.remember({ label, records: records.length, ...waysOf(records) });
  }

  /** Remembers what has been done. */
  remember(edit: Edit): void {
    this.#lastId += 1;
    this.#done.push({ edit, id: this.#lastId, time: this.#now() });
    if (this.#done.length > depth) this.#done.shift();
    this.#undone = [];
  }

  /** Takes the last edit back and says what it was; null when there is none. */
  undo(): string | null {
    const last = this.#done.pop();
    if (!last) return null;
    last.edit.undo();
    this.#undone.push(last);
    return last.edit.label;
  }

  redo(): string | null {
    const next = this.#undone.pop();
    if (!next) return null;
    next.edit.redo();
    this.#done.push(next);
    return next.edit.label;
  }

  /**
   * Undoes or redoes until that edit is the last one that is done, or with null none is. Gives the number of edits on the
   * way; null when the edit is not remembered.
   */
  goTo(id: number | null): number | null {
    const isThere = () => (this.#done.at(-1)?.id ?? null) === id;
    const isKnown = id === null || [...this.#done, ...this.#undone].some((one) => one.id === id);
    if (!isKnown) return null;
    const isUndone = this.#undone.some((one) => one.id === id);
    let steps = 0;
    while (!isThere()) {
      if (isUndone) this.redo();
      else this.undo();
      steps += 1;
    }
    return steps;
  }
}

/** The ways back and forth of changes that were made one after the other. */
export function waysOf(records: readonly RecordEdit[]): Omit<Edit, 'label'> {
  return {
    undo: () => {
      for (const { collection, id, before, after } of records.toReversed()) move(collection, id, after, before);
    },
    redo: () => {
      for (const { collection, id, before, after } of records) move(collection, id, before, after);
    },
  };
}

/** Moves a record from one pair of levels to another. What a client has written to the live state meanwhile stays. */
function move(collection: SharedCollection, id: string, from: RecordLevels, to: RecordLevels): void {
  const { live } = levelsOf(collection, id);
  collection.edit(id, to.fixture, jsonEqual(live, from.live) ? to.live : live);
}
