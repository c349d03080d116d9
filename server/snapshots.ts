import type { SnapshotState } from './contract/state.ts';
import type { LiveChanges } from './domain/records/live-changes.ts';

interface Snapshot {
  readonly changes: LiveChanges;
  /** Milliseconds since 1970. */
  readonly saved: number;
}

/** Live states under names, as they were when they were saved: what differed from the fixtures, not the records. */
export class Snapshots {
  readonly #now: () => number;
  readonly #changed: () => void;
  /** By name, the latest saved last. */
  readonly #snapshots = new Map<string, Snapshot>();

  constructor(now: () => number, changed: () => void) {
    this.#now = now;
    this.#changed = changed;
  }

  get state(): readonly SnapshotState[] {
    return Array.from(this.#snapshots, ([name, { changes, saved }]) => ({
      name,
      records: [...changes.values()].reduce((count, { size }) => count + size, 0),
      saved,
    }));
  }

  /** Saves those changes, in place of the snapshot of that name if there is one. */
  save(name: string, changes: LiveChanges): void {
    this.#snapshots.delete(name);
    this.#snapshots.set(name, { changes, saved: this.#now() });
    this.#changed();
  }

  find(name: string): LiveChanges | undefined {
    return this.#snapshots.get(name)?.changes;
  }

  /** False when there is no such snapshot. */
  remove(name: string): boolean {
    const isThere = this.#snapshots.delete(name);
    if (isThere) this.#changed();
    return isThere;
  }
}
