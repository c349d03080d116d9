import type { Collection } from '../records/collection.ts';
import type { StoredRecord } from '../records/stored-record.ts';

/** A record that a decision would change. */
export interface DraftChange {
  readonly id: string;
  readonly before: StoredRecord | undefined;
  readonly after: StoredRecord | undefined;
}

/** What a decision writes to a live state that several instances share. It is read during the decision and never applied. */
export class DecisionDraft {
  /** Null between decisions; undefined for a removed record. */
  #records: Map<string, StoredRecord | undefined> | null = null;
  #floor = 0;

  has(id: string): boolean {
    return this.#records?.has(id) ?? false;
  }

  get(id: string): StoredRecord | undefined {
    return this.#records?.get(id);
  }

  begin(collection: Collection): void {
    this.#records = new Map();
    this.#floor = collection.floor;
  }

  /** Forgets the draft and returns its changes. */
  end(collection: Collection): readonly DraftChange[] {
    const records = this.#records ?? new Map<string, StoredRecord | undefined>();
    this.#records = null;
    collection.floor = this.#floor;
    const changes = Array.from(records, ([id, after]) => ({ id, before: collection.get(id), after }));
    return changes.filter(({ before, after }) => before !== after);
  }

  /** Throws outside of a decision: the other instances would not see the change. */
  put(collection: Collection, id: string, before: StoredRecord | undefined, after: StoredRecord | undefined): void {
    if (!this.#records) throw unshared(collection);
    if (before && !after) collection.floor = Math.max(collection.floor, before.version);
    this.#records.set(id, after);
  }
}

export function unshared({ definition }: Collection): Error {
  return new Error(`A change of ${definition.name} that the other instances would not see`);
}
