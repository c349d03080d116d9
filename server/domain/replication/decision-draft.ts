import { finish, takeInPieces, type Work } from '../basics/work.ts';
import type { Collection } from '../records/collection.ts';
import type { StoredRecord } from '../records/stored-record.ts';

/** A record that a decision would change. */
export interface DraftChange {
  readonly id: string;
  readonly before: StoredRecord | undefined;
  readonly after: StoredRecord | undefined;
  /** The fixture below it, if that changes too. */
  readonly fixture?: FixtureChange | undefined;
  /** The state that the decision saw. */
  readonly seen: Seen;
}

/** A record as a decision saw it before its first write. */
interface Seen {
  /** True if the live record was another one than its fixture, or a deletion of it. */
  readonly isLayered: boolean;
  /** True if the fixture was another one than in the file. */
  readonly isEdited: boolean;
  readonly fixture: StoredRecord | undefined;
}

interface FixtureChange {
  readonly after: StoredRecord | undefined;
}

/** A collection whose writes go to a draft. */
export interface DraftedCollection extends Collection {
  /** The draft of the decision under way. */
  draft: DecisionDraft;
  /** True if the live record of an id is another one than its fixture, or a deletion of it. */
  isLayered(id: string): boolean;
  /** True if the fixture of an id is another one than in the file. */
  isEdited(id: string): boolean;
}

interface DraftRecord {
  readonly before: StoredRecord | undefined;
  readonly seen: Seen;
  /** Undefined for a removed record. */
  after: StoredRecord | undefined;
}

const none: readonly DraftChange[] = [];

/** The writes of a decision to a live state that several instances share. Only the decision reads them; they are never applied. */
export class DecisionDraft {
  #isOpen = false;
  /** Empty between decisions. */
  readonly #records = new Map<string, DraftRecord>();
  readonly #fixtures = new Map<string, FixtureChange>();
  /** The floor outside of the decision, and within it. */
  #floor = 0;
  #ownFloor = 0;

  has(id: string): boolean {
    return this.#records.has(id);
  }

  get(id: string): StoredRecord | undefined {
    return this.#records.get(id)?.after;
  }

  begin(collection: Collection): void {
    // An earlier decision may have thrown. Clearing an empty map costs as much as making one.
    if (this.#records.size > 0) this.#records.clear();
    if (this.#fixtures.size > 0) this.#fixtures.clear();
    this.#ownFloor = 0;
    this.resume(collection);
  }

  /** Forgets the draft and returns its changes. */
  end(collection: Collection): readonly DraftChange[] {
    this.suspend(collection);
    // Most decisions only read.
    if (this.#records.size === 0) return none;
    const changes = finish(this.changes());
    this.#records.clear();
    this.#fixtures.clear();
    return changes;
  }

  /** Continues a decision after {@link suspend}. */
  resume(collection: Collection): void {
    this.#isOpen = true;
    this.#floor = collection.floor;
    collection.floor = Math.max(this.#floor, this.#ownFloor);
  }

  suspend(collection: Collection): void {
    this.#isOpen = false;
    this.#ownFloor = collection.floor;
    collection.floor = this.#floor;
  }

  *changes(): Work<readonly DraftChange[]> {
    const changes: DraftChange[] = [];
    yield* takeInPieces(this.#records, ([id, { before, after, seen }]) => {
      const fixture = this.#fixtures.get(id);
      if (before !== after || fixture) changes.push({ id, before, after, seen, fixture });
    });
    return changes;
  }

  /** The fixture of a record that the decision changes. */
  fixtureOf(id: string): FixtureChange | undefined {
    return this.#fixtures.get(id);
  }

  /** A change of a fixture, to be followed by {@link put} for the record over it. */
  putFixture(id: string, after: StoredRecord | undefined): void {
    this.#fixtures.set(id, { after });
  }

  /** Throws outside of a decision: the other instances would not see the change. */
  put(
    collection: DraftedCollection,
    id: string,
    before: StoredRecord | undefined,
    after: StoredRecord | undefined,
  ): void {
    if (!this.#isOpen)
      throw new Error(`A change of ${collection.definition.name} that the other instances would not see`);
    if (before && !after) collection.floor = Math.max(collection.floor, before.version);
    const known = this.#records.get(id);
    if (known) known.after = after;
    else {
      const seen = {
        ...{ isLayered: collection.isLayered(id), isEdited: collection.isEdited(id) },
        fixture: collection.fixture(id),
      };
      this.#records.set(id, { before, after, seen });
    }
  }
}
