import { changesLength, pieceLength, takeInPieces, type Work } from '../basics/work.ts';
import { type JsonObject, jsonEqual } from '../json/json.ts';
import type { SessionStart } from '../records/session-collection.ts';
import { SharedCollection } from '../records/shared-collection.ts';
import { StoredRecord } from '../records/stored-record.ts';
import { DecisionDraft } from './decision-draft.ts';
import type { Replicated, ReplicatedRecord } from './replicated.ts';
import { ReplicatedSessionCollection } from './replicated-session-collection.ts';

/**
 * The live state that several instances share. A write decides only: it goes to a draft, and becomes true when the change
 * comes back from the log of all instances and is applied. A write outside of a decision is a bug and throws.
 */
export class ReplicatedCollection extends SharedCollection implements Replicated {
  draft = new DecisionDraft();
  /** The name in the file at first, which stays when the collection is renamed. */
  uid = this.definition.name;
  /** The fixtures of the file that were changed since; undefined for an added one. */
  readonly #filed = new Map<string, JsonObject | undefined>();
  /** The version above which all fixtures start. */
  #first = this.base.firstVersion - 1;

  override get(id: string): StoredRecord | undefined {
    return this.draft.has(id) ? this.draft.get(id) : super.get(id);
  }

  override fixture(id: string): StoredRecord | undefined {
    const change = this.draft.fixtureOf(id);
    return change ? change.after : super.fixture(id);
  }

  /** {@link SharedCollection.edit} as a decision. */
  override edit(id: string, fixture: JsonObject | undefined, live: JsonObject | undefined): void {
    const [before, present] = [this.get(id), this.fixture(id)];
    if (jsonEqual(present?.value, fixture)) {
      super.edit(id, fixture, live);
      return;
    }
    const known = this.base.lastVersion(id);
    const last = Math.max(this.lastVersion(id, before), present?.version ?? 0, known);
    const after = live && (before && jsonEqual(before.value, live) ? before : this.issue(id, live, last));
    const isOne = after !== undefined && after.version > known && jsonEqual(after.value, fixture);
    const next = fixture && this.issue(id, fixture, Math.max(last, after?.version ?? 0));
    this.put(id, before, after);
    this.draft.putFixture(id, isOne ? after : next);
  }

  override promote(id: string): void {
    const live = this.get(id)?.value;
    this.edit(id, live, live);
  }

  /** The versions of a collection that takes a name come with the edit. */
  override renew(): void {}

  /** The ids whose fixtures differ from the file. */
  get editedIds(): Iterable<string> {
    return this.#filed.keys();
  }

  /** Takes the present fixtures for those of the file: a {@link restart} without edited ones leads back to them. */
  rebaseFile(): void {
    for (const id of this.#filed.keys()) this.#filed.set(id, super.fixture(id)?.value);
  }

  isLayered(id: string): boolean {
    return this.layer.has(id);
  }

  isEdited(id: string): boolean {
    return this.#filed.has(id);
  }

  makeRecord(id: string, value: JsonObject, version: number): StoredRecord {
    return new StoredRecord(id, value, version);
  }

  apply(id: string, after: StoredRecord | undefined, fixture?: { readonly after: StoredRecord | undefined }): void {
    const before = this.get(id);
    if (fixture) {
      this.#setFixture(id, fixture.after);
      this.rebase(id);
    }
    if (before !== after || fixture) super.put(id, before, after);
  }

  override newSession(start: SessionStart = { version: 0, revision: 0 }): ReplicatedSessionCollection {
    return new ReplicatedSessionCollection(this, start);
  }

  /**
   * Begins anew: every fixture has the version after `first`, the live state differs from the fixtures in `records` only, and
   * records to come start above `floor`. `edited` are the fixtures that differ from the file.
   */
  *restart(
    first: number,
    floor: number,
    records: readonly ReplicatedRecord[],
    edited: readonly ReplicatedRecord[] = [],
  ): Work<void> {
    const [wanted, fixtures] = [yield* byId(records), yield* byId(edited)];
    const ids = new Set([...this.#filed.keys(), ...this.layeredIds()]);
    yield* takeInPieces(fixtures.keys(), (id) => ids.add(id));
    yield* takeInPieces(wanted.keys(), (id) => ids.add(id));
    // The fixtures of an epoch have its first version from the start.
    if (first !== this.#first) yield* takeInPieces(this.fixtures(), ({ id }) => ids.add(id));
    // All of them are looked up, several times each.
    if (ids.size > pieceLength) yield* this.base.indexKeys();
    const restore = (id: string) => this.#restore(id, first, wanted.get(id), fixtures.get(id));
    yield* takeInPieces(ids, restore, changesLength);
    this.floor = floor;
    this.#first = first;
  }

  #restore(
    id: string,
    first: number,
    record: ReplicatedRecord | undefined,
    edited: ReplicatedRecord | undefined,
  ): void {
    const before = this.get(id);
    const present = this.fixture(id);
    const value = edited ? (edited.value ?? undefined) : this.#filed.has(id) ? this.#filed.get(id) : present?.value;
    const version = edited?.version ?? first + 1;
    const isSame = present?.version === version && jsonEqual(present.value, value);
    const fixture = isSame ? present : value && new StoredRecord(id, value, version);
    if (edited) this.#setFixture(id, fixture);
    else {
      this.base.set(id, fixture);
      this.#filed.delete(id);
    }
    this.rebase(id);
    const after = this.#restored(record, fixture, before);
    if (before !== after || fixture !== present) super.put(id, before, after);
  }

  #setFixture(id: string, after: StoredRecord | undefined): void {
    const before = this.fixture(id);
    if (!this.#filed.has(id)) this.#filed.set(id, before?.value);
    if (after) this.indexValue(after.value);
    this.base.set(id, after);
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
    this.draft.put(this, id, before, after);
  }
}

function* byId(records: readonly ReplicatedRecord[]): Work<ReadonlyMap<string, ReplicatedRecord>> {
  const found = new Map<string, ReplicatedRecord>();
  yield* takeInPieces(records, (record) => found.set(record.id, record));
  return found;
}
