import { finish, takeInPieces, type Work, wholeRecordsLength } from '../basics/work.ts';
import { FieldCatalogue } from '../fields/fields.ts';
import { type Json, type JsonObject, member } from '../json/json.ts';
import type { CollectionDefinition } from '../model/collection-definition.ts';
import type { KeyRank } from '../sort/key-order.ts';
import { KeyIndex } from './key-index.ts';
import { KeySequence } from './key-sequence.ts';
import { type LazyRecord, RecordSnapshot, recordValue, unchangedRecord } from './record-snapshot.ts';
import { type Background, changedMembers, type LiveSource, type ObservedChange } from './record-source.ts';
import { StoredRecord } from './stored-record.ts';
import { startAbove, type VersionWatermarks } from './version-watermarks.ts';

/** Called with a version before a record carries it. The caller makes sure that no restart gives it out again. */
export type ReserveVersion = (version: number) => void;

export interface FixtureOptions {
  readonly reserve?: ReserveVersion | undefined;
  readonly inBackground?: Background;
}

/** The records of a collection in the workspace file, with their versions and fields: the base of every live state. */
export class Fixtures implements LiveSource {
  #definition: CollectionDefinition;
  /** Added to the revisions of live states; grows with {@link redefine}, because lists may look different then. */
  revisionShift = 0;
  /** The version of fixtures that have not changed since the start. */
  readonly firstVersion: number;
  /** The highest version that sessions had given out before the start. */
  readonly sessionsAtStart: number;
  readonly inBackground: Background;
  readonly #reserve: ReserveVersion;
  /** Ids without a fixture start above this version. */
  #floor: number;
  #highest: number;
  /** The highest version that a session has given out, in this run or an earlier one. */
  #sessionsHighest: number;
  /**
   * The fixtures of the file, in its order, then the added ones. A deleted fixture leaves null in its place, so that undoing
   * the deletion restores the file's order. {@link #snapshot} shares the array.
   */
  #records: (LazyRecord | null)[];
  /** The places in {@link #records} of the ids of the file. */
  readonly #places: KeyIndex;
  /** The places of added fixtures. */
  readonly #added = new Map<string, number>();
  readonly #observers = new Set<(change: ObservedChange) => void>();
  #size = 0;
  #revision = 0;
  /** The latest {@link snapshot}, until the next change. */
  #snapshot: RecordSnapshot | undefined;
  /** Fields of replaced fixtures and, as far as they are scanned, of the present ones. */
  #fields: FieldCatalogue;
  #fieldsDropped = 0;
  /** Fixtures that are not scanned yet; undefined before the scan begins. */
  #unscanned: Iterator<LazyRecord | null> | undefined;
  /** The catalogue after the scan. */
  #indexedFields: FieldCatalogue | undefined;
  #keys: KeySequence | undefined;
  readonly #droppedKeys: Json[] = [];

  /** Throws when a record has no usable key or a duplicate one: readers of files must check that first. */
  constructor(
    definition: CollectionDefinition,
    records: readonly JsonObject[],
    watermarks = startAbove(0),
    { reserve = () => {}, inBackground = finish }: FixtureOptions = {},
  ) {
    this.#definition = definition;
    this.firstVersion = watermarks.first;
    this.sessionsAtStart = watermarks.sessions;
    this.#sessionsHighest = watermarks.sessions;
    this.#reserve = reserve;
    this.inBackground = inBackground;
    this.#fields = new FieldCatalogue(definition);
    const places = KeyIndex.of(records, definition.key);
    if (!places) throw new Error(`A fixture of ${definition.name} has no ${definition.key} of its own.`);
    this.#records = [...records];
    this.#places = places;
    this.#size = records.length;
    this.#floor = watermarks.floor;
    this.#highest = Math.max(watermarks.floor, watermarks.first, watermarks.sessions);
    finish(this.restoreVersions(watermarks.versions));
  }

  /** Gives the fixtures of a start the versions of its watermarks, before anybody has read one. */
  *restoreVersions(versions: VersionWatermarks['versions']): Work<void> {
    yield* takeInPieces(versions, ([id, version]) => {
      const place = this.#places.placeOf(id);
      const record = this.#records[place];
      if (record) this.#put(id, place, new StoredRecord(id, recordValue(record), version));
      else this.#floor = Math.max(this.#floor, version);
      this.#highest = Math.max(this.#highest, version);
    });
  }

  get definition(): CollectionDefinition {
    return this.#definition;
  }

  /**
   * Gives the collection another name, order, time member or schema; its key stays. The revisions of all live states grow by
   * `shift`.
   */
  redefine(definition: CollectionDefinition, shift: number): void {
    this.#definition = definition;
    this.revisionShift += shift;
    this.dropFields();
  }

  get size(): number {
    return this.#size;
  }

  get revision(): number {
    return this.#revision;
  }

  /** Ids without a fixture start above this version. Grows with deleted fixtures. */
  get floor(): number {
    return this.#floor;
  }

  /** No version above this one has been given out, neither here nor in a live state above. */
  get highestVersion(): number {
    return this.#highest;
  }

  /** The highest version that a session has given out; grows with {@link issueToSession}. */
  get sessionsHighest(): number {
    return this.#sessionsHighest;
  }

  get(id: string): StoredRecord | undefined {
    const place = this.placeOf(id);
    const present = place === -1 ? undefined : this.#records[place];
    if (!present || present instanceof StoredRecord) return present ?? undefined;
    const record = new StoredRecord(id, present, this.firstVersion);
    this.#records[place] = record;
    return record;
  }

  recordsOf(keys: readonly KeyRank[]): readonly (StoredRecord | undefined)[] {
    const records = keys.map((key) => this.#records[this.#places.placeOfRank(key)]);
    return records.map((one, index) => (one instanceof StoredRecord ? one : this.get(String(keys[index]))));
  }

  /** The place of a fixture in the {@link snapshot}, also of a deleted one; -1 for an id that never had one. */
  placeOf(id: string): number {
    const place = this.#places.placeOf(id);
    return place === -1 ? (this.#added.get(id) ?? -1) : place;
  }

  /** The record of a value in a snapshot: the present one if it has not changed since, else one at the first version. */
  recordOf(value: JsonObject): StoredRecord {
    const unchanged = unchangedRecord(value, this);
    const record = this.get(unchanged.id);
    return record?.value === value && record.version === unchanged.version ? record : unchanged;
  }

  /** Makes a version of a record, the one after `last`. */
  issue(id: string, value: JsonObject, last: number): StoredRecord {
    this.#reserve(last + 1);
    this.#highest = Math.max(this.#highest, last + 1);
    return new StoredRecord(id, value, last + 1);
  }

  /** {@link issue} for the live state of a session: no later fixture gets this version or a lower one. */
  issueToSession(id: string, value: JsonObject, last: number): StoredRecord {
    this.#sessionsHighest = Math.max(this.#sessionsHighest, last + 1);
    return this.issue(id, value, last);
  }

  /** Notes a version that a session has given out elsewhere. */
  noteSessionVersion(version: number): void {
    this.#sessionsHighest = Math.max(this.#sessionsHighest, version);
  }

  /** The version that a changed fixture must exceed: a session, open or to come, may have seen every version up to it. */
  lastVersion(id: string): number {
    return Math.max(this.#sessionsHighest, this.get(id)?.version ?? this.#floor);
  }

  /** In the order of the file. */
  snapshot(): RecordSnapshot {
    this.#snapshot ??= new RecordSnapshot(this.#records, this.#size, this.#revision, this);
    return this.#snapshot;
  }

  /** The records of a snapshot with those of a layer in their places, undefined for a removed one, and the others after them. */
  under(layer: ReadonlyMap<string, { live: StoredRecord | undefined; place: number }>): readonly (LazyRecord | null)[] {
    const fixtures = this.snapshot().records;
    if (layer.size === 0) return fixtures;
    const records = fixtures.slice();
    for (const { live, place } of layer.values()) {
      if (place !== -1) records[place] = live ?? null;
      else if (live) records.push(live);
    }
    return records;
  }

  observe(observer: (change: ObservedChange) => void): () => void {
    this.#observers.add(observer);
    return () => this.#observers.delete(observer);
  }

  /** Speeds up the search for an id; runs in time slices. */
  *indexKeys(): Work<void> {
    yield* this.#places.index();
    const revision = this.#revision;
    const keys = yield* KeySequence.of(this.snapshot().values(), this.definition.key);
    if (this.#revision === revision) this.#keys ??= keys;
  }

  /** The fields that the fixtures have or had; undefined until {@link indexFields} has ended. */
  get indexedFields(): FieldCatalogue | undefined {
    return this.#indexedFields;
  }

  /** The number of fields and types known so far. */
  get knownFields(): number {
    return this.#fields.revision;
  }

  /** How often {@link dropFields} has dropped the fields. Catalogues that contain them are out of date when it grows. */
  get fieldsDropped(): number {
    return this.#fieldsDropped;
  }

  /** Drops the known fields; the next {@link indexFields} scans the fixtures again. */
  dropFields(): void {
    this.#fields = new FieldCatalogue(this.definition);
    this.#indexedFields = undefined;
    this.#unscanned = undefined;
    this.#fieldsDropped += 1;
  }

  /** Scans the fixtures for fields, in time slices; concurrent callers share one scan. */
  *indexFields(): Work<void> {
    for (let scanned = 1; ; scanned++) {
      // The fields may be dropped between two slices; the scan begins again then.
      this.#unscanned ??= this.#records.values();
      const next = this.#unscanned.next();
      if (next.done) break;
      if (next.value) this.#fields.addRecord(recordValue(next.value));
      if (scanned % wholeRecordsLength === 0) yield;
    }
    this.#indexedFields = this.#fields;
  }

  /** A copy of the key sequence, for the caller to continue. */
  keys(): KeySequence {
    this.#keys ??= finish(KeySequence.of(this.snapshot().values(), this.definition.key));
    return this.#keys.copy();
  }

  /** The keys that {@link dropKey} took out of the sequence so far. Copies that depend on a later one are out of date. */
  get droppedKeys(): readonly Json[] {
    return this.#droppedKeys;
  }

  /** Drops the key sequence if it depends on a removed key; the next use scans the fixtures again. */
  dropKey(key: Json): void {
    if (!this.#keys?.dependsOn(key)) return;
    this.#keys = undefined;
    this.#droppedKeys.push(key);
  }

  /** Sets a fixture, or deletes it with undefined, and notifies observers. */
  set(id: string, after: StoredRecord | undefined): void {
    const before = this.get(id);
    if (before === after) return;
    // Known fields stay known, also those of a fixture that is replaced before the scan.
    if (before) this.#fields.addRecord(before.value);
    if (after) {
      this.#fields.addRecord(after.value);
      this.#keys?.add(member(after.value, this.definition.key));
    }
    if (this.#snapshot) this.#records = this.#records.slice();
    this.#snapshot = undefined;
    this.#put(id, this.placeOf(id), after);
    if (before && !after) this.#floor = Math.max(this.#floor, before.version);
    this.#size += (after ? 1 : 0) - (before ? 1 : 0);
    this.#revision += 1;
    const change: ObservedChange = { id, before, after, changed: changedMembers(before, after) };
    for (const observer of this.#observers) observer(change);
  }

  /** `place` is -1 for an id without a place. */
  #put(id: string, place: number, record: StoredRecord | undefined): void {
    if (place !== -1) this.#records[place] = record ?? null;
    else if (record) this.#added.set(id, this.#records.push(record) - 1);
  }
}
