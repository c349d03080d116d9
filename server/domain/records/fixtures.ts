import { type Json, type JsonObject, member } from '../json/json.ts';
import type { Filter } from '../query/filter.ts';
import { PlanMemory } from '../query/list-plan.ts';
import type { Sort } from '../query/sort.ts';
import { finish, pieceLength, type Work } from '../work.ts';
import type { CollectionDefinition } from '../workspace.ts';
import { FieldCatalogue } from './fields.ts';
import { KeySequence } from './key-sequence.ts';
import type { OrderedRecords, OrderedSource } from './ordered-records.ts';
import type { LiveSource, RecordChange, Snapshot } from './record-source.ts';
import { StoredRecord } from './stored-record.ts';
import { LiveViews } from './views.ts';

/** What has to outlive the process so that versions never go back. */
export interface VersionMarks {
  /** An id that is not among the fixtures starts above this version. */
  readonly floor: number;
  /** The version at which a fixture starts, where that is not 1. */
  readonly versions: Readonly<Record<string, number>>;
}

/**
 * The id that a key value stands for, or undefined when the value cannot be a key: an empty string, one with half a
 * surrogate pair, which no URL can carry, or anything else than a string or an integer.
 */
export function idOf(value: Json | undefined): string | undefined {
  if (typeof value === 'string') return value === '' || /\p{Surrogate}/u.test(value) ? undefined : value;
  return typeof value === 'number' && Number.isSafeInteger(value) ? String(value) : undefined;
}

/** The records of a collection as the workspace file has them, and what is known of them: the floor of every live state. */
export class Fixtures implements LiveSource, OrderedSource {
  readonly definition: CollectionDefinition;
  /** An id that was never among them starts above this version. */
  readonly floor: number;
  /** One that is deleted keeps its place, so that undoing the deletion leaves the file as it was. */
  readonly #records = new Map<string, StoredRecord | undefined>();
  /** Versions of those that are not at version 1. */
  readonly #versions = new Map<string, number>();
  readonly #observers = new Set<(change: RecordChange) => void>();
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
    for (const value of records) {
      const id = idOf(member(value, definition.key));
      if (id === undefined || this.#records.has(id)) {
        throw new Error(
          `A fixture of ${definition.name} has no ${definition.key} of its own: ${JSON.stringify(value)}`,
        );
      }
      this.#records.set(id, new StoredRecord(id, value, 1));
    }
    this.#size = this.#records.size;
    let floor = marks?.floor ?? 0;
    for (const [id, version] of Object.entries(marks?.versions ?? {})) {
      const record = this.#records.get(id);
      if (record) this.#place(id, new StoredRecord(id, record.value, version));
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
    return this.#records.get(id);
  }

  /** In the order of the file. */
  *all(): IterableIterator<StoredRecord> {
    for (const record of this.#records.values()) if (record) yield record;
  }

  snapshot(): Snapshot {
    this.#snapshot ??= { records: [...this.all()], revision: this.#revision };
    return this.#snapshot;
  }

  ordered(filter: Filter | null, sort: Sort): Work<OrderedRecords> {
    return this.#views.ordered(filter, sort);
  }

  observe(observer: (change: RecordChange) => void): () => void {
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
    const before = this.#records.get(id);
    if (before === after) return;
    // A field that was known once stays known, also where nobody had asked before it went.
    if (before) this.#fields.see(before.value);
    if (after) {
      this.#fields.see(after.value);
      this.#keys?.see(member(after.value, this.definition.key));
    }
    this.#place(id, after);
    this.#size += (after ? 1 : 0) - (before ? 1 : 0);
    this.#revision += 1;
    this.#snapshot = undefined;
    for (const observer of this.#observers) observer({ id, before, after });
  }

  #place(id: string, record: StoredRecord | undefined): void {
    if (record || this.#records.has(id)) this.#records.set(id, record);
    if (record && record.version !== 1) this.#versions.set(id, record.version);
    else this.#versions.delete(id);
  }
}
