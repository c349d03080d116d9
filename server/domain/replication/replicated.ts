import type { JsonObject } from '../json/json.ts';
import type { Collection } from '../records/collection.ts';
import type { StoredRecord } from '../records/stored-record.ts';
import type { DraftChange } from './decision-draft.ts';

/** The live record of one id where it differs from the fixture; a null value is a deleted fixture. */
export interface ReplicatedRecord {
  readonly id: string;
  readonly version: number;
  readonly value: JsonObject | null;
}

/** A live state whose changes come from the log of all instances. */
export interface Replicated extends Collection {
  /** Begins a decision. Reads see its writes until {@link endDecision}. */
  beginDecision(): void;
  /** Forgets the draft and returns its changes. */
  endDecision(): readonly DraftChange[];
  /** True if the live record of an id is another one than its fixture, or a deletion of it. */
  isLayered(id: string): boolean;
  /** True if the fixture of an id is another one than in the file. */
  isEdited(id: string): boolean;
  /** Makes a change of the log true, with that of the fixture if there is one. */
  apply(id: string, after: StoredRecord | undefined, fixture?: { readonly after: StoredRecord | undefined }): void;
}

/** A change that a decision wants to make. */
export interface DecidedChange extends DraftChange {
  readonly collection: Replicated;
}

/** Runs a part without a pause and returns its result with the changes that it decided. None of them is made. */
export function decide<T>(
  collections: Iterable<Replicated>,
  part: () => T,
): { readonly result: T; readonly changes: readonly DecidedChange[] } {
  const all = [...collections];
  for (const collection of all) collection.beginDecision();
  let changes: readonly DecidedChange[] = [];
  let result: T;
  try {
    result = part();
  } finally {
    changes = all.flatMap((collection) => collection.endDecision().map((change) => ({ collection, ...change })));
  }
  return { result, changes };
}
