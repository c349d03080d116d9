import { accept, type Result, refuse } from '../basics/result.ts';
import { changesLength, finish, type Work } from '../basics/work.ts';
import { RecordEdit } from './record-edit.ts';
import type { SharedCollection } from './shared-collection.ts';

/** One change of an edit. The history takes the changes back in reverse order. */
export interface Change {
  undo(): void;
  redo(): void;
  /** Runs in time slices before {@link undo} or {@link redo}, and changes nothing that clients see. */
  prepare?(step: 'undo' | 'redo'): Work<void>;
}

/** An edit that has been carried out. */
export interface Edit {
  /** A phrase such as "delete of 42". */
  readonly label: string;
  /** How many records it changed, where it changed any. */
  readonly records?: number;
  /** Id of the console that made it; undefined for an edit of test code. */
  readonly by?: string | undefined;
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
    if (change.prepare) yield* change.prepare('undo');
    change.undo();
    if (index % changesLength === changesLength - 1) yield;
  }
}

function* redoAll(changes: readonly Change[]): Work<void> {
  for (const [index, change] of changes.entries()) {
    if (change.prepare) yield* change.prepare('redo');
    change.redo();
    if (index % changesLength === changesLength - 1) yield;
  }
}

/** An edit as the console lists it. */
export interface HistoryEntry {
  /** Grows from edit to edit. */
  readonly id: number;
  readonly label: string;
  readonly records: number;
  /** Id of the console that made it, or null. */
  readonly by: string | null;
  /** Milliseconds since 1970. */
  readonly time: number;
  /** False for an edit that was undone and can be redone. */
  readonly isDone: boolean;
}

/** Whether an edit may be undone or redone, for the person who asks for it. */
export type Consent = (edit: HistoryEntry) => boolean;

const always: Consent = () => true;

interface Entry {
  readonly edit: Edit;
  readonly id: number;
  readonly time: number;
}

/** Edits remembered at most, unless told otherwise. */
const defaultDepth = 200;

export interface EditHistoryOptions {
  /** Milliseconds since 1970. */
  readonly now: () => number;
  /** Does work to its end, in time slices. Without it, work is done at once. */
  readonly run?: <T>(work: Work<T>) => Promise<T>;
  /** Called after edits were undone or redone. */
  readonly onMoved?: () => void;
  /** Called when the list of edits has changed. */
  readonly onChange?: () => void;
  /** Edits remembered at most. */
  readonly depth?: number;
}

/** The edits made in the console, to be undone and redone. Writes of clients are not part of it. */
export class EditHistory {
  /** Called with the label of each edit that was made, undone or redone. */
  onEdit: (label: string) => void = () => {};
  readonly #now: () => number;
  readonly #run: <T>(work: Work<T>) => Promise<T>;
  readonly #onMoved: () => void;
  readonly #onChange: () => void;
  readonly #depth: number;
  readonly #done: Entry[] = [];
  /** The edit to redo first is the last. */
  #undone: Entry[] = [];
  #lastId = 0;
  /** Counts the steps taken back or forward. */
  #moves = 0;
  /** Fulfilled once the steps asked for so far are taken. */
  #queue: Promise<unknown> = Promise.resolve();

  constructor(options: EditHistoryOptions) {
    const { now, run = async (work) => finish(work), onMoved = () => {}, onChange = () => {} } = options;
    this.#depth = options.depth ?? defaultDepth;
    this.#now = now;
    this.#run = run;
    this.#onMoved = onMoved;
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
    return [
      ...this.#undone.map((entry) => described(entry, false)),
      ...this.#done.toReversed().map((entry) => described(entry, true)),
    ];
  }

  /** Carries out an edit of records and remembers those that it changed. False if it changed none, as {@link remember}. */
  perform(
    label: string,
    targets: readonly { collection: SharedCollection; id: string }[],
    change: () => void,
    by?: string,
  ): boolean {
    const watched = targets.map(({ collection, id }) => RecordEdit.watch(collection, id));
    change();
    const changes = watched.map((edit) => edit()).filter((edit) => edit !== undefined);
    return this.remember({ label, records: changes.length, by, changes });
  }

  /**
   * Remembers an edit that has been carried out; undone edits can no longer be redone. False for an edit without changes,
   * which is not remembered and leaves the undone edits as they are.
   */
  remember(edit: Edit): boolean {
    if (edit.changes.length === 0) return false;
    this.#lastId += 1;
    this.#done.push({ edit, id: this.#lastId, time: this.#now() });
    if (this.#done.length > this.#depth) this.#done.shift();
    this.#undone = [];
    this.onEdit(edit.label);
    this.#onChange();
    return true;
  }

  /**
   * Takes the last edit back and gives its label; null when there is none. Waits for steps under way, as redo does. Refused
   * with the edit if there is no consent to take it back.
   */
  undo(consent: Consent = always): Promise<Result<string | null, readonly HistoryEntry[]>> {
    return this.#inOrder(() => this.#undo(consent));
  }

  redo(consent: Consent = always): Promise<Result<string | null, readonly HistoryEntry[]>> {
    return this.#inOrder(() => this.#redo(consent));
  }

  /**
   * Undoes or redoes until that edit is the last one done, or with null none is. Gives the number of edits undone or redone;
   * null when the edit is not remembered. Refused, before the first step, with the edits that lack consent.
   */
  goTo(id: number | null, consent: Consent = always): Promise<Result<number | null, readonly HistoryEntry[]>> {
    return this.#inOrder(() => this.#goTo(id, consent));
  }

  async #inOrder<T>(work: () => Work<T>): Promise<T> {
    const run = async () => {
      const before = this.#moves;
      const taken = await this.#run(work());
      if (this.#moves !== before) this.#onMoved();
      return taken;
    };
    const result = this.#queue.then(run).finally(this.#onChange);
    this.#queue = result.catch(() => {});
    return result;
  }

  *#undo(consent: Consent): Work<Result<string | null, readonly HistoryEntry[]>> {
    const last = this.#done.at(-1);
    if (!last) return accept(null);
    if (!consent(described(last, true))) return refuse([described(last, true)]);
    this.#done.pop();
    yield* this.#take(undoAll(last.edit.changes), () => this.#undone.push(last));
    this.onEdit(`undo of ${last.edit.label}`);
    return accept(last.edit.label);
  }

  *#redo(consent: Consent): Work<Result<string | null, readonly HistoryEntry[]>> {
    const next = this.#undone.at(-1);
    if (!next) return accept(null);
    if (!consent(described(next, false))) return refuse([described(next, false)]);
    this.#undone.pop();
    yield* this.#take(redoAll(next.edit.changes), () => this.#done.push(next));
    this.onEdit(`redo of ${next.edit.label}`);
    return accept(next.edit.label);
  }

  *#goTo(id: number | null, consent: Consent): Work<Result<number | null, readonly HistoryEntry[]>> {
    const isHere = () => (this.#done.at(-1)?.id ?? null) === id;
    const redone = this.#undone.findIndex((one) => one.id === id);
    const kept = this.#done.findIndex((one) => one.id === id);
    if (id !== null && redone < 0 && kept < 0) return accept(null);
    const passed =
      redone < 0
        ? this.#done.slice(kept + 1).map((entry) => described(entry, true))
        : this.#undone.slice(redone).map((entry) => described(entry, false));
    const refused = passed.filter((entry) => !consent(entry));
    if (refused.length > 0) return refuse(refused);
    let steps = 0;
    // An edit that is remembered meanwhile ends the journey; it is not undone.
    const latest = this.#lastId;
    while (!isHere() && this.#lastId === latest) {
      const step = yield* redone < 0 ? this.#undo(always) : this.#redo(always);
      if (!step.ok || step.value === null) break;
      steps += 1;
    }
    return accept(steps);
  }

  /** Takes a step. When another edit is remembered during a long one, the edit is forgotten. */
  *#take(step: Work<void>, onDone: () => void): Work<void> {
    const before = this.#lastId;
    this.#moves += 1;
    yield* step;
    if (this.#lastId === before) onDone();
  }
}

function described({ edit, id, time }: Entry, isDone: boolean): HistoryEntry {
  return { id, label: edit.label, records: edit.records ?? 0, by: edit.by ?? null, time, isDone };
}
