import { LruMap } from '../basics/lru-map.ts';
import { finish, type Work } from '../basics/work.ts';
import { FieldCatalogue } from '../fields/fields.ts';
import { type JsonObject, jsonEqual, member } from '../json/json.ts';
import type { CollectionDefinition } from '../model/collection-definition.ts';
import type { KeyRank } from '../sort/key-order.ts';
import type { Fixtures } from './fixtures.ts';
import { idOf } from './key-index.ts';
import type { KeySequence } from './key-sequence.ts';
import type { RecordSnapshot } from './record-snapshot.ts';
import { changedMembers, type Layers, type ObservedChange } from './record-source.ts';
import { StoredRecord } from './stored-record.ts';

/** What stands above a fixture, or where there is none. */
interface Above {
  /** Another version than the fixture, not always with another value; undefined for a fixture that is deleted. */
  live: StoredRecord | undefined;
  /** The fixture below: kept here, so that a write need not look for it. */
  fixture: StoredRecord | undefined;
  /** False where the live value is that of the fixture all the same. */
  isChanged: boolean;
}

/** Removed records that are remembered, so that `since_id` can go on from one of them. */
const departedLimit = 10_000;

/**
 * The records of one collection as clients see and change them: a layer of live changes over the fixtures. Reading looks
 * through both; a reset costs what changed, not what is there. Several layers may stand over the same fixtures.
 *
 * Versions: a live record's next version is one more; the version of a record that was removed raises the floor, above
 * which every record starts that comes to life. So no id ever gets a version twice, and nothing has to be kept for ids
 * that are gone.
 */
export abstract class Collection {
  abstract readonly layers: Layers;
  protected readonly base: Fixtures;
  protected readonly above = new Map<string, Above>();
  protected floor: number;
  /** Records as they were when they were removed. */
  readonly #departed = new LruMap<string, StoredRecord>(departedLimit);
  readonly #observers = new Set<(change: ObservedChange) => void>();
  #size: number;
  #changedCount = 0;
  #revision = 0;
  /** What fields every record that was written had; those of the fixtures too, as far as they were learned. */
  readonly #fields: FieldCatalogue;
  #keys: KeySequence | undefined;

  constructor(base: Fixtures) {
    this.base = base;
    this.floor = base.floor;
    this.#size = base.size;
    this.#fields = new FieldCatalogue(base.definition);
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
    return this.#revision;
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
    if (!fixtures) return undefined;
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
    return this.fields;
  }

  /** The id of a record value, or undefined when its key is missing or unusable. */
  idOf(value: JsonObject): string | undefined {
    return idOf(member(value, this.definition.key));
  }

  /** A key that no record has: the next number where all keys are integers, else what `newId` makes. */
  nextKey(newId: () => string): string | number {
    return this.#knownKeys().next() ?? newId();
  }

  /** Such keys for many records that are yet to be written, one a call. */
  newKeys(newId: () => string): () => string | number {
    const keys = this.#knownKeys().copy();
    return () => {
      const key = keys.next() ?? newId();
      keys.add(key);
      return key;
    };
  }

  #knownKeys(): KeySequence {
    if (!this.#keys) {
      this.#keys = this.base.keys();
      for (const { live } of this.above.values()) if (live) this.#keys.add(member(live.value, this.definition.key));
    }
    return this.#keys;
  }

  /** The live record. */
  get(id: string): StoredRecord | undefined {
    const above = this.above.get(id);
    return above ? above.live : this.base.get(id);
  }

  recordsOf(keys: readonly KeyRank[]): readonly (StoredRecord | undefined)[] {
    const fixtures = this.base.recordsOf(keys);
    if (this.above.size === 0) return fixtures;
    const above = keys.map((key) => this.above.get(String(key)));
    return above.map((one, index) => (one ? one.live : fixtures[index]));
  }

  /** The fixture, whatever the live state says. */
  fixture(id: string): StoredRecord | undefined {
    return this.base.get(id);
  }

  /** The fixtures of this moment, in the order of the file. */
  fixtures(): RecordSnapshot {
    return this.base.snapshot();
  }

  /** The record of that id as it was last seen: live, before it was removed, or in the fixtures. */
  lastKnown(id: string): StoredRecord | undefined {
    return this.get(id) ?? this.#departed.get(id) ?? this.base.get(id);
  }

  isChanged(id: string): boolean {
    return this.above.get(id)?.isChanged ?? false;
  }

  changedIds(): readonly string[] {
    return [...this.above].filter(([, { isChanged }]) => isChanged).map(([id]) => id);
  }

  /** Calls back after every change, in the same turn. Returns the way to stop it. */
  observe(observer: (change: ObservedChange) => void): () => void {
    this.#observers.add(observer);
    return () => this.#observers.delete(observer);
  }

  /** Writes the live state: what a client's POST, PUT or PATCH does. The value must carry the id under the key. */
  write(id: string, value: JsonObject): StoredRecord {
    const before = this.get(id);
    const live = this.issue(id, value, before);
    this.put(id, before, live);
    return live;
  }

  /** Deletes from the live state: what a client's DELETE does. Returns what was there. */
  remove(id: string): StoredRecord | undefined {
    const before = this.get(id);
    if (before) this.put(id, before, undefined);
    return before;
  }

  /** Makes the live state of that id equal its fixture again. */
  reset(id: string): void {
    if (!this.isChanged(id)) return;
    const fixture = this.base.get(id);
    const before = this.get(id);
    this.put(id, before, fixture && this.issue(id, fixture.value, before));
  }

  /** The value at the next version of that id; `before` is the live record. */
  protected issue(id: string, value: JsonObject, before: StoredRecord | undefined): StoredRecord {
    return new StoredRecord(id, value, (before?.version ?? this.floor) + 1);
  }

  /** Takes note of a value that came to be there, in the live state or not. */
  protected indexValue(value: JsonObject): void {
    this.#fields.addRecord(value);
    this.#keys?.add(member(value, this.definition.key));
  }

  /** The one place where anything changes: sets what is live above a fixture that has its place, and tells everybody. */
  protected put(id: string, before: StoredRecord | undefined, after: StoredRecord | undefined): void {
    const changed = changedMembers(before, after);
    if (after && changed) this.#fields.addMembers(after.value, changed);
    else if (after) this.indexValue(after.value);
    this.#lay(id, after);
    if (before && !after) {
      this.floor = Math.max(this.floor, before.version);
      this.#departed.set(id, before);
    }
    this.#size += (after ? 1 : 0) - (before ? 1 : 0);
    this.#revision += 1;
    const change: ObservedChange = { id, before, after, changed };
    for (const observer of this.#observers) observer(change);
  }

  /** To be called when the fixture of that id is another, before {@link put}. */
  protected rebase(id: string): void {
    const above = this.above.get(id);
    if (above) above.fixture = this.base.get(id);
  }

  /** Lays what is live over the fixture. */
  #lay(id: string, live: StoredRecord | undefined): void {
    const above = this.above.get(id);
    const fixture = above ? above.fixture : this.base.get(id);
    const isChanged = live !== fixture && !jsonEqual(live?.value, fixture?.value);
    this.#changedCount += Number(isChanged) - Number(above?.isChanged ?? false);
    if (live === fixture) this.above.delete(id);
    else if (!above) this.above.set(id, { live, fixture, isChanged });
    else {
      above.live = live;
      above.isChanged = isChanged;
    }
  }
}
