import { pieceLength, type Work } from '../basics/work.ts';
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
  readonly undo: Step;
  readonly redo: Step;
}

/** A step back or forth: at once, or as work where it may take long. */
export type Step = () => Work<void> | undefined | void;

/** Goes a step, with the pauses that it wants. */
export function* runStep(step: Step): Work<void> {
  const work = step();
  if (work) yield* work;
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

interface Entry {
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
  readonly #done: Entry[] = [];
  /** The one that would be redone first is the last. */
  #undone: Entry[] = [];
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
    const entry = (isDone: boolean) => (remembered: Entry) => ({
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
    this.remember({ label, records: records.length, ...stepsOf(records) });
  }

  /** Remembers what has been done. */
  remember(edit: Edit): void {
    this.#lastId += 1;
    this.#done.push({ edit, id: this.#lastId, time: this.#now() });
    if (this.#done.length > depth) this.#done.shift();
    this.#undone = [];
  }

  /** Takes the last edit back and says what it was; null when there is none. */
  *undo(): Work<string | null> {
    const last = this.#done.pop();
    if (!last) return null;
    yield* this.#take(last.edit.undo, () => this.#undone.push(last));
    return last.edit.label;
  }

  *redo(): Work<string | null> {
    const next = this.#undone.pop();
    if (!next) return null;
    yield* this.#take(next.edit.redo, () => this.#done.push(next));
    return next.edit.label;
  }

  /**
   * Undoes or redoes until that edit is the last one that is done, or with null none is. Gives the number of edits on the
   * step; null when the edit is not remembered.
   */
  *goTo(id: number | null): Work<number | null> {
    const isHere = () => (this.#done.at(-1)?.id ?? null) === id;
    const isUndone = this.#undone.some((one) => one.id === id);
    if (id !== null && !isUndone && !this.#done.some((one) => one.id === id)) return null;
    let steps = 0;
    while (!isHere()) {
      const label = yield* isUndone ? this.redo() : this.undo();
      if (label === null) break;
      steps += 1;
    }
    return steps;
  }

  /** What was done meanwhile, where the step took long, leaves nothing to go back to. */
  *#take(step: Step, arrived: () => void): Work<void> {
    const before = this.#lastId;
    yield* runStep(step);
    if (this.#lastId === before) arrived();
  }
}

/** The ways back and forth of changes that were made one after the other. */
export function stepsOf(records: readonly RecordEdit[]) {
  return {
    *undo(): Work<void> {
      for (const [index, { collection, id, before, after }] of records.toReversed().entries()) {
        move(collection, id, after, before);
        if (index % pieceLength === pieceLength - 1) yield;
      }
    },
    *redo(): Work<void> {
      for (const [index, { collection, id, before, after }] of records.entries()) {
        move(collection, id, before, after);
        if (index % pieceLength === pieceLength - 1) yield;
      }
    },
  };
}

/** Moves a record from one pair of levels to another. What a client has written to the live state meanwhile stays. */
function move(collection: SharedCollection, id: string, from: RecordLevels, to: RecordLevels): void {
  const { live } = levelsOf(collection, id);
  collection.edit(id, to.fixture, jsonEqual(live, from.live) ? to.live : live);
}
