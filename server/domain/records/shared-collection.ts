import { type JsonObject, jsonEqual } from '../json/json.ts';
import type { CollectionDefinition } from '../model/collection-definition.ts';
import { Collection } from './collection.ts';
import { Fixtures, type VersionWatermarks } from './fixtures.ts';
import { type LazyRecord, RecordSnapshot } from './record-snapshot.ts';
import type { Layers, LiveSource } from './record-source.ts';
import { SessionCollection } from './session-collection.ts';
import type { StoredRecord } from './stored-record.ts';

/** The live state that all clients without a session share. Only `edit` and `promote` change the fixtures below it. */
export class SharedCollection extends Collection implements LiveSource {
  readonly layers: Layers = { source: this, overlay: null };
  /** The latest {@link snapshot}, until the next change. */
  #snapshot: RecordSnapshot | undefined;

  /** Throws when a fixture has no usable key or a duplicate one: readers of files must check that first. */
  constructor(definition: CollectionDefinition, fixtures: readonly JsonObject[], watermarks?: VersionWatermarks) {
    super(new Fixtures(definition, fixtures, watermarks));
  }

  /** Creates another live state over the same fixtures, without changes. */
  newSession(): SessionCollection {
    return new SessionCollection(this.base);
  }

  /** The live records as they are now, in no promised order. Returns the same snapshot until the next change. */
  snapshot(): RecordSnapshot {
    this.#snapshot ??= new RecordSnapshot(this.#records(), this.size, this.revision, this.base);
    return this.#snapshot;
  }

  #records(): readonly (LazyRecord | null)[] {
    const fixtures = this.base.snapshot().records;
    if (this.layer.size === 0) return fixtures;
    const records = fixtures.slice();
    for (const [id, { live }] of this.layer) {
      const place = this.base.placeOf(id);
      if (place !== -1) records[place] = live ?? null;
      else if (live) records.push(live);
    }
    return records;
  }

  /**
   * Sets the fixture and the live record together, as edits in the console and their undo do; undefined deletes. A record
   * whose value does not change keeps its version and its tag.
   */
  edit(id: string, fixture: JsonObject | undefined, live: JsonObject | undefined): void {
    const before = this.get(id);
    const after = live && (before && jsonEqual(before.value, live) ? before : this.issue(id, live, before));
    const kept = [after, this.fixture(id)].find((record) => record && jsonEqual(record.value, fixture));
    if (fixture && !kept) this.indexValue(fixture);
    this.base.set(id, fixture && (kept ?? this.issue(id, fixture, before)));
    this.rebase(id);
    this.put(id, before, after);
  }

  /** Makes the live record the fixture. The live record, its version and its tag stay the same. */
  promote(id: string): void {
    if (!this.isChanged(id)) return;
    const live = this.get(id);
    this.base.set(id, live);
    this.rebase(id);
    this.put(id, live, live);
  }

  /**
   * The watermarks to store with the file, so that no version is reused after a restart. A restart drops the live state: a
   * fixture whose live record differs changes back then, and so starts at a new version.
   */
  watermarks(): VersionWatermarks {
    let { floor } = this;
    const versions = new Map(this.base.versions);
    for (const [id, { live, fixture, isChanged }] of this.layer) {
      const last = live?.version ?? this.floor;
      if (!fixture) floor = Math.max(floor, last);
      else versions.set(id, isChanged ? last + 1 : last);
    }
    return { floor, versions };
  }

  protected override put(id: string, before: StoredRecord | undefined, after: StoredRecord | undefined): void {
    this.#snapshot = undefined;
    super.put(id, before, after);
  }
}
