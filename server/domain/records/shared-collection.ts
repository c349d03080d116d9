import { finish, type Work } from '../basics/work.ts';
import { type JsonObject, jsonEqual } from '../json/json.ts';
import type { CollectionDefinition } from '../model/collection-definition.ts';
import { Collection } from './collection.ts';
import { Fixtures, type ReserveVersion } from './fixtures.ts';
import { KeyIndex } from './key-index.ts';
import type { RecordSnapshot } from './record-snapshot.ts';
import type { Background, Layers, LiveSource } from './record-source.ts';
import { SessionCollection, type SessionStart } from './session-collection.ts';
import { StoredRecord } from './stored-record.ts';
import type { VersionWatermarks } from './version-watermarks.ts';

export interface CollectionOptions {
  readonly reserve?: ReserveVersion;
  /** The first revision. It must be above those of a collection that had the same name. */
  readonly revision?: number;
  /** Runs what no request waits for; without it, such work is done at once. */
  readonly inBackground?: Background;
}

/** The live state that all clients without a session share. Only `edit` and `promote` change the fixtures below it. */
export class SharedCollection extends Collection implements LiveSource {
  readonly layers: Layers = { source: this, changes: null };
  readonly inBackground: Background;
  /** The latest {@link snapshot}, until the next change. */
  #snapshot: RecordSnapshot | undefined;

  /** Throws when a fixture has no usable key or a duplicate one: readers of files must check that first. */
  constructor(
    definition: CollectionDefinition,
    fixtures: readonly JsonObject[],
    watermarks?: VersionWatermarks,
    { reserve, revision = 0, inBackground = finish }: CollectionOptions = {},
  ) {
    super(new Fixtures(definition, fixtures, watermarks, { reserve, inBackground }), revision);
    this.inBackground = inBackground;
  }

  /** Creates a collection in pieces, for a file that is opened while the program serves others. */
  static *inPieces(
    definition: CollectionDefinition,
    fixtures: readonly JsonObject[],
    watermarks: VersionWatermarks,
    options: CollectionOptions,
    kind = SharedCollection,
  ): Work<SharedCollection> {
    yield* KeyIndex.inPieces(fixtures, definition.key);
    const collection = new kind(definition, fixtures, { ...watermarks, versions: [] }, options);
    yield* collection.base.restoreVersions(watermarks.versions);
    // Versions of ids that the file no longer has raise it.
    collection.floor = collection.base.floor;
    return collection;
  }

  /** Creates another live state over the same fixtures, without changes. */
  newSession(start: SessionStart = { version: 0, revision: 0 }): SessionCollection {
    return new SessionCollection(this.base, start);
  }

  /** {@link Fixtures.redefine}; the key of `definition` must be the present one. */
  redefine(definition: CollectionDefinition, shift = 1): void {
    this.#snapshot = undefined;
    this.base.redefine(definition, shift);
  }

  /** Gives the fixture a new version too; it stays the same record as an unchanged live one. */
  override renew(id: string, above: number): void {
    const [fixture, live] = [this.fixture(id), this.get(id)];
    const version = Math.max(above, this.lastVersion(id, live), this.base.lastVersion(id));
    const renewed = fixture && this.issue(id, fixture.value, version);
    if (fixture) this.base.set(id, renewed);
    this.rebase(id);
    if (fixture === live) this.put(id, live, renewed);
    else super.renew(id, version);
    this.floor = Math.max(this.floor, above);
  }

  /** Returns the same snapshot until the next change. */
  override snapshot(): RecordSnapshot {
    this.#snapshot ??= super.snapshot();
    return this.#snapshot;
  }

  /**
   * Sets the fixture and the live record together, as edits in the console and their undo do; undefined deletes. A level
   * whose value does not change keeps its record, with version and tag.
   */
  edit(id: string, fixture: JsonObject | undefined, live: JsonObject | undefined): void {
    const [before, present] = [this.get(id), this.fixture(id)];
    const isSameFixture = jsonEqual(present?.value, fixture);
    if (isSameFixture && jsonEqual(before?.value, live)) return;
    const last = Math.max(this.lastVersion(id, before), this.base.lastVersion(id));
    const after = live && (before && jsonEqual(before.value, live) ? before : this.issue(id, live, last));
    if (!isSameFixture) this.#setFixture(id, fixture, after);
    this.rebase(id);
    this.put(id, before, after);
  }

  /** Makes the live record the fixture. The live record, its version and its tag stay the same. */
  promote(id: string): void {
    if (!this.isChanged(id)) return;
    const live = this.get(id);
    this.#setFixture(id, live?.value, live);
    this.rebase(id);
    this.put(id, live, live);
  }

  /**
   * The watermarks to store with the file, so that no version is reused after a restart. A restart drops the live state: a
   * fixture whose live record differs changes back then, and so starts at a new version. The versions are those of this
   * moment, but only found as they are read, so that a file of many is written in slices.
   */
  watermarks(): VersionWatermarks {
    const { firstVersion: first, sessionsHighest: sessions } = this.base;
    const fixtures = this.fixtures().records;
    const changes = [...this.layer.values()];
    let floor = Math.max(this.floor, this.base.floor);
    for (const { live, fixture } of changes) if (!fixture && live) floor = Math.max(floor, live.version + 1);
    const { floor: removed } = this;
    function* versions(): Generator<readonly [id: string, version: number]> {
      for (const one of fixtures) {
        if (one instanceof StoredRecord && one.version !== first) yield [one.id, one.version];
      }
      for (const { live, fixture, isChanged } of changes) {
        const last = (live?.version ?? removed) + Number(isChanged);
        // A session may have seen other content under each version between that of the fixture and the sessions' highest.
        if (fixture && last > fixture.version) yield [fixture.id, Math.max(last, sessions + 1)];
      }
    }
    return { floor, first, sessions, versions: { [Symbol.iterator]: versions } };
  }

  protected issue(id: string, value: JsonObject, last: number): StoredRecord {
    return this.base.issue(id, value, last);
  }

  /** Sets or deletes the fixture. It is the live record itself if the values are equal and no session knows the version. */
  #setFixture(id: string, fixture: JsonObject | undefined, live: StoredRecord | undefined): void {
    const last = this.base.lastVersion(id);
    const isShared = live !== undefined && live.version > last && jsonEqual(live.value, fixture);
    if (fixture && !isShared) this.indexValue(fixture);
    const issued = () => fixture && this.issue(id, fixture, Math.max(last, live?.version ?? this.floor));
    this.base.set(id, isShared ? live : issued());
  }

  protected override put(id: string, before: StoredRecord | undefined, after: StoredRecord | undefined): void {
    this.#snapshot = undefined;
    super.put(id, before, after);
  }
}
