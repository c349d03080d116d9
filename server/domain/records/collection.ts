import { type Json, type JsonObject, jsonEqual, member, setMember } from '../json/json.ts';
import { PlanMemory } from '../query/list-plan.ts';
import { finish, pieceLength, type Work } from '../work.ts';
import type { CollectionDefinition } from '../workspace.ts';
import { FieldCatalogue } from './fields.ts';
import { KeySequence } from './key-sequence.ts';
import { RecentMap } from './recent-map.ts';
import type { LiveSource, RecordChange, Snapshot } from './record-source.ts';
import { StoredRecord } from './stored-record.ts';
import { LiveViews } from './views.ts';

/** What has to outlive the process so that versions never go back: see {@link Collection.marks}. */
export interface VersionMarks {
  /** An id that is not among the fixtures starts above this version. */
  readonly floor: number;
  /** The version at which a fixture starts, where that is not 1. */
  readonly versions: Readonly<Record<string, number>>;
}

/** Removed records that are remembered, so that `since_id` can go on from one of them. */
const departedLimit = 10_000;

/**
 * The id that a key value stands for, or undefined when the value cannot be a key: an empty string, one with half a
 * surrogate pair, which no URL can carry, or anything else than a string or an integer.
 */
export function idOf(value: Json | undefined): string | undefined {
  if (typeof value === 'string') return value === '' || /\p{Surrogate}/u.test(value) ? undefined : value;
  return typeof value === 'number' && Number.isSafeInteger(value) ? String(value) : undefined;
}

/**
 * The records of one collection: fixtures below, live changes above. Reading looks through both; reset and keep cost
 * what changed, not what is there. Only `edit` and `keep` touch the fixtures.
 *
 * Versions: a live record's next version is one more; the version of a record that was removed raises the floor, above
 * which every record starts that comes to life. So no id ever gets a version twice, and nothing has to be kept for ids
 * that are gone.
 */
export class Collection implements LiveSource {
  readonly definition: CollectionDefinition;
  /** Fixtures by id. One that is deleted keeps its place, so that undoing the deletion leaves the file as it was. */
  readonly #fixtures = new Map<string, StoredRecord | undefined>();
  /** What stands above the fixtures: another version, not always with another value; null is a deleted fixture. */
  readonly #above = new Map<string, StoredRecord | null>();
  /** Ids whose live value differs from the fixture. */
  readonly #changed = new Set<string>();
  /** Versions of the fixtures that are not at version 1. */
  readonly #fixtureVersions = new Map<string, number>();
  /** Records as they were when they were removed. */
  readonly #departed = new RecentMap<string, StoredRecord>(departedLimit);
  readonly #observers = new Set<(change: RecordChange) => void>();
  #floor: number;
  #size = 0;
  #revision = 0;
  /** The latest {@link snapshot}, while it is the newest state. */
  #snapshot: Snapshot | undefined;
  /** What fields every record that was written had; those of the fixtures too, once somebody has asked. */
  readonly #fields: FieldCatalogue;
  /** The fixtures that the catalogue has not seen; undefined before anybody has asked for it. */
  #unseen: Iterator<StoredRecord> | undefined;
  #keys: KeySequence | undefined;
  /** What the latest requests for lists ask for. */
  readonly plans = new PlanMemory(this);
  /** The live records in the orders that requests use. */
  readonly views = new LiveViews(this);

  /** Throws when a fixture has no usable key, or has that of another: whoever reads a file makes sure of that. */
  constructor(definition: CollectionDefinition, fixtures: readonly JsonObject[], marks?: VersionMarks) {
    this.definition = definition;
    this.#fields = new FieldCatalogue(definition);
    this.#floor = marks?.floor ?? 0;
    for (const value of fixtures) {
      const id = this.idOf(value);
      if (id === undefined || this.#fixtures.has(id)) {
        throw new Error(
          `A fixture of ${definition.name} has no ${definition.key} of its own: ${JSON.stringify(value)}`,
        );
      }
      this.#fixtures.set(id, new StoredRecord(id, value, 1));
    }
    for (const [id, version] of Object.entries(marks?.versions ?? {})) {
      const fixture = this.#fixtures.get(id);
      if (fixture) this.#setFixture(id, new StoredRecord(id, fixture.value, version));
      else this.#floor = Math.max(this.#floor, version);
    }
    this.#size = this.#fixtures.size;
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
    return this.#changed.size;
  }

  /** The fields that requests may name. The fixtures are looked through when it is first asked for. */
  get fields(): FieldCatalogue {
    return finish(this.learnFields());
  }

  /** {@link fields}, with pauses when it is asked for first. Everyone who asks meanwhile does a share. */
  *learnFields(): Work<FieldCatalogue> {
    this.#unseen ??= this.fixtures();
    let gone = 0;
    for (let next = this.#unseen.next(); !next.done; next = this.#unseen.next()) {
      this.#fields.see(next.value.value);
      gone += 1;
      if (gone % pieceLength === 0) yield;
    }
    return this.#fields;
  }

  /** The id of a record value, or undefined when its key is missing or unusable. */
  idOf(value: JsonObject): string | undefined {
    return idOf(member(value, this.definition.key));
  }

  /** A key that no record has: the next number where all keys are integers, else what `newId` makes. */
  nextKey(newId: () => string): string | number {
    if (!this.#keys) {
      this.#keys = new KeySequence();
      for (const record of this.#everything()) this.#keys.see(member(record.value, this.definition.key));
    }
    return this.#keys.next() ?? newId();
  }

  /** The live record. */
  get(id: string): StoredRecord | undefined {
    const above = this.#above.get(id);
    return above === undefined ? this.#fixtures.get(id) : (above ?? undefined);
  }

  /** The fixture, whatever the live state says. */
  fixture(id: string): StoredRecord | undefined {
    return this.#fixtures.get(id);
  }

  /** The record of that id as it was last seen: live, before it was removed, or in the fixtures. */
  lastKnown(id: string): StoredRecord | undefined {
    return this.get(id) ?? this.#departed.get(id) ?? this.#fixtures.get(id);
  }

  isChanged(id: string): boolean {
    return this.#changed.has(id);
  }

  changedIds(): readonly string[] {
    return [...this.#changed];
  }

  /** The live records as they are now, in no promised order. One array as long as nothing changes. */
  snapshot(): Snapshot {
    if (this.#snapshot) return this.#snapshot;
    const records: StoredRecord[] = [];
    this.#fixtures.forEach((fixture, id) => {
      const record = this.#above.size === 0 ? fixture : this.get(id);
      if (record) records.push(record);
    });
    for (const [id, record] of this.#above) {
      if (record && !this.#fixtures.has(id)) records.push(record);
    }
    this.#snapshot = { records, revision: this.#revision };
    return this.#snapshot;
  }

  /** The fixtures, in the order of the file. */
  *fixtures(): IterableIterator<StoredRecord> {
    for (const fixture of this.#fixtures.values()) if (fixture) yield fixture;
  }

  /** Calls back after every change, in the same turn. Returns the way to stop it. */
  observe(observer: (change: RecordChange) => void): () => void {
    this.#observers.add(observer);
    return () => this.#observers.delete(observer);
  }

  /** Writes the live state: what a client's POST, PUT or PATCH does. The value must carry the id under the key. */
  write(id: string, value: JsonObject): StoredRecord {
    const live = this.#issue(id, value);
    this.#put(id, this.#fixtures.get(id), live);
    return live;
  }

  /** Deletes from the live state: what a client's DELETE does. Returns what was there. */
  remove(id: string): StoredRecord | undefined {
    const before = this.get(id);
    if (before) this.#put(id, this.#fixtures.get(id), undefined);
    return before;
  }

  /**
   * Sets fixture and live state at once, each to its value or, with undefined, to nothing: what an edit in the console
   * and its undo do. Either may differ from the other; what stays the same keeps its version and its tag.
   */
  edit(id: string, fixture: JsonObject | undefined, live: JsonObject | undefined): void {
    const before = this.get(id);
    const after = live && (before && jsonEqual(before.value, live) ? before : this.#issue(id, live));
    const kept = [after, this.#fixtures.get(id)].find((record) => record && jsonEqual(record.value, fixture));
    this.#put(id, fixture && (kept ?? this.#issue(id, fixture)), after);
  }

  /** Makes the live state of that id equal its fixture again. */
  reset(id: string): void {
    if (!this.#changed.has(id)) return;
    const fixture = this.#fixtures.get(id);
    this.#put(id, fixture, fixture && this.#issue(id, fixture.value));
  }

  /** Makes the fixture of that id equal its live state. The live record, its version and its tag stay as they are. */
  keep(id: string): void {
    if (!this.#changed.has(id)) return;
    const live = this.get(id);
    this.#put(id, live, live);
  }

  /**
   * What must be stored with the file so that a later {@link Collection} over it never gives out an old version. A
   * fixture whose live state differs changes back when the live state is dropped, so it starts at a new version then.
   */
  marks(): VersionMarks {
    let floor = this.#floor;
    const versions: Record<string, number> = {};
    for (const [id, version] of this.#fixtureVersions) setMember(versions, id, version);
    for (const [id, live] of this.#above) {
      const last = live?.version ?? this.#floor;
      if (!this.#fixtures.get(id)) floor = Math.max(floor, last);
      else setMember(versions, id, this.#changed.has(id) ? last + 1 : last);
    }
    return { floor, versions };
  }

  /** Every record of both levels. */
  *#everything(): IterableIterator<StoredRecord> {
    yield* this.fixtures();
    for (const record of this.#above.values()) if (record) yield record;
  }

  /** The value at the next version of that id. */
  #issue(id: string, value: JsonObject): StoredRecord {
    this.#fields.see(value);
    this.#keys?.see(member(value, this.definition.key));
    return new StoredRecord(id, value, (this.get(id)?.version ?? this.#floor) + 1);
  }

  /** The one place where anything changes: sets both levels of an id and tells everybody. */
  #put(id: string, fixture: StoredRecord | undefined, after: StoredRecord | undefined): void {
    const before = this.get(id);
    const replaced = this.#fixtures.get(id);
    if (replaced && replaced !== fixture) this.#fields.see(replaced.value);
    this.#setFixture(id, fixture);
    if (after === fixture) this.#above.delete(id);
    else this.#above.set(id, after ?? null);
    if (jsonEqual(after?.value, fixture?.value)) this.#changed.delete(id);
    else this.#changed.add(id);
    if (before && !after) {
      this.#floor = Math.max(this.#floor, before.version);
      this.#departed.set(id, before);
    }
    this.#size += (after ? 1 : 0) - (before ? 1 : 0);
    this.#revision += 1;
    this.#snapshot = undefined;
    for (const observer of this.#observers) observer({ id, before, after });
  }

  #setFixture(id: string, fixture: StoredRecord | undefined): void {
    if (fixture || this.#fixtures.has(id)) this.#fixtures.set(id, fixture);
    if (fixture && fixture.version !== 1) this.#fixtureVersions.set(id, fixture.version);
    else this.#fixtureVersions.delete(id);
  }
}
