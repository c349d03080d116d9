import { finish, pieceLength, type Work } from '../basics/work.ts';
import { type JsonObject, jsonEqual } from '../json/json.ts';
import type { SharedCollection } from './shared-collection.ts';

/** A record on both levels at one moment; undefined where the level has none. */
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

/** A step back or forward: done at once, or as work where it may take long. */
export type Step = () => Work<void> | undefined | void;

/** An edit and the steps that undo and redo it. */
export interface Edit {
  /** A phrase such as "delete of 42". */
  readonly label: string;
  /** How many records it changed, where it changed any. */
  readonly records?: number;
  readonly undo: Step;
  readonly redo: Step;
}

/** Runs a step, with its pauses. */
function* runStep(step: Step): Work<void> {
  const work = step();
  if (work) yield* work;
}

/** An edit as the console lists it. */
export interface HistoryEntry {
  /** Grows from edit to edit. */
  readonly id: number;
  readonly label: string;
  readonly records: number;
  /** Milliseconds since 1970. */
  readonly time: number;
  /** False for an edit that was undone and can be redone. */
  readonly isDone: boolean;
}

interface Entry {
  readonly edit: Edit;
  readonly id: number;
  readonly time: number;
}

/** Edits remembered at most. */
const depth = 200;

export function levelsOf(collection: SharedCollection, id: string): RecordLevels {
  return { fixture: collection.fixture(id)?.value, live: collection.get(id)?.value };
}

export interface EditHistoryOptions {
  /** Milliseconds since 1970. */
  readonly now: () => number;
  /** Does work to its end, in time slices. Without it, work is done at once. */
  readonly run?: <T>(work: Work<T>) => Promise<T>;
  /** Called when the list of edits has changed. */
  readonly onChange?: () => void;
}

/** The edits made in the console, to be undone and redone. Writes of clients are not part of it. */
export class EditHistory {
  readonly #now: () => number;
  readonly #run: <T>(work: Work<T>) => Promise<T>;
  readonly #onChange: () => void;
  readonly #done: Entry[] = [];
  /** The edit to redo first is the last. */
  #undone: Entry[] = [];
  #lastId = 0;
  /** Fulfilled once the steps asked for so far are taken. */
  #queue: Promise<unknown> = Promise.resolve();

  constructor({ now, run = async (work) => finish(work), onChange = () => {} }: EditHistoryOptions) {
    this.#now = now;
    this.#run = run;
    this.#onChange = onChange;
  }

  /** Label of the edit that undo would take back, or null. */
  get undoLabel(): string | null {
    return this.#done.at(-1)?.edit.label ?? null;
  }

  get redoLabel(): string | null {
    return this.#undone.at(-1)?.edit.label ?? null;
  }

  /** Fulfilled once no undo or redo is under way. */
  async settled(): Promise<void> {
    await this.#queue;
  }

  /** All edits, the latest first: undone edits stand before done ones. */
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

  /**
   * Carries out an edit of records and remembers the levels before and after of those that it changed. False if it changed
   * none: such an edit is not remembered and leaves the undone edits as they are.
   */
  perform(
    label: string,
    targets: readonly { collection: SharedCollection; id: string }[],
    change: () => void,
  ): boolean {
    const before = targets.map(({ collection, id }) => levelsOf(collection, id));
    change();
    const records = targets
      .map(
        ({ collection, id }, index): RecordEdit => ({
          collection,
          id,
          before: before[index] ?? { fixture: undefined, live: undefined },
          after: levelsOf(collection, id),
        }),
      )
      .filter(({ before: from, after: to }) => !(jsonEqual(from.fixture, to.fixture) && jsonEqual(from.live, to.live)));
    if (records.length === 0) return false;
    this.remember({ label, records: records.length, ...stepsOf(records) });
    return true;
  }

  /** Remembers an edit that has been carried out. Undone edits can no longer be redone. */
  remember(edit: Edit): void {
    this.#lastId += 1;
    this.#done.push({ edit, id: this.#lastId, time: this.#now() });
    if (this.#done.length > depth) this.#done.shift();
    this.#undone = [];
    this.#onChange();
  }

  /** Takes the last edit back and gives its label; null when there is none. Waits for steps under way, as redo does. */
  undo(): Promise<string | null> {
    return this.#inOrder(() => this.#undo());
  }

  redo(): Promise<string | null> {
    return this.#inOrder(() => this.#redo());
  }

  /**
   * Undoes or redoes until that edit is the last one done, or with null none is. Gives the number of edits undone or
   * redone; null when the edit is not remembered.
   */
  goTo(id: number | null): Promise<number | null> {
    return this.#inOrder(() => this.#goTo(id));
  }

  async #inOrder<T>(work: () => Work<T>): Promise<T> {
    const result = this.#queue.then(() => this.#run(work())).finally(this.#onChange);
    this.#queue = result.catch(() => {});
    return result;
  }

  *#undo(): Work<string | null> {
    const last = this.#done.pop();
    if (!last) return null;
    yield* this.#take(last.edit.undo, () => this.#undone.push(last));
    return last.edit.label;
  }

  *#redo(): Work<string | null> {
    const next = this.#undone.pop();
    if (!next) return null;
    yield* this.#take(next.edit.redo, () => this.#done.push(next));
    return next.edit.label;
  }

  *#goTo(id: number | null): Work<number | null> {
    const isHere = () => (this.#done.at(-1)?.id ?? null) === id;
    const isUndone = this.#undone.some((one) => one.id === id);
    if (id !== null && !isUndone && !this.#done.some((one) => one.id === id)) return null;
    let steps = 0;
    while (!isHere()) {
      const label = yield* isUndone ? this.#redo() : this.#undo();
      if (label === null) break;
      steps += 1;
    }
    return steps;
  }

  /** Takes a step. When another edit is remembered during a long one, the edit is forgotten. */
  *#take(step: Step, onDone: () => void): Work<void> {
    const before = this.#lastId;
    yield* runStep(step);
    if (this.#lastId === before) onDone();
  }
}

/** The steps that undo and redo changes made one after the other. */
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

/** Moves a record from one pair of levels to another. A live value that a client has written meanwhile stays. */
function move(collection: SharedCollection, id: string, from: RecordLevels, to: RecordLevels): void {
  const { live } = levelsOf(collection, id);
  collection.edit(id, to.fixture, jsonEqual(live, from.live) ? to.live : live);
}
