import type { Work } from '../basics/work.ts';
import { jsonEqual, member } from '../json/json.ts';
import type { KeyRank } from '../sort/key-order.ts';
import type { RecordSnapshot } from './record-snapshot.ts';
import type { StoredRecord } from './stored-record.ts';

/** A record before and after a change; undefined where it does not exist. */
export interface RecordChange {
  readonly id: string;
  readonly before: StoredRecord | undefined;
  readonly after: StoredRecord | undefined;
}

/** A change as observers receive it. If the record is the same before and after, only its fixture has changed. */
export interface ObservedChange extends RecordChange {
  /** The result of {@link changedMembers}. */
  readonly changed: readonly string[] | null;
}

/** Changes over a source at one moment, which the source itself does not have. */
export interface Overlay {
  /** At most one an id; `before` is the record of the source. */
  readonly changes: readonly RecordChange[];
  /** The revision of the records with these changes. */
  readonly revision: number;
}

/** The parts of a live state, which views follow: a source and the changes of a session over it; null for none. */
export interface Layers {
  readonly source: LiveSource;
  /** The first call takes time for the changes. */
  readonly changes: (() => Work<LayerChanges>) | null;
}

/** The changes of a session as two sources. */
export interface LayerChanges {
  /** The records of the source below that the session has changed or removed. */
  readonly hidden: LiveSource;
  /** The records that the session shows instead, and those that it has created. */
  readonly shown: LiveSource;
}

/** Records that change and notify observers. */
export interface LiveSource {
  /** Number of records. */
  readonly size: number;
  /** Grows with every change. */
  readonly revision: number;
  get(id: string): StoredRecord | undefined;
  /**
   * {@link get} for several keys. Records lie far apart in memory; taking each step for all keys before the next step lets
   * the processor fetch several at a time.
   */
  recordsOf(keys: readonly KeyRank[]): readonly (StoredRecord | undefined)[];
  snapshot(): RecordSnapshot;
  /** Calls the observer synchronously after every change. Returns a function that unsubscribes it. */
  observe(observer: (change: ObservedChange) => void): () => void;
  /** Runs work that no request waits for. */
  readonly inBackground: Background;
}

/** Runs work to its end, at once or in time slices. */
export type Background = (work: Work<void>) => void;

/** The names of the members that differ between two versions; null for a created or deleted record. */
export function changedMembers(
  before: StoredRecord | undefined,
  after: StoredRecord | undefined,
): readonly string[] | null {
  if (!before || !after) return null;
  const changed: string[] = [];
  if (before === after) return changed;
  const [old, value] = [before.value, after.value];
  // A patch shares unchanged members, so `===` is true for most. No inherited member equals a JSON value.
  for (const name in value) {
    if (old[name] !== value[name] && !jsonEqual(member(old, name), value[name])) changed.push(name);
  }
  for (const name in old) if (!Object.hasOwn(value, name)) changed.push(name);
  return changed;
}
