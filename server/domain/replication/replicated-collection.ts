import { pieceLength, type Work } from '../basics/work.ts';
import { type JsonObject, jsonEqual } from '../json/json.ts';
import type { SessionStart } from '../records/session-collection.ts';
import { SharedCollection } from '../records/shared-collection.ts';
import { StoredRecord } from '../records/stored-record.ts';
import { DecisionDraft, type DraftChange, unshared } from './decision-draft.ts';
import type { Replicated, ReplicatedRecord } from './replicated.ts';
import { ReplicatedSessionCollection } from './replicated-session-collection.ts';

/**
 * The live state that several instances share. A write decides only: it goes to a draft, and becomes true when the change
 * comes back from the log of all instances and is applied. A write outside of a decision is a bug and throws.
 */
export class ReplicatedCollection extends SharedCollection implements Replicated {
  readonly #draft = new DecisionDraft();
  /** The version above which all fixtures start. */
  #first = this.base.firstVersion - 1;

  override get(id: string): StoredRecord | undefined {
    return this.#draft.has(id) ? this.#draft.get(id) : super.get(id);
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

  beginDecision(): void {
    this.#draft.begin(this);
  }

  endDecision(): readonly DraftChange[] {
    return this.#draft.end(this);
  }

  isLayered(id: string): boolean {
    return this.layer.has(id);
  }

  apply(id: string, after: StoredRecord | undefined): void {
    const before = this.get(id);
    if (before !== after) super.put(id, before, after);
  }

  override newSession(start: SessionStart = { version: 0, revision: 0 }): ReplicatedSessionCollection {
    return new ReplicatedSessionCollection(this.base, start);
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
    this.#draft.put(this, id, before, after);
  }
}
