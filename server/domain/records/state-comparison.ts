import { pieceLengthAt, takeInPieces, type Work } from '../basics/work.ts';
import { type JsonObject, jsonEqual } from '../json/json.ts';
import { type MemberChange, memberChanges } from '../json/patch-between.ts';
import type { Collection } from './collection.ts';

/** How a record differs between two states: only the later one has it, only the earlier one, or both with other values. */
export type ChangeKind = 'added' | 'removed' | 'changed';

/** A collection in two states. */
export interface ComparedCollection {
  readonly name: string;
  /** The ids that may differ, each once; undefined for one that is left out. Records of other ids are equal. */
  readonly ids: Iterable<string | undefined>;
  /** The value in the earlier state; undefined without one. */
  before(id: string): JsonObject | undefined;
  /** The value in the later state; undefined without one. */
  after(id: string): JsonObject | undefined;
}

/** A record that differs between two states. */
export interface ComparedRecord {
  readonly collection: string;
  readonly id: string;
  readonly kind: ChangeKind;
  /** The JSON Patch (RFC 6902) from the earlier record to the later one, with both values. A missing record counts as `{}`. */
  readonly members: readonly MemberChange[];
}

/** How many records of a collection differ. */
export interface ChangeCounts {
  readonly collection: string;
  readonly added: number;
  readonly removed: number;
  readonly changed: number;
}

export interface StateComparison<R extends ComparedRecord = ComparedRecord> {
  /** Of all collections with differences, not only those on the page. */
  readonly counts: readonly ChangeCounts[];
  /** Records that differ and match the page's filters. */
  readonly total: number;
  readonly records: readonly R[];
  /** The offset of the next page; null after the last one. */
  readonly next: number | null;
}

export interface ComparisonPage {
  /** Only records of this collection. */
  readonly collection?: string | undefined;
  /** Only records of this id. */
  readonly id?: string | undefined;
  /** Only these kinds of differences. */
  readonly kinds?: readonly ChangeKind[] | undefined;
  readonly offset?: number | undefined;
  readonly limit: number;
}

/** Characters of values after which a page ends, so that large records make no huge message. */
const pageCharacters = 1_000_000;

const recordsAtOnce = pieceLengthAt(8);

/**
 * Compares two states record by record, in the order of the collections and of their ids, and describes one page of the
 * differences. Records may change between two slices; each is compared as it is when its turn comes.
 */
export function* compareStates(collections: Iterable<ComparedCollection>, page: ComparisonPage): Work<StateComparison> {
  const { kinds, offset = 0, limit } = page;
  const counts: ChangeCounts[] = [];
  const records: ComparedRecord[] = [];
  let characters = 0;
  let total = 0;
  let seen = 0;
  for (const compared of collections) {
    const count = { collection: compared.name, added: 0, removed: 0, changed: 0 };
    for (const id of compared.ids) {
      seen += 1;
      if (seen % recordsAtOnce === 0) yield;
      if (id === undefined) continue;
      const [before, after] = [compared.before(id), compared.after(id)];
      const kind = changeKind(before, after);
      if (!kind) continue;
      count[kind] += 1;
      if (page.collection !== undefined && page.collection !== compared.name) continue;
      if (page.id !== undefined && page.id !== id) continue;
      if (kinds && !kinds.includes(kind)) continue;
      total += 1;
      if (total <= offset || records.length >= limit || characters > pageCharacters) continue;
      const members = memberChanges(before ?? {}, after ?? {});
      characters += JSON.stringify(members).length;
      records.push({ collection: compared.name, id, kind, members });
    }
    if (count.added + count.removed + count.changed > 0) counts.push(count);
  }
  const end = offset + records.length;
  return { counts, total, records, next: records.length > 0 && end < total ? end : null };
}

/** How a record differs between two states; undefined if it does not. */
export function changeKind(before: JsonObject | undefined, after: JsonObject | undefined): ChangeKind | undefined {
  if (!before) return after && 'added';
  if (!after) return 'removed';
  return jsonEqual(before, after) ? undefined : 'changed';
}

/** The differences of a live state from the fixtures at one moment: values by collection and id, null for a deleted record. */
export type LiveDiff = ReadonlyMap<string, ReadonlyMap<string, JsonObject | null>>;

/** The differences at the moment when the work begins; later writes do not count. */
export function* liveDiff(collections: readonly Collection[]): Work<LiveDiff> {
  const changed = collections.filter(({ changedCount }) => changedCount > 0).map(changedNow);
  const diff = new Map<string, ReadonlyMap<string, JsonObject | null>>();
  try {
    for (const { collection, ids, overtaken } of changed) {
      const values = new Map<string, JsonObject | null>();
      yield* takeInPieces(ids, (id) => {
        const before = overtaken.get(id);
        values.set(id, before === undefined ? (collection.get(id)?.value ?? null) : before);
      });
      diff.set(collection.definition.name, values);
    }
  } finally {
    for (const { stop } of changed) stop();
  }
  return diff;
}

/** The changed records of a collection, and from now on the values that they had, null for a deleted one, before they change. */
function changedNow(collection: Collection) {
  const overtaken = new Map<string, JsonObject | null>();
  const stop = collection.observe(({ id, before }) => {
    if (!overtaken.has(id)) overtaken.set(id, before?.value ?? null);
  });
  return { collection, ids: collection.changedIds(), overtaken, stop };
}

/** A step towards a live state: the value that a record must get, or undefined to delete it. */
export interface Restoration<In extends Collection> {
  readonly collection: In;
  readonly id: string;
  readonly live: JsonObject | undefined;
}

/**
 * A live state beside an earlier one, to be compared: the fixtures, or the live state that the differences describe. Left out
 * are values whose key has changed since.
 */
export function compared(collection: Collection, earlier: LiveDiff = new Map()): ComparedCollection {
  const { name } = collection.definition;
  const values = earlier.get(name);
  const fits = (id: string, value: JsonObject | null) => value === null || collection.idOf(value) === id;
  return {
    name,
    ids: {
      *[Symbol.iterator]() {
        if (values) yield* values.keys();
        // A list of a hundred thousand ids would be made in one go. A record that changes meanwhile may come a second time.
        const found = new Set<string>();
        for (const id of collection.layeredIds()) {
          const isLeftOut = values?.has(id) || found.has(id) || !collection.isChanged(id);
          if (!isLeftOut) found.add(id);
          yield isLeftOut ? undefined : id;
        }
      },
    },
    before: (id) => {
      const value = values?.get(id);
      return value === undefined || !fits(id, value) ? collection.fixture(id)?.value : (value ?? undefined);
    },
    after: (id) => collection.get(id)?.value,
  };
}

/** The edits that turn the current live state into the one that the difference describes. */
export function* restorations<In extends Collection>(
  collections: readonly In[],
  changes: LiveDiff,
): Work<readonly Restoration<In>[]> {
  const found: Restoration<In>[] = [];
  let seen = 0;
  for (const collection of collections) {
    const { ids, before, after } = compared(collection, changes);
    for (const id of ids) {
      seen += 1;
      if (seen % recordsAtOnce === 0) yield;
      if (id === undefined) continue;
      const live = before(id);
      if (!jsonEqual(after(id), live)) found.push({ collection, id, live });
    }
  }
  return found;
}

/** Carries out one edit. */
export function restore({ collection, id, live }: Restoration<Collection>): void {
  if (live) collection.write(id, live);
  else collection.remove(id);
}
