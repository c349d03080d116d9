import type { SnapshotState } from '../contract/schema/state.ts';
import type { LiveDiff } from '../domain/records/live-diff.ts';

/** A live state as it was when it was saved: what differed from the fixtures, not the records. */
export interface Snapshot {
  readonly changes: LiveDiff;
  /** Milliseconds since 1970. */
  readonly saved: number;
}

/** Live states under names, the latest saved last. */
export class Snapshots {
  #all: ReadonlyMap<string, Snapshot> = new Map();

  get all(): ReadonlyMap<string, Snapshot> {
    return this.#all;
  }

  keep(all: ReadonlyMap<string, Snapshot>): void {
    this.#all = all;
  }

  get state(): readonly SnapshotState[] {
    return Array.from(this.#all, ([name, { changes, saved }]) => ({
      name,
      records: [...changes.values()].reduce((count, { size }) => count + size, 0),
      saved,
    }));
  }
}
