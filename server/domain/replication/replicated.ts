import type { Work } from '../basics/work.ts';
import type { JsonObject } from '../json/json.ts';
import type { StoredRecord } from '../records/stored-record.ts';
import { DecisionDraft, type DraftChange, type DraftedCollection } from './decision-draft.ts';

/** The live record of one id where it differs from the fixture; a null value is a deleted fixture. */
export interface ReplicatedRecord {
  readonly id: string;
  readonly version: number;
  readonly value: JsonObject | null;
}

/** A live state whose changes come from the log of all instances. */
export interface Replicated extends DraftedCollection {
  /** Identifies the collection at all instances, under any name. */
  readonly uid: string;
  /** A record of the collection with content and version. It is not added. */
  makeRecord(id: string, value: JsonObject, version: number): StoredRecord;
  /** Makes a change of the log true, with that of the fixture if there is one. */
  apply(id: string, after: StoredRecord | undefined, fixture?: { readonly after: StoredRecord | undefined }): void;
}

/** A change that a decision wants to make. */
export interface DecidedChange extends DraftChange {
  readonly collection: Replicated;
}

/** Runs a part without a pause and returns its result with the changes that it decided. None of them is made. */
export function decide<T>(
  collections: readonly Replicated[],
  part: () => T,
): { readonly result: T; readonly changes: readonly DecidedChange[] } {
  for (const collection of collections) collection.draft.begin(collection);
  const changes: DecidedChange[] = [];
  let result: T;
  try {
    result = part();
  } finally {
    for (const collection of collections)
      for (const change of collection.draft.end(collection)) changes.push({ collection, ...change });
  }
  return { result, changes };
}

/** A decision in several parts. Nobody else sees its writes between them. */
export class LongDecision {
  readonly #drafts: readonly (readonly [Replicated, DecisionDraft])[];

  constructor(collections: readonly Replicated[]) {
    this.#drafts = collections.map((collection) => [collection, new DecisionDraft()]);
  }

  /** Runs a part without a pause. */
  run<T>(part: () => T): T {
    const others = this.#drafts.map(([collection, draft]) => {
      const other = collection.draft;
      collection.draft = draft;
      draft.resume(collection);
      return other;
    });
    try {
      return part();
    } finally {
      for (const [index, [collection, draft]] of this.#drafts.entries()) {
        draft.suspend(collection);
        collection.draft = others[index] ?? draft;
      }
    }
  }

  /** The changes of all parts. */
  *changes(): Work<DecidedChange[]> {
    const changes: DecidedChange[] = [];
    for (const [collection, draft] of this.#drafts)
      for (const change of yield* draft.changes()) changes.push({ collection, ...change });
    return changes;
  }
}
