import { finish, pieceLength, type Work } from '../basics/work.ts';
import { RecordEdit } from './record-edit.ts';
import type { SharedCollection } from './shared-collection.ts';

/** One change of an edit. The history takes the changes back in reverse order. */
export interface Change {
  undo(): void;
  redo(): void;
}

/** An edit that has been carried out. */
export interface Edit {
  /** A phrase such as "delete of 42". */
  readonly label: string;
  /** How many records it changed, where it changed any. */
  readonly records?: number;
  /** The changes in their order. An edit without any is not remembered. */
  readonly changes: readonly Change[];
}

/** Sets a value unless it is the same already. Returns the change, or none. */
export function changeValue<T>(
  before: T,
  after: T,
  set: (value: T) => void,
  isSame: (a: T, b: T) => boolean = Object.is,
): readonly Change[] {
  if (isSame(before, after)) return [];
  set(after);
  return [{ undo: () => set(before), redo: () => set(after) }];
}

/** Undoes changes, the last one first. */
export function* undoAll(changes: readonly Change[]): Work<void> {
  for (const [index, change] of changes.toReversed().entries()) {
    change.undo();
    if (index % pieceLength === pieceLength - 1) yield;
  }
}

function* redoAll(changes: readonly Change[]): Work<void> {
  for (const [index, change] of changes.entries()) {
    change.redo();
    if (index % pieceLength === pieceLength - 1) yield;
  }
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

  /** Carries out an edit of records and remembers those that it changed. False if it changed none, as {@link remember}. */
  perform(
    label: string,
    targets: readonly { collection: SharedCollection; id: string }[],
    change: () => void,
  ): boolean {
    const watched = targets.map(({ collection, id }) => RecordEdit.watch(collection, id));
    change();
    const changes = watched.map((edit) => edit()).filter((edit) => edit !== undefined);
    return this.remember({ label, records: changes.length, changes });
  }

  /**
   * Remembers an edit that has been carried out; undone edits can no longer be redone. False for an edit without changes,
   * which is not remembered and leaves the undone edits as they are.
   */
  remember(edit: Edit): boolean {
    if (edit.changes.length === 0) return false;
    this.#lastId += 1;
    this.#done.push({ edit, id: this.#lastId, time: this.#now() });
    if (this.#done.length > depth) this.#done.shift();
    this.#undone = [];
    this.#onChange();
    return true;
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
    yield* this.#take(undoAll(last.edit.changes), () => this.#undone.push(last));
    return last.edit.label;
  }

  *#redo(): Work<string | null> {
    const next = this.#undone.pop();
    if (!next) return null;
    yield* this.#take(redoAll(next.edit.changes), () => this.#done.push(next));
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
  *#take(step: Work<void>, onDone: () => void): Work<void> {
    const before = this.#lastId;
    yield* step;
    if (this.#lastId === before) onDone();
  }
}
