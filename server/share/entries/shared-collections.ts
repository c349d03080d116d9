import { type Json, jsonEqual } from '../../domain/json/json.ts';
import type { CollectionDefinition } from '../../domain/model/collection-definition.ts';
import type { SharedCollection } from '../../domain/records/shared-collection.ts';
import type { ReplicatedCollection } from '../../domain/replication/replicated-collection.ts';
import type { LiveWorkspace } from '../../workspace/live-workspace.ts';
import type { CollectionsPart } from '../../workspace/workspace-parts.ts';

/** Removed collections that are remembered: as many as edits can be undone. */
const mostRemoved = 200;

/** The collections of all instances, as the log changes them. */
export class SharedCollections {
  readonly #workspace: LiveWorkspace;
  readonly #onChange: (names: readonly string[]) => void;
  /** Also the removed ones, which an undo brings back. */
  readonly #byUid = new Map<string, ReplicatedCollection>();
  /** The uids of the file. */
  #filed: ReadonlySet<string>;
  #above = new Map<string, number>();
  #past: readonly string[] = [];

  /** `uids` are those of collections whose names are others; `onChange` is called with the names of changed collections. */
  constructor(
    workspace: LiveWorkspace,
    uids: Readonly<Record<string, string>>,
    onChange: (names: readonly string[]) => void,
  ) {
    this.#workspace = workspace;
    this.#onChange = onChange;
    for (const [name, collection] of this.#present) {
      collection.uid = uids[name] ?? name;
      this.#byUid.set(collection.uid, collection);
    }
    this.#filed = new Set(this.#byUid.keys());
  }

  get value(): CollectionsPart {
    const list = Array.from(this.#present.values(), ({ uid, definition }) => {
      const above = this.#above.get(uid);
      return { uid, definition, ...(above !== undefined && { above }) };
    });
    return { list, past: this.#past };
  }

  set value({ list, past }: CollectionsPart) {
    const { collectionSet } = this.#workspace;
    this.#past = past;
    this.#above = new Map(list.flatMap(({ uid, above }) => (above === undefined ? [] : [[uid, above] as const])));
    const names = new Map(list.map(({ uid, definition }) => [uid, definition.name]));
    const changed = new Set<string>();
    for (const [name, { uid }] of [...this.#present]) {
      if (names.get(uid) === name) continue;
      collectionSet.remove(name);
      changed.add(name);
    }
    for (const [place, { uid, definition, above = 0 }] of list.entries()) {
      const { name } = definition;
      const collection = this.#byUid.get(uid) ?? this.make(definition, uid);
      this.#byUid.set(uid, collection);
      const isThere = collectionSet.byName.get(name) === collection;
      const isSame = jsonEqual(collection.definition as unknown as Json, definition as unknown as Json);
      if (!isSame && isThere) collectionSet.redefine(collection, definition);
      else if (!isSame) collection.redefine(definition);
      collection.floor = Math.max(collection.floor, above);
      if (!isThere) collectionSet.add(collection, place);
      else if (collectionSet.placeOf(name) !== place) collectionSet.move(name, place);
      else if (isSame) continue;
      changed.add(name);
    }
    const removed = [...this.#byUid.keys()].filter((uid) => !names.has(uid) && !this.#filed.has(uid));
    for (const uid of removed.slice(0, -mostRemoved)) this.#byUid.delete(uid);
    this.#onChange([...changed]);
  }

  /** A collection of all clients; undefined for one that is not there now. */
  find(uid: string): ReplicatedCollection | undefined {
    const collection = this.#byUid.get(uid);
    return collection && this.#present.get(collection.definition.name) === collection ? collection : undefined;
  }

  /** A collection without records, to be proposed or added. */
  make(definition: CollectionDefinition, uid: string): ReplicatedCollection {
    const made = this.#workspace.collectionSet.create(definition) as ReplicatedCollection;
    made.uid = uid;
    return made;
  }

  /** The uid of a collection that is there now. */
  uidOf(collection: SharedCollection | undefined): string | undefined {
    return Array.from(this.#present.values()).find((one) => one === collection)?.uid;
  }

  /**
   * A collection that an edit is about to add, to be filled before anybody reads it; undefined for one that is there, which
   * keeps its records.
   */
  coming(definition: CollectionDefinition, uid: string): ReplicatedCollection | undefined {
    if (this.find(uid)) return undefined;
    const collection = this.#byUid.get(uid) ?? this.make(definition, uid);
    this.#byUid.set(uid, collection);
    return collection;
  }

  /** A collection that is there or was; undefined for one that is forgotten. */
  known(uid: string): ReplicatedCollection | undefined {
    return this.#byUid.get(uid);
  }

  /** The removed collections of the file. All others are forgotten. */
  *takeRemoved(): Iterable<ReplicatedCollection> {
    for (const [uid, collection] of this.#byUid) {
      if (this.find(uid)) continue;
      if (this.#filed.has(uid)) yield collection;
      else this.#byUid.delete(uid);
    }
  }

  /** Takes the present collections for those of the file. */
  rebaseFile(): void {
    this.#filed = new Set(Array.from(this.#present.values(), ({ uid }) => uid));
  }

  /** Gives each collection its name as its uid, as a mock does that begins anew. */
  rename(): void {
    this.#byUid.clear();
    for (const [name, collection] of this.#present) {
      collection.uid = name;
      this.#byUid.set(name, collection);
    }
    this.#filed = new Set(this.#byUid.keys());
    this.#above.clear();
    this.#past = [];
  }

  /** By name, the uids of the collections that have others. */
  get uids(): Readonly<Record<string, string>> {
    const others = [...this.#present].filter(([name, { uid }]) => uid !== name);
    return Object.fromEntries(others.map(([name, { uid }]) => [name, uid]));
  }

  get #present(): ReadonlyMap<string, ReplicatedCollection> {
    return this.#workspace.collections as ReadonlyMap<string, ReplicatedCollection>;
  }
}
