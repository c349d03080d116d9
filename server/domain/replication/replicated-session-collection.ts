import type { JsonObject } from '../json/json.ts';
import type { Fixtures } from '../records/fixtures.ts';
import { SessionCollection, type SessionStart } from '../records/session-collection.ts';
import { StoredRecord } from '../records/stored-record.ts';
import { DecisionDraft } from './decision-draft.ts';
import type { Replicated, ReplicatedRecord } from './replicated.ts';

/** The collection of all clients below it. */
type Below = Pick<Replicated, 'uid' | 'isEdited'> & { readonly base: Fixtures };

/** The live state of one session that several instances share. Its changes come from the log of all instances. */
export class ReplicatedSessionCollection extends SessionCollection implements Replicated {
  draft = new DecisionDraft();
  readonly #shared: Below;

  constructor(shared: Below, start: SessionStart) {
    super(shared.base, start);
    this.#shared = shared;
  }

  get uid(): string {
    return this.#shared.uid;
  }

  override get(id: string): StoredRecord | undefined {
    return this.draft.has(id) ? this.draft.get(id) : super.get(id);
  }

  isLayered(id: string): boolean {
    return this.layer.has(id);
  }

  /** A session has the fixtures of all clients. */
  isEdited(id: string): boolean {
    return this.#shared.isEdited(id);
  }

  makeRecord(id: string, value: JsonObject, version: number): StoredRecord {
    return new StoredRecord(id, value, version);
  }

  apply(id: string, after: StoredRecord | undefined): void {
    const before = this.get(id);
    if (before !== after) super.put(id, before, after);
  }

  /** Begins with these records beside the fixtures; records to come start above `floor`. */
  load(floor: number, records: readonly ReplicatedRecord[]): void {
    for (const { id, value, version } of records) {
      this.apply(id, value === null ? undefined : new StoredRecord(id, value, version));
    }
    this.floor = Math.max(this.floor, floor);
  }

  protected override follow(id: string, before: StoredRecord | undefined, after: StoredRecord | undefined): void {
    super.put(id, before, after);
  }

  protected override put(id: string, before: StoredRecord | undefined, after: StoredRecord | undefined): void {
    this.draft.put(this, id, before, after);
  }
}
