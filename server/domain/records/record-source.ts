import { jsonEqual, member } from '../json/json.ts';
import type { KeyRank } from '../sort/key-order.ts';
import type { RecordSnapshot } from './record-snapshot.ts';
import type { StoredRecord } from './stored-record.ts';

/** What a record is instead of what it was: undefined for none. */
export interface RecordChange {
  readonly id: string;
  readonly before: StoredRecord | undefined;
  readonly after: StoredRecord | undefined;
}

/** A change as everybody is told of it. A record that is the same before and after has only its fixture changed. */
export interface ObservedChange extends RecordChange {
  /** What {@link changedMembers} says of it. */
  readonly changed: readonly string[] | null;
}

/** Changes over a source at one moment, which the source itself does not have. */
export interface Overlay {
  /** At most one an id; `before` is the record of the source. */
  readonly changes: readonly RecordChange[];
  /** The revision of the records with these changes. */
  readonly revision: number;
}

/** The parts of a live state: a source that views follow, and the overlay over it; null for none. */
export interface Layers {
  readonly source: LiveSource;
  readonly overlay: (() => Overlay) | null;
}

/** Records that change, and say so. */
export interface LiveSource {
  /** Number of records. */
  readonly size: number;
  /** Grows with every change. */
  readonly revision: number;
  get(id: string): StoredRecord | undefined;
  /**
   * {@link get} for several keys. Records lie far apart in memory: where each step is done for all of them before the next,
   * the processor fetches several at a time.
   */
  recordsOf(keys: readonly KeyRank[]): readonly (StoredRecord | undefined)[];
  snapshot(): RecordSnapshot;
  /** Calls back after every change, in the same turn. Returns the way to stop it. */
  observe(observer: (change: ObservedChange) => void): () => void;
}

/** Names of the members in which a record differs from before; null for one that comes or goes. */
export function changedMembers(
  before: StoredRecord | undefined,
  after: StoredRecord | undefined,
): readonly string[] | null {
  if (!before || !after) return null;
  const changed: string[] = [];
  if (before === after) return changed;
  const [old, value] = [before.value, after.value];
  // What a patch leaves as it was is the very same; no inherited member is ever the same as one of JSON.
  for (const name in value) {
    if (old[name] !== value[name] && !jsonEqual(member(old, name), value[name])) changed.push(name);
  }
  for (const name in old) if (!Object.hasOwn(value, name)) changed.push(name);
  return changed;
}
