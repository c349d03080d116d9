import { type JsonObject, member } from '../json/json.ts';
import type { Filter } from '../query/filter.ts';
import { PlanMemory } from '../query/list-plan.ts';
import type { Sort } from '../query/sort.ts';
import { finish, pieceLength, type Work } from '../work.ts';
import type { CollectionDefinition } from '../workspace.ts';
import { FieldCatalogue } from './fields.ts';
import { idOf, KeyIndex } from './key-index.ts';
import { KeySequence } from './key-sequence.ts';
import type { OrderedRecords, OrderedSource } from './ordered-records.ts';
import { changedMembers, type LiveSource, type Snapshot, type ToldChange } from './record-source.ts';
import { StoredRecord } from './stored-record.ts';
import { LiveViews } from './views.ts';

/** What has to outlive the process so that versions never go back. */
export interface VersionMarks {
  /** An id that is not among the fixtures starts above this version. */
  readonly floor: number;
  /** The version at which a fixture starts, where that is not 1, by id. */
  readonly versions: ReadonlyMap<string, number>;
}

/** The records of a collection as the workspace file has them, and what is known of them: the floor of every live state. */
export class Fixtures implements LiveSource, OrderedSource {
  readonly definition: CollectionDefinition;
  /** An id that was never among them starts above this version. */
  readonly floor: number;
  /**
   * Those of the file, in its order. Until somebody asks for it, one is no more than its value, so that opening a file
   * makes nothing for each. One that is deleted is null and keeps its place, so that undoing the deletion leaves the file
   * as it was.
   */
  readonly #rows: (JsonObject | StoredRecord | null)[];
  /** Where in {@link #rows} an id stands. */
  readonly #places: KeyIndex;
  /** Those in {@link #rows} that were asked for by their id. */
  readonly #found = new Map<string, StoredRecord>();
  /** Those that came later; here too, one that is deleted keeps its place. */
  readonly #added = new Map<string, StoredRecord | undefined>();
  /** Versions of those that are not at version 1. */
  readonly #versions = new Map<string, number>();
  readonly #observers = new Set<(change: ToldChange) => void>();
  #size = 0;
  #revision = 0;
  /** The latest {@link snapshot}, while it is the newest state. */
  #snapshot: Snapshot | undefined;
  /** What fields they had once they were replaced; those that are there too, once somebody has asked. */
  readonly #fields: FieldCatalogue;
  /** Those that the catalogue has not seen; undefined before anybody has asked for it. */
  #unseen: Iterator<StoredRecord> | undefined;
  #keys: KeySequence | undefined;
  /** What lists are asked for where nothing else is known than of the fixtures. */
  readonly plans = new PlanMemory(this);
  /** The fixtures in the orders that requests in sessions use. */
  readonly #views = new LiveViews(this);

  /** Throws when a record has no usable key, or has that of another: whoever reads a file makes sure of that. */
  constructor(definition: CollectionDefinition, records: readonly JsonObject[], marks?: VersionMarks) {
    this.definition = definition;
    this.#fields = new FieldCatalogue(definition);
    const places = KeyIndex.of(records, definition.key);
    if (!places) throw new Error(`A fixture of ${definition.name} has no ${definition.key} of its own.`);
    this.#rows = [...records];
    this.#places = places;
    this.#size = records.length;
    let floor = marks?.floor ?? 0;
    for (const [id, version] of marks?.versions ?? []) {
      const place = places.placeOf(id);
      const record = place === -1 ? undefined : this.#rowAt(place);
      if (record) this.#put(id, place, new StoredRecord(id, record.value, version));
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
    const found = this.#found.get(id) ?? this.#added.get(id);
    if (found) return found;
    const place = this.#places.placeOf(id);
    const record = place === -1 ? undefined : this.#rowAt(place);
    if (record) this.#found.set(id, record);
    return record;
  }

  /** In the order of the file. */
  *all(): IterableIterator<StoredRecord> {
    for (let place = 0; place < this.#rows.length; place++) {
      const record = this.#rowAt(place);
      if (record) yield record;
    }
    for (const record of this.#added.values()) if (record) yield record;
  }

  /**
   * Those of this moment, in the order of the file, however long somebody takes to go through them. Nothing is made for
   * each before it is its turn.
   */
  now(): Iterable<StoredRecord> {
    const rows = this.#rows.slice();
    const added = [...this.#added.values()];
    const { key } = this.definition;
    function* each(): IterableIterator<StoredRecord> {
      for (const row of rows) if (row) yield row instanceof StoredRecord ? row : recordOf(row, key);
      for (const record of added) if (record) yield record;
    }
    return { [Symbol.iterator]: each };
  }

  snapshot(): Snapshot {
    if (this.#snapshot) return this.#snapshot;
    const records: StoredRecord[] = [];
    for (let place = 0; place < this.#rows.length; place++) {
      const record = this.#rowAt(place);
      if (record) records.push(record);
    }
    for (const record of this.#added.values()) if (record) records.push(record);
    this.#snapshot = { records, revision: this.#revision };
    return this.#snapshot;
  }

  ordered(filter: Filter | null, sort: Sort): Work<OrderedRecords> {
    return this.#views.ordered(filter, sort);
  }

  observe(observer: (change: ToldChange) => void): () => void {
    this.#observers.add(observer);
    return () => this.#observers.delete(observer);
  }

  /** The fields that they have, or had. */
  get fields(): FieldCatalogue {
    return finish(this.learnFields());
  }

  /** {@link fields}, with pauses when it is asked for first; everyone who asks meanwhile does a share. */
  *learnFields(): Work<FieldCatalogue> {
    this.#unseen ??= this.all();
    let gone = 0;
    for (let next = this.#unseen.next(); !next.done; next = this.#unseen.next()) {
      this.#fields.see(next.value.value);
      gone += 1;
      if (gone % pieceLength === 0) yield;
    }
    return this.#fields;
  }

  /** The keys that they have, or had since this was first asked for; to be continued by whoever asks. */
  keys(): KeySequence {
    if (!this.#keys) {
      this.#keys = new KeySequence();
      for (const { value } of this.all()) this.#keys.see(member(value, this.definition.key));
    }
    return this.#keys.copy();
  }

  /** Puts a record into its place, or with undefined takes it out, and tells everybody. */
  set(id: string, after: StoredRecord | undefined): void {
    const before = this.get(id);
    if (before === after) return;
    // A field that was known once stays known, also where nobody had asked before it went.
    if (before) this.#fields.see(before.value);
    if (after) {
      this.#fields.see(after.value);
      this.#keys?.see(member(after.value, this.definition.key));
    }
    this.#put(id, this.#places.placeOf(id), after);
    this.#size += (after ? 1 : 0) - (before ? 1 : 0);
    this.#revision += 1;
    this.#snapshot = undefined;
    const change: ToldChange = { id, before, after, changed: changedMembers(before, after) };
    for (const observer of this.#observers) observer(change);
  }

  #rowAt(place: number): StoredRecord | undefined {
    const row = this.#rows[place] ?? undefined;
    if (row === undefined || row instanceof StoredRecord) return row;
    const record = recordOf(row, this.definition.key);
    this.#rows[place] = record;
    return record;
  }

  /** `place` is -1 for an id that the file does not have. */
  #put(id: string, place: number, record: StoredRecord | undefined): void {
    if (place !== -1) {
      this.#rows[place] = record ?? null;
      if (record) this.#found.set(id, record);
      else this.#found.delete(id);
    } else if (record || this.#added.has(id)) this.#added.set(id, record);
    if (record && record.version !== 1) this.#versions.set(id, record.version);
    else this.#versions.delete(id);
  }
}

/** A record of the file that nobody has changed. */
function recordOf(value: JsonObject, key: string): StoredRecord {
  return new StoredRecord(idOf(member(value, key)) ?? '', value, 1);
}
