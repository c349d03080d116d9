import { type Work, wholeRecordsLength } from '../basics/work.ts';
import { FieldCatalogue } from '../fields/fields.ts';
import type { JsonObject } from '../json/json.ts';
import type { Fixtures } from '../records/fixtures.ts';
import type { ObservedChange } from '../records/record-source.ts';
import { OverlayCollection } from '../records/session-collection.ts';
import { StoredRecord } from '../records/stored-record.ts';

/** The counters of a live state at one moment. */
export interface CollectionCounters {
  readonly floor: number;
  readonly revision: number;
  /** Those of the fixtures. Together they are others after each change of the known fields. */
  readonly fieldsDropped: number;
  readonly knownFields: number;
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
  readonly #reservedKeys = new Set<string>();
  /** The fixtures that the records of these ids have had, as far as they are known: those of today may be later ones. */
  readonly #earlierFixtures = new Map<string, StoredRecord | undefined>();
  /** The fields of that moment, once they are indexed; the fixtures of today may have later ones. */
  readonly #fields: FieldCatalogue;
  #hasLaterFields = false;
  #areFieldsIndexed = false;

  constructor(base: Fixtures) {
    super(base, 0);
    this.#fields = new FieldCatalogue(base.definition);
    this.close = base.observe((change) => this.#pin(change));
  }

  override get revision(): number {
    return super.revision + this.#shift;
  }

  /**
   * Sets a record to what it was at that moment; undefined for none. The record that is there belongs to another moment, so
   * it does not count as removed. `isLater` says that its fixture may belong to another moment too.
   */
  begin(id: string, record: StoredRecord | undefined, isLater: boolean): void {
    if (isLater && !this.#earlierFixtures.has(id)) this.#earlierFixtures.set(id, undefined);
    this.put(id, this.get(id), record);
    this.latestRemoved.delete(id);
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
    return () => this.#plannedKeys.shift() ?? this.#unreserved(made);
  }

  /** Created records get the key with this text only if it is planned. */
  reserveKey(id: string): void {
    this.#reservedKeys.add(id);
  }

  #unreserved(made: () => string | number): string | number {
    for (;;) {
      const key = made();
      if (!this.#reservedKeys.has(String(key))) return key;
    }
  }

  /** Continues with the versions and revisions that followed that moment. */
  continueFrom({ floor, revision }: Pick<CollectionCounters, 'floor' | 'revision'>): void {
    this.floor = floor;
    this.#shift = revision - super.revision;
  }

  /** Knows the fields of that moment, which had these counters, and none that were added later. */
  knowFields({ fieldsDropped, knownFields }: Pick<CollectionCounters, 'fieldsDropped' | 'knownFields'>): void {
    this.#hasLaterFields ||= fieldsDropped !== this.base.fieldsDropped || knownFields !== this.base.knownFields;
  }

  /** The fixture of today may be a later one. */
  override lastKnown(id: string): StoredRecord | undefined {
    if (!this.#earlierFixtures.has(id)) return super.lastKnown(id);
    return this.get(id) ?? this.removed(id) ?? this.#earlierFixtures.get(id);
  }

  override get indexedFields(): FieldCatalogue | undefined {
    if (!this.#hasLaterFields) return super.indexedFields;
    return this.#areFieldsIndexed ? this.#fields : undefined;
  }

  /** Skips fixtures that may be later ones: the records of that moment are indexed already. */
  override *indexFields(): Work<FieldCatalogue> {
    if (!this.#hasLaterFields) yield* super.indexFields();
    // A fixture may change between two slices.
    if (!this.#hasLaterFields || this.#areFieldsIndexed) return this.fields;
    let scanned = 0;
    for (const { id, value } of this.fixtures()) {
      if (!this.#earlierFixtures.has(id)) this.#fields.addRecord(value);
      scanned += 1;
      if (scanned % wholeRecordsLength === 0) yield;
    }
    this.#areFieldsIndexed = true;
    return this.#fields;
  }

  protected override indexValue(value: JsonObject): void {
    super.indexValue(value);
    this.#fields.addRecord(value);
  }

  protected override put(id: string, before: StoredRecord | undefined, after: StoredRecord | undefined): void {
    super.put(id, before, after);
    if (after) this.#fields.addRecord(after.value);
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
    if (!this.#earlierFixtures.has(id)) this.#earlierFixtures.set(id, before);
    this.#hasLaterFields = true;
    this.rebase(id);
    this.put(id, record, record);
  }
}
