import { pieceLength, type Work } from '../basics/work.ts';
import { FieldCatalogue } from '../fields/fields.ts';
import { type JsonObject, member } from '../json/json.ts';
import type { CollectionDefinition } from '../model/collection-definition.ts';
import type { KeyRank } from '../sort/key-order.ts';
import { KeyIndex } from './key-index.ts';
import { KeySequence } from './key-sequence.ts';
import { type LazyRecord, RecordSnapshot, recordValue, unchangedRecord } from './record-snapshot.ts';
import { changedMembers, type LiveSource, type ObservedChange } from './record-source.ts';
import { StoredRecord } from './stored-record.ts';

/** What has to outlive the process so that versions never go back. */
export interface VersionWatermarks {
  /** An id that is not among the fixtures starts above this version. */
  readonly floor: number;
  /** The version at which a fixture starts, where that is not 1, by id. */
  readonly versions: ReadonlyMap<string, number>;
}

/** The records of a collection as the workspace file has them, and what is known of them: the floor of every live state. */
export class Fixtures implements LiveSource {
  readonly definition: CollectionDefinition;
  /** An id that was never among them starts above this version. */
  readonly floor: number;
  /**
   * Those of the file, in its order, then those that came later. One that is deleted is null and keeps its place, so that
   * undoing the deletion leaves the file as it was. {@link #snapshot} shares it.
   */
  #held: (LazyRecord | null)[];
  /** Where in {@link #held} an id of the file stands. */
  readonly #places: KeyIndex;
  /** Where those stand that came later. */
  readonly #added = new Map<string, number>();
  /** Versions of those that are not at version 1. */
  readonly #versions = new Map<string, number>();
  readonly #observers = new Set<(change: ObservedChange) => void>();
  #size = 0;
  #revision = 0;
  /** The latest {@link snapshot}, while it is the newest state. */
  #snapshot: RecordSnapshot | undefined;
  /** What fields they had once they were replaced; those that are there too, once somebody has asked. */
  readonly #fields: FieldCatalogue;
  /** Those that the catalogue has not seen; undefined before anybody has asked for it. */
  #unseen: Iterator<LazyRecord | null> | undefined;
  /** The catalogue, once it has seen all. */
  #indexedFields: FieldCatalogue | undefined;
  #keys: KeySequence | undefined;

  /** Throws when a record has no usable key, or has that of another: whoever reads a file makes sure of that. */
  constructor(definition: CollectionDefinition, records: readonly JsonObject[], watermarks?: VersionWatermarks) {
    this.definition = definition;
    this.#fields = new FieldCatalogue(definition);
    const places = KeyIndex.of(records, definition.key);
    if (!places) throw new Error(`A fixture of ${definition.name} has no ${definition.key} of its own.`);
    this.#held = [...records];
    this.#places = places;
    this.#size = records.length;
    let floor = watermarks?.floor ?? 0;
    for (const [id, version] of watermarks?.versions ?? []) {
      const place = places.placeOf(id);
      const value = records[place];
      if (value) this.#put(id, place, new StoredRecord(id, value, version));
      else floor = Math.max(floor, version);
    }
    this.floor = floor;
  }

  get size(): number {
    return this.#size;
  }

  get revision(): number {
    return this.#revision;
  }

  /** Versions of those that are not at version 1, by id. */
  get versions(): ReadonlyMap<string, number> {
    return this.#versions;
  }

  get(id: string): StoredRecord | undefined {
    const place = this.placeOf(id);
    const held = place === -1 ? undefined : this.#held[place];
    if (!held || held instanceof StoredRecord) return held ?? undefined;
    const record = new StoredRecord(id, held, 1);
    this.#held[place] = record;
    return record;
  }

  recordsOf(keys: readonly KeyRank[]): readonly (StoredRecord | undefined)[] {
    const held = keys.map((key) => this.#held[this.#places.placeOfRank(key)]);
    return held.map((one, index) => (one instanceof StoredRecord ? one : this.get(String(keys[index]))));
  }

  /** Where an id stands, or stood, in the {@link snapshot}; -1 where there never was such a fixture. */
  placeOf(id: string): number {
    const place = this.#places.placeOf(id);
    return place === -1 ? (this.#added.get(id) ?? -1) : place;
  }

  /** The record that a value of the file is, or was: the very one that is there, if it has not changed since. */
  recordOf(value: JsonObject): StoredRecord {
    const unchanged = unchangedRecord(value, this.definition.key);
    const record = this.get(unchanged.id);
    return record?.value === value && record.version === unchanged.version ? record : unchanged;
  }

  /** In the order of the file. */
  snapshot(): RecordSnapshot {
    this.#snapshot ??= new RecordSnapshot(this.#held, this.#size, this.#revision, this);
    return this.#snapshot;
  }

  observe(observer: (change: ObservedChange) => void): () => void {
    this.#observers.add(observer);
    return () => this.#observers.delete(observer);
  }

  /** Speeds up the search for an id; runs in time slices. */
  indexKeys(): Work<void> {
    return this.#places.index();
  }

  /** The fields that the fixtures have or had; undefined until {@link indexFields} has ended. */
  get indexedFields(): FieldCatalogue | undefined {
    return this.#indexedFields;
  }

  /** Scans the fixtures for fields, in time slices; concurrent callers share one scan. */
  *indexFields(): Work<void> {
    this.#unseen ??= this.#held.values();
    let gone = 0;
    for (let next = this.#unseen.next(); !next.done; next = this.#unseen.next()) {
      if (next.value) this.#fields.addRecord(recordValue(next.value));
      gone += 1;
      if (gone % pieceLength === 0) yield;
    }
    this.#indexedFields = this.#fields;
  }

  /** The keys that they have, or had since this was first asked for; to be continued by whoever asks. */
  keys(): KeySequence {
    if (!this.#keys) {
      this.#keys = new KeySequence();
      for (const value of this.snapshot().values()) this.#keys.add(member(value, this.definition.key));
    }
    return this.#keys.copy();
  }

  /** Puts a record into its place, or with undefined takes it out, and tells everybody. */
  set(id: string, after: StoredRecord | undefined): void {
    const before = this.get(id);
    if (before === after) return;
    // A field that was known once stays known, also where nobody had asked before it went.
    if (before) this.#fields.addRecord(before.value);
    if (after) {
      this.#fields.addRecord(after.value);
      this.#keys?.add(member(after.value, this.definition.key));
    }
    if (this.#snapshot) this.#held = this.#held.slice();
    this.#snapshot = undefined;
    this.#put(id, this.placeOf(id), after);
    this.#size += (after ? 1 : 0) - (before ? 1 : 0);
    this.#revision += 1;
    const change: ObservedChange = { id, before, after, changed: changedMembers(before, after) };
    for (const observer of this.#observers) observer(change);
  }

  /** `place` is -1 for an id that has none yet. */
  #put(id: string, place: number, record: StoredRecord | undefined): void {
    if (place !== -1) this.#held[place] = record ?? null;
    else if (record) this.#added.set(id, this.#held.push(record) - 1);
    if (record && record.version !== 1) this.#versions.set(id, record.version);
    else this.#versions.delete(id);
  }
}
