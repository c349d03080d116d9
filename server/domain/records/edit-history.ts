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
  undo(): void;
  redo(): void;
}

/** Edits that can be undone at the most. */
const depth = 200;

export function levelsOf(collection: SharedCollection, id: string): RecordLevels {
  return { fixture: collection.fixture(id)?.value, live: collection.get(id)?.value };
}

/** What the tester did in the console, to be undone and redone. What clients do is not in it. */
export class EditHistory {
  readonly #done: Edit[] = [];
  #undone: Edit[] = [];

  /** What undo would take back, as a phrase, or null. */
  get undoLabel(): string | null {
    return this.#done.at(-1)?.label ?? null;
  }

  get redoLabel(): string | null {
    return this.#undone.at(-1)?.label ?? null;
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
    this.remember({ label, ...waysOf(records) });
  }

  /** Remembers what has been done. */
  remember(edit: Edit): void {
    this.#done.push(edit);
    if (this.#done.length > depth) this.#done.shift();
    this.#undone = [];
  }

  /** Takes the last edit back and says what it was; null when there is none. */
  undo(): string | null {
    const edit = this.#done.pop();
    if (!edit) return null;
    edit.undo();
    this.#undone.push(edit);
    return edit.label;
  }

  redo(): string | null {
    const edit = this.#undone.pop();
    if (!edit) return null;
    edit.redo();
    this.#done.push(edit);
    return edit.label;
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
