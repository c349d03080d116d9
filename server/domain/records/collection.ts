import { type Json, type JsonObject, jsonEqual, member } from '../json/json.ts';
import type { CollectionDefinition } from '../workspace.ts';
import { StoredRecord } from './stored-record.ts';

/** One change of the live state: the record before and after; undefined where there is none. */
export interface RecordChange {
  readonly id: string;
  readonly before: StoredRecord | undefined;
  readonly after: StoredRecord | undefined;
}

/** What has to outlive the process so that versions never go back: see {@link Collection.marks}. */
export interface VersionMarks {
  /** Last version given out, for every id whose last version is not 1. */
  readonly issued: Readonly<Record<string, number>>;
  /** Ids whose live state differed from the fixture, and so changes back when the live state is dropped. */
  readonly changed: readonly string[];
}

/** The id that a key value stands for, or undefined when the value cannot be a key. */
export function idOf(value: Json | undefined): string | undefined {
  if (typeof value === 'string') return value === '' ? undefined : value;
  return typeof value === 'number' && Number.isSafeInteger(value) ? String(value) : undefined;
}

/**
 * The records of one collection: fixtures below, live changes above. Reading looks through both; reset and keep cost
 * what changed, not what is there.
 */
export class Collection {
  readonly definition: CollectionDefinition;
  /** Fixtures by id. An id that is not in here may still be live. */
  readonly #fixtures = new Map<string, StoredRecord>();
  /** Live changes by id; null says that the fixture is deleted. */
  readonly #changes = new Map<string, StoredRecord | null>();
  /** Last version given out by id, where it is not 1. Outlives the record. */
  readonly #issued = new Map<string, number>();
  readonly #observers = new Set<(change: RecordChange) => void>();
  #size = 0;
  #revision = 0;

  constructor(definition: CollectionDefinition, fixtures: readonly JsonObject[], marks?: VersionMarks) {
    this.definition = definition;
    for (const [id, version] of Object.entries(marks?.issued ?? {})) this.#issued.set(id, version);
    for (const value of fixtures) {
      const id = this.idOf(value);
      if (id === undefined) throw new Error(`A fixture of ${definition.name} has no usable ${definition.key}`);
      this.#fixtures.set(id, new StoredRecord(id, value, this.#issued.get(id) ?? 1));
    }
    this.#size = this.#fixtures.size;
    for (const id of marks?.changed ?? []) {
      const fixture = this.#fixtures.get(id);
      if (fixture) this.#fixtures.set(id, this.#issue(id, fixture.value));
    }
  }

  /** Number of live records. */
  get size(): number {
    return this.#size;
  }

  /** Grows with every change of the live state. */
  get revision(): number {
    return this.#revision;
  }

  /** Number of ids whose live state differs from the fixtures. */
  get changedCount(): number {
    return this.#changes.size;
  }

  /** The id of a record value, or undefined when its key is missing or unusable. */
  idOf(value: JsonObject): string | undefined {
    return idOf(member(value, this.definition.key));
  }

  /** The live record. */
  get(id: string): StoredRecord | undefined {
    const change = this.#changes.get(id);
    if (change === undefined) return this.#fixtures.get(id);
    return change ?? undefined;
  }

  /** The fixture, whatever the live state says. */
  fixture(id: string): StoredRecord | undefined {
    return this.#fixtures.get(id);
  }

  isChanged(id: string): boolean {
    return this.#changes.has(id);
  }

  changedIds(): readonly string[] {
    return [...this.#changes.keys()];
  }

  /** The live records, in no promised order. */
  *values(): IterableIterator<StoredRecord> {
    for (const [id, fixture] of this.#fixtures) {
      if (!this.#changes.has(id)) yield fixture;
    }
    for (const change of this.#changes.values()) if (change) yield change;
  }

  /** The fixtures, in the order of the file. */
  fixtures(): Iterable<StoredRecord> {
    return this.#fixtures.values();
  }

  /** Calls back after every change of the live state, in the same turn. Returns the way to stop it. */
  observe(observer: (change: RecordChange) => void): () => void {
    this.#observers.add(observer);
    return () => this.#observers.delete(observer);
  }

  /** Writes the live state: what a client's POST, PUT or PATCH does. The value must carry the id under the key. */
  write(id: string, value: JsonObject): StoredRecord {
    const before = this.get(id);
    const after = this.#issue(id, value);
    this.#place(after);
    this.#changed({ id, before, after });
    return after;
  }

  /** Deletes from the live state: what a client's DELETE does. Returns what was there. */
  remove(id: string): StoredRecord | undefined {
    const before = this.get(id);
    if (!before) return undefined;
    if (this.#fixtures.has(id)) this.#changes.set(id, null);
    else this.#changes.delete(id);
    this.#rememberVersion(before);
    this.#changed({ id, before, after: undefined });
    return before;
  }

  /**
   * Sets fixture and live state at once, each to its value or, with undefined, to nothing: what an edit in the console
   * and its undo do. Either may differ from the other.
   */
  edit(id: string, fixture: JsonObject | undefined, live: JsonObject | undefined): void {
    const before = this.get(id);
    const kept = this.#fixtures.get(id);
    if (before) this.#rememberVersion(before);
    this.#changes.delete(id);
    if (fixture === undefined) this.#fixtures.delete(id);
    else if (kept && jsonEqual(kept.value, fixture)) this.#fixtures.set(id, kept);
    else this.#fixtures.set(id, this.#issue(id, fixture));
    const stored = this.#fixtures.get(id);
    let after = stored;
    if (live === undefined) {
      if (stored) this.#changes.set(id, null);
      after = undefined;
    } else if (before && jsonEqual(before.value, live)) {
      after = before;
      this.#place(before);
    } else if (!stored || !jsonEqual(stored.value, live)) {
      after = this.#issue(id, live);
      this.#changes.set(id, after);
    } else if (before !== stored) {
      after = this.#issue(id, live);
      this.#fixtures.set(id, after);
    }
    this.#changed({ id, before, after });
  }

  /** Makes the live state of that id equal its fixture again. */
  reset(id: string): void {
    if (!this.#changes.has(id)) return;
    const before = this.get(id);
    const fixture = this.#fixtures.get(id);
    if (before) this.#rememberVersion(before);
    this.#changes.delete(id);
    const after = fixture && this.#issue(id, fixture.value);
    if (after) this.#fixtures.set(id, after);
    this.#changed({ id, before, after });
  }

  /** Makes the fixture of that id equal its live state. The live record, its version and its tag stay as they are. */
  keep(id: string): void {
    const change = this.#changes.get(id);
    if (change === undefined) return;
    if (change === null) this.#fixtures.delete(id);
    else this.#fixtures.set(id, change);
    this.#changes.delete(id);
  }

  /** What must be stored so that a later {@link Collection} over the same file never gives out an old version. */
  marks(): VersionMarks {
    return { issued: Object.fromEntries(this.#issued), changed: this.changedIds() };
  }

  /** The next version of that id. */
  #issue(id: string, value: JsonObject): StoredRecord {
    const last = this.#issued.get(id) ?? (this.#fixtures.has(id) ? 1 : 0);
    const stored = new StoredRecord(id, value, last + 1);
    if (stored.version !== 1) this.#issued.set(id, stored.version);
    return stored;
  }

  /** Puts a version into the live state: as the fixture itself where they say the same, else above it. */
  #place(record: StoredRecord): void {
    const fixture = this.#fixtures.get(record.id);
    if (fixture && jsonEqual(fixture.value, record.value)) {
      this.#fixtures.set(record.id, record);
      this.#changes.delete(record.id);
    } else {
      this.#changes.set(record.id, record);
    }
  }

  /** Version 1 is not in `#issued`; once the record goes, it must be, or the id would start again. */
  #rememberVersion(record: StoredRecord): void {
    if (!this.#issued.has(record.id)) this.#issued.set(record.id, record.version);
  }

  #changed(change: RecordChange): void {
    this.#size += (change.after ? 1 : 0) - (change.before ? 1 : 0);
    this.#revision += 1;
    for (const observer of this.#observers) observer(change);
  }
}
