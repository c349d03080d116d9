import type { SnapshotState } from '../contract/schema/state.ts';
import type { LiveDiff } from '../domain/records/live-diff.ts';

/** A saved live state: its differences from the fixtures, not its records. */
export interface Snapshot {
  readonly changes: LiveDiff;
  /** Milliseconds since 1970. */
  readonly saved: number;
}

/** Live states saved under names, the latest saved last. */
export class Snapshots {
  readonly #onChange: () => void;
  #all: ReadonlyMap<string, Snapshot> = new Map();

  constructor(onChange: () => void) {
    this.#onChange = onChange;
  }

  get all(): ReadonlyMap<string, Snapshot> {
    return this.#all;
  }

  replaceAll(all: ReadonlyMap<string, Snapshot>): void {
    this.#all = all;
    this.#onChange();
  }

  /** Changes the differences of every snapshot. */
  changeAll(change: (changes: LiveDiff) => LiveDiff): void {
    if (this.#all.size === 0) return;
    const all = Array.from(this.#all, ([name, one]) => [name, { ...one, changes: change(one.changes) }] as const);
    this.replaceAll(new Map(all));
  }

  get state(): readonly SnapshotState[] {
    return Array.from(this.#all, ([name, { changes, saved }]) => ({
      name,
      records: [...changes.values()].reduce((count, { size }) => count + size, 0),
      saved,
    }));
  }
}
