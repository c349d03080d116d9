import type { JsonObject } from '../json/json.ts';
import type { Fixtures } from '../records/fixtures.ts';
import type { ObservedChange } from '../records/record-source.ts';
import { OverlayCollection } from '../records/session-collection.ts';
import { StoredRecord } from '../records/stored-record.ts';

/** The counters of a live state at one moment. */
export interface CollectionCounters {
  readonly floor: number;
  readonly revision: number;
}

/**
 * The records of a collection at an earlier moment. It lies over the present fixtures and pins every one that changes
 * later. Nobody else sees its writes, and the versions that they make are not given out.
 */
export class PastCollection extends OverlayCollection {
  /** Stops pinning changed fixtures. */
  readonly close: () => void;
  /** The number that the revision is raised by. */
  #shift = 0;
  #plannedKeys: (string | number)[] = [];

  constructor(base: Fixtures) {
    super(base, 0);
    this.close = base.observe((change) => this.#pin(change));
  }

  override get revision(): number {
    return super.revision + this.#shift;
  }

  /** Sets a record as it is, with its version; undefined removes it. */
  set(id: string, record: StoredRecord | undefined): void {
    const before = this.get(id);
    if (before !== record) this.put(id, before, record);
  }

  /** Indexes a value that a record had earlier: its fields are known, and its key is used. */
  indexEarlier(value: JsonObject): void {
    this.indexValue(value);
  }

  /** The next created records get these keys. */
  planKeys(keys: readonly (string | number)[]): void {
    this.#plannedKeys = [...keys];
  }

  override newKeys(newId: () => string): () => string | number {
    const made = super.newKeys(newId);
    return () => this.#plannedKeys.shift() ?? made();
  }

  /** Continues with the versions and revisions that followed that moment. */
  continueFrom({ floor, revision }: CollectionCounters): void {
    this.floor = floor;
    this.#shift = revision - super.revision;
  }

  /** The present version of the fixture, which may be of a later moment, does not count. */
  protected override lastVersion(_: string, before: StoredRecord | undefined): number {
    return before?.version ?? this.floor;
  }

  protected issue(id: string, value: JsonObject, last: number): StoredRecord {
    return new StoredRecord(id, value, last + 1);
  }

  #pin({ id, before }: ObservedChange): void {
    const record = this.layer.has(id) ? this.get(id) : before;
    this.rebase(id);
    this.put(id, record, record);
  }
}
