import { finish, type Work } from '../domain/basics/work.ts';
import type { JsonObject } from '../domain/json/json.ts';
import type { CollectionDefinition, CollectionFixtures } from '../domain/model/collection-definition.ts';
import type { Settings } from '../domain/model/settings.ts';
import { renewVersions } from '../domain/records/record-edit.ts';
import type { ObservedChange } from '../domain/records/record-source.ts';
import { type CollectionOptions, SharedCollection } from '../domain/records/shared-collection.ts';
import { startAbove } from '../domain/records/version-watermarks.ts';
import { PathTable } from '../domain/request/path-table.ts';
import { type Watermarks, watermarksOf } from '../store/recovery-file.ts';

type Observer = (name: string, change: ObservedChange, collection: SharedCollection) => void;
type MemberObserver = (collection: SharedCollection, isPresent: boolean) => void;

/**
 * The collections of an open workspace, in the order of the file. However they are added, renamed and removed, no name gives
 * out a version or the tag of a list twice.
 */
export class LiveCollections {
  readonly #byName = new Map<string, SharedCollection>();
  /** By collection, the function that stops observing it. */
  readonly #stops = new Map<SharedCollection, () => void>();
  /** The latest collection of each name. */
  readonly #owners = new Map<string, SharedCollection>();
  /** The version above which all versions of a collection are known to be. */
  readonly #leastVersions = new WeakMap<SharedCollection, number>();
  readonly #observers = new Set<Observer>();
  readonly #memberObservers = new Set<MemberObserver>();
  readonly #options: CollectionOptions;
  readonly #kind: typeof SharedCollection;
  /** True if earlier runs may have had collections of other names. */
  readonly #hasPast: boolean;
  /** New collections start above the versions of removed ones. */
  #versionFloor: number;
  /** The first revision of new collections, above those of removed ones. */
  #firstRevision = 0;
  /** The latest {@link paths}, until a collection or the setting changes. */
  #paths: { readonly table: PathTable; readonly userService: boolean } | undefined;

  constructor(floor: number, options: CollectionOptions, kind: typeof SharedCollection = SharedCollection) {
    this.#options = options;
    this.#kind = kind;
    this.#hasPast = floor > 0;
    this.#versionFloor = floor;
  }

  /** Adds the collections of the file. */
  *open(collections: readonly CollectionFixtures[], watermarks: Watermarks): Work<void> {
    for (const { definition, records } of collections) {
      const known = watermarksOf(watermarks, definition.name);
      const collection = yield* SharedCollection.inPieces(definition, records, known, this.#options, this.#kind);
      this.#owners.set(definition.name, collection);
      this.add(collection);
    }
  }

  get byName(): ReadonlyMap<string, SharedCollection> {
    return this.#byName;
  }

  /** The paths of the collections beside those below `/api`. */
  paths({ userService }: Pick<Settings, 'userService'>): PathTable {
    if (this.#paths?.userService !== userService) {
      const definitions = Array.from(this.#byName.values(), ({ definition }) => definition);
      this.#paths = { table: new PathTable(definitions, { userService }), userService };
    }
    return this.#paths.table;
  }

  /** Creates a collection, to be added. It repeats no version or list tag of a removed one with the same name. */
  create(definition: CollectionDefinition, records: readonly JsonObject[] = []): SharedCollection {
    const options = { ...this.#options, revision: this.#firstRevision };
    const collection = new this.#kind(definition, records, startAbove(this.#versionFloor), options);
    this.#leastVersions.set(collection, this.#versionFloor);
    return collection;
  }

  /**
   * Gives the records of a collection versions above all that another one of the name has given out, in time slices: before
   * the collection is added or renamed, which would do it in one go.
   */
  *renewVersions(collection: SharedCollection, name = collection.definition.name): Work<void> {
    for (let margin = 0; this.#hasOldVersions(collection, name); margin = 2 * margin + 1000) {
      // The present collection of the name may give out further versions meanwhile.
      const above = this.#floorOf(name) + margin;
      yield* renewVersions(collection, above);
      this.#leastVersions.set(collection, above);
    }
  }

  /** True if a version of the collection may be one that another collection of the name has given out. */
  #hasOldVersions(collection: SharedCollection, name: string): boolean {
    const owner = this.#owners.get(name);
    const isTakenOver = owner ? owner !== collection : this.#hasPast;
    return isTakenOver && (this.#leastVersions.get(collection) ?? 0) < this.#floorOf(name);
  }

  /** No collection of the name has given out a version above this one. */
  #floorOf(name: string): number {
    return Math.max(this.#versionFloor, this.#byName.get(name)?.base.highestVersion ?? 0);
  }

  /** Adds a collection at a place, by default the last. Its name must be free, and its schema must compile. */
  add(collection: SharedCollection, place = this.#byName.size): void {
    this.#put(collection, place);
    const stop = collection.observe((change) => {
      for (const observer of this.#observers) observer(collection.definition.name, change, collection);
    });
    this.#stops.set(collection, stop);
    for (const observer of this.#memberObservers) observer(collection, true);
  }

  /** Removes a collection with its fixtures and its live state. */
  remove(name: string): void {
    const collection = this.#byName.get(name);
    if (!collection) return;
    this.#retire(collection);
    this.#stops.get(collection)?.();
    this.#stops.delete(collection);
    for (const observer of this.#memberObservers) observer(collection, false);
  }

  placeOf(name: string): number {
    return [...this.#byName.keys()].indexOf(name);
  }

  /** Moves a collection to another place. */
  move(name: string, to: number): void {
    const entries = [...this.#byName];
    const moved = entries.filter(([one]) => one === name);
    const others = entries.filter(([one]) => one !== name);
    this.#byName.clear();
    for (const [one, collection] of others.toSpliced(to, 0, ...moved)) this.#byName.set(one, collection);
  }

  /** Changes all but the key of a collection. The new name must be free, and the schema must compile. */
  redefine(collection: SharedCollection, definition: CollectionDefinition): void {
    this.#paths = undefined;
    const { name } = collection.definition;
    if (definition.name === name) {
      collection.redefine(definition);
      return;
    }
    const place = this.placeOf(name);
    this.#retire(collection);
    collection.redefine(definition, this.#firstRevision + 1);
    this.#put(collection, place);
  }

  /** Calls back after every change of a record, also in collections added later. Returns the function that stops this. */
  observe(observer: Observer): () => void {
    this.#observers.add(observer);
    return () => this.#observers.delete(observer);
  }

  /** Calls back after a collection was added, with true, or removed. Returns the function that stops this. */
  observeMembers(observer: MemberObserver): () => void {
    this.#memberObservers.add(observer);
    return () => this.#memberObservers.delete(observer);
  }

  /** The watermarks that a restart needs. */
  watermarks(): Watermarks {
    const collections = Array.from(this.#byName, ([name, one]) => [name, one.watermarks()] as const);
    return { floor: this.#versionFloor, collections: new Map(collections) };
  }

  /** Takes the name from a collection. The next one of that name goes on above its versions and revisions. */
  #retire(collection: SharedCollection): void {
    this.#paths = undefined;
    this.#versionFloor = Math.max(this.#versionFloor, collection.base.highestVersion);
    this.#firstRevision = Math.max(this.#firstRevision, collection.revision + 1);
    this.#byName.delete(collection.definition.name);
  }

  /** Puts a collection in its place. If another one had the name since, the records get versions above that one's. */
  #put(collection: SharedCollection, place: number): void {
    this.#paths = undefined;
    const { name } = collection.definition;
    if (this.#byName.has(name)) throw new Error(`There already is a collection ${name}`);
    finish(this.renewVersions(collection));
    // Another collection of the name may have had the revisions below this one.
    const shift = this.#owners.get(name) === collection ? 0 : this.#firstRevision - collection.revision;
    if (shift > 0) collection.redefine(collection.definition, shift);
    this.#owners.set(name, collection);
    this.#byName.set(name, collection);
    this.move(name, place);
  }
}
