import { pieceLength, type Work } from '../basics/work.ts';
import { type JsonObject, jsonEqual } from '../json/json.ts';
import type { RecordChange } from './record-source.ts';
import { SharedCollection } from './shared-collection.ts';
import { StoredRecord } from './stored-record.ts';

/** The live record of one id where it differs from the fixture; a null value is a deleted fixture. */
export interface ReplicatedRecord {
  readonly id: string;
  readonly version: number;
  readonly value: JsonObject | null;
}

/** A change that a decision wants to make. */
export interface DecidedChange extends RecordChange {
  readonly collection: ReplicatedCollection;
}

/**
 * The live state that several instances share. A write decides only: it goes to a draft, and becomes true when the change
 * comes back from the log of all instances and is applied. A write outside of a decision is a bug and throws.
 */
export class ReplicatedCollection extends SharedCollection {
  /** The records that the decision under way has written; undefined for a removed one. Null between decisions. */
  #draft: Map<string, StoredRecord | undefined> | null = null;
  #floorBefore = 0;
  /** The version above which all fixtures start. */
  #first = this.base.firstVersion - 1;

  override get(id: string): StoredRecord | undefined {
    return this.#draft?.has(id) ? this.#draft.get(id) : super.get(id);
  }

  /** Changes the live record; throws for another fixture, because fixtures are not shared. */
  override edit(id: string, fixture: JsonObject | undefined, live: JsonObject | undefined): void {
    if (!jsonEqual(this.fixture(id)?.value, fixture)) throw unshared(this);
    super.edit(id, fixture, live);
  }

  override promote(_: string): void {
    throw unshared(this);
  }

  override redefine(): void {
    throw unshared(this);
  }

  /** Begins a decision. Reads see its writes until {@link endDecision}. */
  beginDecision(): void {
    this.#draft = new Map();
    this.#floorBefore = this.floor;
  }

  /** Forgets the draft and returns its changes. */
  endDecision(): readonly DecidedChange[] {
    const draft = this.#draft ?? new Map<string, StoredRecord | undefined>();
    this.#draft = null;
    this.floor = this.#floorBefore;
    const changes = Array.from(draft, ([id, after]) => ({ collection: this, id, before: this.get(id), after }));
    return changes.filter(({ before, after }) => before !== after);
  }

  /** True if the live record of an id is another one than its fixture, or a deletion of it. */
  isLayered(id: string): boolean {
    return this.layer.has(id);
  }

  /** Makes a change of the log true. */
  apply(id: string, after: StoredRecord | undefined): void {
    const before = this.get(id);
    if (before !== after) super.put(id, before, after);
  }

  /**
   * Begins anew: every fixture has the version after `first`, the live state differs from the fixtures in `records` only, and
   * records to come start above `floor`.
   */
  *restart(first: number, floor: number, records: readonly ReplicatedRecord[]): Work<void> {
    const wanted = new Map(records.map((record) => [record.id, record]));
    const ids = new Set([...this.layeredIds(), ...wanted.keys()]);
    // The fixtures of an epoch have its first version from the start.
    if (first !== this.#first) for (const { id } of this.fixtures()) ids.add(id);
    let done = 0;
    for (const id of ids) {
      this.#restore(id, first, wanted.get(id));
      done += 1;
      if (done % pieceLength === 0) yield;
    }
    this.floor = floor;
    this.#first = first;
  }

  #restore(id: string, first: number, record: ReplicatedRecord | undefined): void {
    const before = this.get(id);
    const present = this.fixture(id);
    const isRenewed = present !== undefined && present.version !== first + 1;
    const fixture = isRenewed ? new StoredRecord(id, present.value, first + 1) : present;
    if (isRenewed) this.base.set(id, fixture);
    this.rebase(id);
    const after = this.#restored(record, fixture, before);
    if (before !== after) super.put(id, before, after);
  }

  /** An equal version is the present record, which has its text and its tag already. */
  #restored(
    record: ReplicatedRecord | undefined,
    fixture: StoredRecord | undefined,
    present: StoredRecord | undefined,
  ): StoredRecord | undefined {
    if (!record) return fixture;
    const { id, value, version } = record;
    if (value === null) return undefined;
    return present?.version === version ? present : new StoredRecord(id, value, version);
  }

  protected override put(id: string, before: StoredRecord | undefined, after: StoredRecord | undefined): void {
    if (!this.#draft) throw unshared(this);
    if (before && !after) this.floor = Math.max(this.floor, before.version);
    this.#draft.set(id, after);
  }
}

function unshared({ definition }: ReplicatedCollection): Error {
  return new Error(`A change of ${definition.name} that the other instances would not see`);
}

/** Runs a part without a pause and returns its result with the changes that it decided. None of them is made. */
export function decide<T>(
  collections: Iterable<ReplicatedCollection>,
  part: () => T,
): { readonly result: T; readonly changes: readonly DecidedChange[] } {
  const all = [...collections];
  for (const collection of all) collection.beginDecision();
  let changes: readonly DecidedChange[] = [];
  let result: T;
  try {
    result = part();
  } finally {
    changes = all.flatMap((collection) => collection.endDecision());
  }
  return { result, changes };
}
