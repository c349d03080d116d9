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
  /** Null between decisions; undefined for a removed record. */
  #records: Map<string, StoredRecord | undefined> | null = null;
  readonly #fixtures = new Map<string, FixtureChange>();
  #floor = 0;

  has(id: string): boolean {
    return this.#records?.has(id) ?? false;
  }

  get(id: string): StoredRecord | undefined {
    return this.#records?.get(id);
  }

  begin(collection: Collection): void {
    this.#fixtures.clear();
    this.#records = new Map();
    this.#floor = collection.floor;
  }

  /** Forgets the draft and returns its changes. */
  end(collection: Collection): readonly DraftChange[] {
    const records = this.#records ?? new Map<string, StoredRecord | undefined>();
    const fixtures = new Map(this.#fixtures);
    this.#records = null;
    this.#fixtures.clear();
    collection.floor = this.#floor;
    const changes = Array.from(records, ([id, after]) => {
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
    if (!this.#records) throw unshared(collection);
    if (before && !after) collection.floor = Math.max(collection.floor, before.version);
    this.#records.set(id, after);
  }
}

export function unshared({ definition }: Collection): Error {
  return new Error(`A change of ${definition.name} that the other instances would not see`);
}
