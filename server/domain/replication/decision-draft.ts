import type { Collection } from '../records/collection.ts';
import type { StoredRecord } from '../records/stored-record.ts';

/** A record that a decision would change. */
export interface DraftChange {
  readonly id: string;
  readonly before: StoredRecord | undefined;
  readonly after: StoredRecord | undefined;
  /** The fixture below it, if that changes too. */
  readonly fixture?: FixtureChange | undefined;
}

interface FixtureChange {
  readonly before: StoredRecord | undefined;
  readonly after: StoredRecord | undefined;
}

/** What a decision writes to a live state that several instances share. It is read during the decision and never applied. */
export class DecisionDraft {
  #isOpen = false;
  /** Undefined for a removed record; empty between decisions. */
  readonly #records = new Map<string, StoredRecord | undefined>();
  readonly #fixtures = new Map<string, FixtureChange>();
  #floor = 0;

  has(id: string): boolean {
    return this.#records.has(id);
  }

  get(id: string): StoredRecord | undefined {
    return this.#records.get(id);
  }

  begin(collection: Collection): void {
    this.#isOpen = true;
    // An earlier decision may have thrown. Clearing an empty map costs as much as making one.
    if (this.#records.size > 0) this.#records.clear();
    if (this.#fixtures.size > 0) this.#fixtures.clear();
    this.#floor = collection.floor;
  }

  /** Forgets the draft and returns its changes. */
  end(collection: Collection): readonly DraftChange[] {
    this.#isOpen = false;
    collection.floor = this.#floor;
    // Most decisions only read.
    if (this.#records.size === 0) return [];
    const records = [...this.#records];
    const fixtures = new Map(this.#fixtures);
    this.#records.clear();
    this.#fixtures.clear();
    const changes = records.map(([id, after]) => {
      return { id, before: collection.get(id), after, fixture: fixtures.get(id) };
    });
    return changes.filter(({ before, after, fixture }) => before !== after || fixture);
  }

  /** The fixture of a record that the decision changes. */
  fixtureOf(id: string): FixtureChange | undefined {
    return this.#fixtures.get(id);
  }

  /** A change of a fixture, to be followed by {@link put} for the record over it. */
  putFixture(id: string, before: StoredRecord | undefined, after: StoredRecord | undefined): void {
    this.#fixtures.set(id, { before: this.#fixtures.get(id)?.before ?? before, after });
  }

  /** Throws outside of a decision: the other instances would not see the change. */
  put(collection: Collection, id: string, before: StoredRecord | undefined, after: StoredRecord | undefined): void {
    if (!this.#isOpen) throw unshared(collection);
    if (before && !after) collection.floor = Math.max(collection.floor, before.version);
    this.#records.set(id, after);
  }
}

export function unshared({ definition }: Collection): Error {
  return new Error(`A change of ${definition.name} that the other instances would not see`);
}
