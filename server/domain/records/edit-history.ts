import { accept, type Result, refuse } from '../basics/result.ts';
import { finish, mapInPieces, type Work } from '../basics/work.ts';
import type { Consent, HistoryEntry, ProposedEdit, Step } from './edit-step.ts';
import { RecordEdit } from './record-edit.ts';
import type { SharedCollection } from './shared-collection.ts';

/** One change of an edit. The history takes the changes back in reverse order. */
export interface Change {
  undo(): void;
  redo(): void;
  /** Runs in time slices before {@link undo} or {@link redo}, and changes nothing that clients see. */
  prepare?(step: Step): Work<void>;
  /** Called before others have undone or redone the change; the function that it returns, afterwards. */
  follow?(step: Step): () => void;
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
    if (index > 0) yield;
    if (change.prepare) yield* change.prepare('undo');
    change.undo();
  }
}

function* redoAll(changes: readonly Change[]): Work<void> {
  for (const [index, change] of changes.entries()) {
    if (index > 0) yield;
    if (change.prepare) yield* change.prepare('redo');
    change.redo();
  }
}

const always: Consent = () => true;

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
  /** Called after edits were undone or redone. */
  readonly onMoved?: () => void;
  /** Called when the list of edits has changed. */
  readonly onChange?: () => void;
  /** The edit under way on which several instances have to agree; undefined where an edit is made at once. */
  readonly proposal?: () => ProposedEdit | undefined;
}

/** The edits made in the console, to be undone and redone. Writes of clients are not part of it. */
export class EditHistory {
  /** Called with the label of each edit that was made, undone or redone. */
  onEdit: (label: string) => void = () => {};
  readonly #now: () => number;
  readonly #run: <T>(work: Work<T>) => Promise<T>;
  readonly #onMoved: () => void;
  readonly #onChange: () => void;
  readonly #proposal: () => ProposedEdit | undefined;
  #done: Entry[] = [];
  /** The edit to redo first is the last. */
  #undone: Entry[] = [];
  #lastId = 0;
  /** Counts the steps taken back or forward. */
  #moves = 0;
  /** Fulfilled once the steps asked for so far are taken. */
  #queue: Promise<unknown> = Promise.resolve();

  constructor(options: EditHistoryOptions) {
    const { now, run = async (work) => finish(work), onMoved = () => {}, onChange = () => {} } = options;
    this.#proposal = options.proposal ?? (() => undefined);
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
    const proposal = this.#proposal();
    if (proposal) proposal.remember(edit);
    else this.add(edit, this.#lastId + 1);
    return proposal === undefined;
  }

  /** Adds an edit that has been made, under an id above all others. */
  add(edit: Edit, id: number): void {
    this.#lastId = id;
    this.#done.push({ edit, id, time: this.#now() });
    if (this.#done.length > depth) this.#done.shift();
    this.#undone = [];
    this.onEdit(edit.label);
    this.#onChange();
  }

  /**
   * Follows an undo or redo that all instances carry out, in time slices: do it before, and call the function that it returns
   * afterwards. An edit that is not remembered here is left out.
   */
  *follow(step: Step, id: number): Work<() => void> {
    const isIt = (entry: Entry) => entry.id === id;
    const entry = this.#from(step).find(isIt);
    const finished = yield* mapInPieces(entry?.edit.changes ?? [], (change) => change.follow?.(step));
    return () => {
      for (const finish of finished) finish?.();
      if (!entry) return;
      this.#from(step).splice(this.#from(step).findIndex(isIt), 1);
      this.#to(step).push(entry);
      this.onEdit(`${step} of ${entry.edit.label}`);
      this.#onChange();
    };
  }

  /** Forgets all edits. */
  forget(): void {
    this.#done = [];
    this.#undone = [];
    this.#onChange();
  }

  /**
   * Takes the last edit back and gives its label; null when there is none. Waits for steps under way, as redo does. Refused
   * with the edit if there is no consent to take it back.
   */
  undo(consent: Consent = always): Promise<Result<string | null, readonly HistoryEntry[]>> {
    return this.#inOrder((proposal) => this.#step('undo', consent, proposal));
  }

  redo(consent: Consent = always): Promise<Result<string | null, readonly HistoryEntry[]>> {
    return this.#inOrder((proposal) => this.#step('redo', consent, proposal));
  }

  /**
   * Undoes or redoes until that edit is the last one done, or with null none is. Gives the number of edits undone or redone;
   * null when the edit is not remembered. Refused, before the first step, with the edits that lack consent. Where several
   * instances have to agree, it proposes the first step only.
   */
  goTo(id: number | null, consent: Consent = always): Promise<Result<number | null, readonly HistoryEntry[]>> {
    return this.#inOrder((proposal) => this.#goTo(id, consent, proposal));
  }

  async #inOrder<T>(work: (proposal: ProposedEdit | undefined) => Work<T>): Promise<T> {
    const proposal = this.#proposal();
    const run = async () => {
      const before = this.#moves;
      const steps = work(proposal);
      const taken = await this.#run(proposal ? proposal.inSlices(steps) : steps);
      if (this.#moves !== before) this.#onMoved();
      return taken;
    };
    const result = this.#queue.then(run).finally(this.#onChange);
    this.#queue = result.catch(() => {});
    return result;
  }

  *#step(
    step: Step,
    consent: Consent,
    proposal: ProposedEdit | undefined,
  ): Work<Result<string | null, readonly HistoryEntry[]>> {
    const next = this.#from(step).at(-1);
    if (!next) return accept(null);
    const shown = described(next, step === 'undo');
    if (!consent(shown)) return refuse([shown]);
    yield* this.#take(step, next, proposal);
    return accept(next.edit.label);
  }

  *#goTo(
    id: number | null,
    consent: Consent,
    proposal: ProposedEdit | undefined,
  ): Work<Result<number | null, readonly HistoryEntry[]>> {
    const redone = this.#undone.findIndex((one) => one.id === id);
    const kept = this.#done.findIndex((one) => one.id === id);
    if (id !== null && redone < 0 && kept < 0) return accept(null);
    const step = redone < 0 ? 'undo' : 'redo';
    const passed = redone < 0 ? this.#done.slice(kept + 1) : this.#undone.slice(redone);
    const refused = passed.map((entry) => described(entry, step === 'undo')).filter((entry) => !consent(entry));
    if (refused.length > 0) return refuse(refused);
    let steps = 0;
    // An edit that is remembered meanwhile ends the journey; it is not undone.
    const latest = this.#lastId;
    for (const entry of proposal ? passed.slice(-1) : passed.toReversed()) {
      if (this.#lastId !== latest) break;
      yield* this.#take(step, entry, proposal);
      steps += 1;
    }
    return accept(steps);
  }

  /** Takes a step. When another edit is remembered during a long one, the edit is forgotten. */
  *#take(step: Step, entry: Entry, proposal: ProposedEdit | undefined): Work<void> {
    const { changes, label } = entry.edit;
    const work = step === 'undo' ? undoAll(changes) : redoAll(changes);
    if (proposal) {
      yield* work;
      proposal.move(step, entry.id);
      return;
    }
    const before = this.#lastId;
    this.#moves += 1;
    this.#from(step).pop();
    yield* work;
    if (this.#lastId === before) this.#to(step).push(entry);
    this.onEdit(`${step} of ${label}`);
  }

  /** The edits that a step takes from, and those that it gives to; the next one is the last. */
  #from(step: Step): Entry[] {
    return step === 'undo' ? this.#done : this.#undone;
  }

  #to(step: Step): Entry[] {
    return step === 'undo' ? this.#undone : this.#done;
  }
}

function described({ edit, id, time }: Entry, isDone: boolean): HistoryEntry {
  const change = edit.changes.find((one) => one instanceof RecordEdit);
  const first = change ? { collection: change.collection.definition.name, id: change.id } : null;
  return { id, label: edit.label, records: edit.records ?? 0, first, by: edit.by ?? null, time, isDone };
}
