import { LruMap } from '../basics/lru-map.ts';
import { finish, type Work, wholeRecordsLength } from '../basics/work.ts';
import { FieldCatalogue } from '../fields/fields.ts';
import { type Json, type JsonObject, jsonEqual, member } from '../json/json.ts';
import type { CollectionDefinition } from '../model/collection-definition.ts';
import type { KeyRank } from '../sort/key-order.ts';
import { CollectionKeys } from './collection-keys.ts';
import type { Fixtures } from './fixtures.ts';
import { idOf } from './key-index.ts';
import { RecordSnapshot } from './record-snapshot.ts';
import { changedMembers, type Layers, type ObservedChange } from './record-source.ts';
import type { StoredRecord } from './stored-record.ts';

/** A live record that differs from its fixture, at least in its version. */
export interface LayerEntry {
  /** Undefined for a deleted fixture. The value may equal that of the fixture. */
  readonly live: StoredRecord | undefined;
  /** The fixture, cached so that a write need not look it up. */
  readonly fixture: StoredRecord | undefined;
  /** {@link Fixtures.placeOf} the id, cached so that a list of all records need not look it up. */
  readonly place: number;
  /** False when both values are equal. */
  readonly isChanged: boolean;
}

/** Removed records to remember, so that `since_id` can continue from one of them. */
const removedLimit = 10_000;

/**
 * The live records of one collection: a layer of changes over the fixtures. A read looks at the layer first, then at the
 * fixtures. A reset costs time for the changes, not for the records. Several layers can share the same fixtures.
 *
 * Versions: a write adds one to the version of the live record, or of its fixture if that is higher. Removing a record
 * raises the floor to its version, and every created record starts above the floor. So no id gets a version twice, and
 * removed ids need no memory.
 */
export abstract class Collection {
  abstract readonly layers: Layers;
  readonly base: Fixtures;
  protected readonly layer = new Map<string, LayerEntry>();
  /** Records to come start above this version. */
  floor: number;
  /** Records at the moment of their removal. */
  protected readonly latestRemoved = new LruMap<string, StoredRecord>(removedLimit);
  readonly #observers = new Set<(change: ObservedChange) => void>();
  #size: number;
  #changedCount = 0;
  #revision: number;
  /** Fields of every written record and, after indexing, of the fixtures. */
  #fields: FieldCatalogue;
  /** Changed records that are not scanned since the fields were dropped; null for none. */
  #unscanned: Iterator<LayerEntry> | null = null;
  /** The value of {@link Fixtures.fieldsDropped} to which {@link #fields} belongs. */
  #fieldsDropped = 0;
  readonly #keys: CollectionKeys;

  /** `revision` is the first one. It must be above those of a collection that had the same name. */
  constructor(base: Fixtures, revision: number) {
    this.base = base;
    this.floor = base.floor;
    this.#revision = revision;
    this.#size = base.size;
    this.#fields = new FieldCatalogue(base.definition);
    this.#keys = new CollectionKeys(base, () => this.#changedValues());
  }

  get definition(): CollectionDefinition {
    return this.base.definition;
  }

  /** Number of live records. */
  get size(): number {
    return this.#size;
  }

  /** Grows with every change, of the live state or of a fixture. */
  get revision(): number {
    return this.#revision + this.base.revisionShift;
  }

  /** Grows when the definition changes. */
  get defined(): number {
    return this.base.revisionShift;
  }

  /** The ids of the records that may differ from the fixtures, at least in their version. */
  layeredIds(): IterableIterator<string> {
    return this.layer.keys();
  }

  /** Number of ids whose live state differs from the fixtures. */
  get changedCount(): number {
    return this.#changedCount;
  }

  /** The fields that requests may name. The first call scans the fixtures. */
  get fields(): FieldCatalogue {
    return this.indexedFields ?? finish(this.indexFields());
  }

  /**
   * {@link fields}; undefined while the fixtures are not indexed. A live state that has no field of its own gives the
   * catalogue of the fixtures, so that sessions share the plans that are cached for it.
   */
  get indexedFields(): FieldCatalogue | undefined {
    const fixtures = this.base.indexedFields;
    this.#renewFields();
    if (!fixtures || this.#unscanned) return undefined;
    this.#fields.merge(fixtures);
    return this.#fields.revision === fixtures.revision ? fixtures : this.#fields;
  }

  /** Indexes keys and fields ahead of the first request that needs them. */
  *index(): Work<void> {
    yield* this.base.indexKeys();
    yield* this.indexFields();
  }

  /** {@link fields} in time slices. */
  *indexFields(): Work<FieldCatalogue> {
    yield* this.base.indexFields();
    this.#renewFields();
    for (let scanned = 1; this.#unscanned; scanned++) {
      const next = this.#unscanned.next();
      if (next.done) this.#unscanned = null;
      else if (next.value.live) this.#fields.addRecord(next.value.live.value);
      if (scanned % wholeRecordsLength === 0) yield;
    }
    return this.fields;
  }

  /** Begins a new catalogue if the fields of the fixtures were dropped. */
  #renewFields(): void {
    if (this.#fieldsDropped === this.base.fieldsDropped) return;
    this.#fieldsDropped = this.base.fieldsDropped;
    this.#fields = new FieldCatalogue(this.definition);
    this.#unscanned = this.layer.values();
  }

  /** The number of fields and types known so far. It grows with a write that introduces one. */
  get knownFields(): number {
    return this.#fields.revision + this.base.knownFields;
  }

  /** Drops the known fields, here and in sessions: those of the present records become known again at the next use. */
  dropFields(): void {
    this.base.dropFields();
  }

  /** The id of a record value; undefined when its key is missing or unusable. */
  idOf(value: JsonObject): string | undefined {
    return idOf(member(value, this.definition.key));
  }

  /** An unused key: the next number when all keys are integers, else one by the schema, made from a new id. */
  nextKey(newId: () => string): string | number {
    return this.newKeys(newId)();
  }

  /** Returns a function that makes unused keys, one a call, for records that are not written yet. */
  newKeys(newId: () => string): () => string | number {
    return this.#keys.newKeys(newId, (id) => this.get(id) !== undefined);
  }

  /** Lets {@link nextKey} continue as if the key had never been used. Call it when no record has the key any more. */
  dropKey(key: Json): void {
    this.#keys.drop(key);
  }

  *#changedValues(): Generator<JsonObject> {
    for (const { live } of this.layer.values()) if (live) yield live.value;
  }

  get(id: string): StoredRecord | undefined {
    const entry = this.layer.get(id);
    return entry ? entry.live : this.base.get(id);
  }

  recordsOf(keys: readonly KeyRank[]): readonly (StoredRecord | undefined)[] {
    const fixtures = this.base.recordsOf(keys);
    if (this.layer.size === 0) return fixtures;
    const entries = keys.map((key) => this.layer.get(String(key)));
    return entries.map((entry, index) => (entry ? entry.live : fixtures[index]));
  }

  fixture(id: string): StoredRecord | undefined {
    return this.base.get(id);
  }

  /** The fixtures as they are now, in the order of the file. */
  fixtures(): RecordSnapshot {
    return this.base.snapshot();
  }

  /** The record of this id that was removed last, while it is remembered. */
  removed(id: string): StoredRecord | undefined {
    return this.latestRemoved.peek(id);
  }

  /** The live records as they are now, in no promised order. */
  snapshot(): RecordSnapshot {
    return new RecordSnapshot(this.base.under(this.layer), this.size, this.revision, this.base);
  }

  /** The live record, else the one that was removed, else the fixture. */
  lastKnown(id: string): StoredRecord | undefined {
    return this.get(id) ?? this.latestRemoved.get(id) ?? this.base.get(id);
  }

  isChanged(id: string): boolean {
    return this.layer.get(id)?.isChanged ?? false;
  }

  changedIds(): readonly string[] {
    const ids: string[] = [];
    for (const [id, { isChanged }] of this.layer) if (isChanged) ids.push(id);
    return ids;
  }

  /** Calls the observer synchronously after every change. Returns a function that unsubscribes it. */
  observe(observer: (change: ObservedChange) => void): () => void {
    this.#observers.add(observer);
    return () => this.#observers.delete(observer);
  }

  /** Writes the live record, for a POST, PUT or PATCH. The value must have the id under its key. */
  write(id: string, value: JsonObject): StoredRecord {
    const before = this.get(id);
    const live = this.issue(id, value, this.lastVersion(id, before));
    this.put(id, before, live);
    return live;
  }

  /** Deletes the live record, for a DELETE, and returns it. */
  remove(id: string): StoredRecord | undefined {
    const before = this.get(id);
    if (before) this.put(id, before, undefined);
    return before;
  }

  /** Sets the live record to its fixture. */
  reset(id: string): void {
    if (!this.isChanged(id)) return;
    const fixture = this.base.get(id);
    const before = this.get(id);
    this.put(id, before, fixture && this.issue(id, fixture.value, this.lastVersion(id, before)));
  }

  /** Gives the live record a version above that one, with the same value. Records to come start above it too. */
  renew(id: string, above: number): void {
    this.floor = Math.max(this.floor, above);
    const live = this.get(id);
    if (live) this.put(id, live, this.issue(id, live.value, Math.max(above, this.lastVersion(id, live))));
  }

  /** The version that the next one of a record must exceed; `before` is the live record. */
  protected lastVersion(id: string, before: StoredRecord | undefined): number {
    return Math.max(before?.version ?? this.floor, this.layer.get(id)?.fixture?.version ?? 0);
  }

  /** Makes the version of a record after `last`. */
  protected abstract issue(id: string, value: JsonObject, last: number): StoredRecord;

  /** Adds the fields and the key of a new value to the indexes. */
  protected indexValue(value: JsonObject): void {
    this.#fields.addRecord(value);
    this.#keys.add(value);
  }

  /** Sets the live record and notifies observers: every change ends here. The fixture must be set before. */
  protected put(id: string, before: StoredRecord | undefined, after: StoredRecord | undefined): void {
    const changed = changedMembers(before, after);
    if (after && changed) this.#fields.addMembers(after.value, changed);
    else if (after) this.indexValue(after.value);
    this.#setLive(id, after);
    if (before && !after) {
      this.floor = Math.max(this.floor, before.version);
      this.latestRemoved.set(id, before);
    }
    this.#size += (after ? 1 : 0) - (before ? 1 : 0);
    this.#revision += 1;
    const change: ObservedChange = { id, before, after, changed };
    for (const observer of this.#observers) observer(change);
  }

  /** Takes over a changed fixture; must be called before {@link put}. */
  protected rebase(id: string): void {
    const entry = this.layer.get(id);
    if (entry) this.layer.set(id, { ...entry, fixture: this.base.get(id), place: this.base.placeOf(id) });
  }

  #setLive(id: string, live: StoredRecord | undefined): void {
    const entry = this.layer.get(id);
    const fixture = entry ? entry.fixture : this.base.get(id);
    const isChanged = live !== fixture && !jsonEqual(live?.value, fixture?.value);
    this.#changedCount += Number(isChanged) - Number(entry?.isChanged ?? false);
    if (live === fixture) this.layer.delete(id);
    else this.layer.set(id, { live, fixture, isChanged, place: entry?.place ?? this.base.placeOf(id) });
  }
}
