import { randomUUID } from 'node:crypto';
import { changesLength, mapInPieces, takeInPieces, type Work } from '../domain/basics/work.ts';
import { jsonEqual } from '../domain/json/json.ts';
import { levelsOf, type RecordLevels } from '../domain/records/record-edit.ts';
import type { SharedCollection } from '../domain/records/shared-collection.ts';
import type { StoredRecord } from '../domain/records/stored-record.ts';
import type { DecidedChange, Replicated } from '../domain/replication/replicated.ts';
import type { ReplicatedCollection } from '../domain/replication/replicated-collection.ts';
import type { PlacedCollection } from '../workspace/open-workspace.ts';
import type { CollectionsPart, SharedDefinition } from '../workspace/workspace-parts.ts';
import type { Decision } from './commit.ts';
import type { SharedCollections } from './entries/shared-collections.ts';

/** Versions that writes of others may give out before an edit of collections is committed. */
const margin = 100_000;

interface Proposed extends Pick<Decision, 'leaving'> {
  readonly part: CollectionsPart;
  /** The uids of collections that lose their records. */
  readonly gone: readonly string[];
  /** The uids of collections in which no write may come between, because it would be lost. */
  readonly seen: readonly string[];
  /** The collections that get all their records, each of which is a change. */
  readonly fresh: readonly Placed[];
}

interface Placed extends PlacedCollection {
  readonly uid: string;
}

/** The collections as an edit proposes them. A collection under a name begins above every version that the name has had. */
export class ProposedCollections {
  readonly #shared: SharedCollections;
  readonly #before: CollectionsPart;
  /** The version above which new records are. */
  readonly #above: number;
  #next: readonly Placed[];

  constructor(shared: SharedCollections, highest: number) {
    this.#shared = shared;
    this.#before = shared.value;
    this.#above = highest + margin;
    this.#next = this.#before.list.map(({ uid, definition }) => ({ uid, definition, present: shared.find(uid) }));
  }

  get next(): readonly PlacedCollection[] {
    return this.#next;
  }

  place(next: readonly PlacedCollection[]): void {
    this.#next = next.map((one) => {
      const uid = (one as Partial<Placed>).uid ?? (one.present as ReplicatedCollection | undefined)?.uid;
      return { ...one, uid: uid ?? randomUUID() };
    });
  }

  /** Goes back to collections as they were before an edit, or after it. */
  restore({ list }: CollectionsPart): void {
    this.#next = list.map(({ uid, definition }) => {
      const present = this.#shared.find(uid);
      return { uid, definition, present, ...(!present && { from: this.#shared.known(uid) }) };
    });
  }

  get proposed(): Proposed {
    const { list, past } = this.#before;
    const present = new Map(list.map((one) => [one.uid, one]));
    const placed = new Map(this.#next.map((one) => [one.uid, one]));
    const left = list.filter(({ uid, definition }) => placed.get(uid)?.definition.name !== definition.name);
    const names = new Set([...past, ...left.map(({ definition }) => definition.name)]);
    /** A collection that takes a name that another one has had gets all its records anew. */
    const isRenewed = ({ uid, definition }: SharedDefinition) => {
      const before = present.get(uid);
      return before !== undefined && before.definition.name !== definition.name && past.includes(definition.name);
    };
    const fresh = this.#next.filter((one) => !present.has(one.uid) || isRenewed(one));
    const isFresh = new Set(fresh.map(({ uid }) => uid));
    const gone = left.map(({ uid }) => uid).filter((uid) => !placed.has(uid) || isFresh.has(uid));
    const part: CollectionsPart = {
      list: this.#next.map(({ uid, definition }) => {
        const above = isFresh.has(uid) ? this.#above : present.get(uid)?.above;
        return { uid, definition, ...(above !== undefined && { above }) };
      }),
      past: [...names],
    };
    const sources = fresh.flatMap(({ from }) => this.#shared.uidOf(from) ?? []);
    const all = left.map(({ uid }) => uid);
    const leaving = all.length === 0 ? undefined : { above: String(this.#above), all };
    return { part, leaving, gone, fresh, seen: [...gone, ...sources] };
  }

  /** The records of a collection that gets all of them, as changes. */
  *recordsOf({ uid, definition, records, from }: Placed): Work<DecidedChange[]> {
    const collection: Replicated = this.#shared.make(definition, uid);
    const seen = { isLayered: false, isEdited: false, fixture: undefined };
    const fixtures = new Map<string, StoredRecord | undefined>();
    const lives = new Map<string, StoredRecord | undefined>();
    const known = this.#shared.known(uid);
    // Their fixtures may be in a file.
    for (const id of known?.editedIds ?? []) if (!known?.fixture(id) && !known?.get(id)) fixtures.set(id, undefined);
    const source = from ?? known;
    const put = (levels: RecordLevels) => this.#put(collection, levels, fixtures, lives);
    yield* takeInPieces(records ?? (source ? levelsIn(source) : []), put, changesLength);
    return yield* mapInPieces(new Set([...fixtures.keys(), ...lives.keys()]), (id) => {
      const [below, after] = [fixtures.get(id), lives.get(id)];
      const fixture = fixtures.has(id) ? { after: below } : undefined;
      return { collection, id, before: undefined, after, seen, fixture };
    });
  }

  #put(
    collection: Replicated,
    { fixture, live }: RecordLevels,
    fixtures: Map<string, StoredRecord | undefined>,
    lives: Map<string, StoredRecord | undefined>,
  ): void {
    const below = fixture && collection.idOf(fixture);
    const id = live && collection.idOf(live);
    const record = below === undefined ? undefined : collection.makeRecord(below, fixture ?? {}, this.#above + 1);
    if (below !== undefined) fixtures.set(below, record);
    if (id === undefined || !live) return;
    const isSame = record !== undefined && id === below && jsonEqual(record.value, live);
    lives.set(id, isSame ? record : collection.makeRecord(id, live, this.#above + 2));
  }
}

/** The records of a collection on both levels, one after the other. */
function* levelsIn(collection: SharedCollection): Generator<RecordLevels> {
  for (const value of collection.fixtures().values()) yield levelsOf(collection, collection.idOf(value) ?? '');
  for (const id of collection.changedIds()) if (!collection.fixture(id)) yield levelsOf(collection, id);
}
