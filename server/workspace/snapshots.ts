import type { SnapshotState } from '../contract/schema/state.ts';
import { problem } from '../domain/basics/problem.ts';
import { accept, type Result, refuse } from '../domain/basics/result.ts';
import { pieceLengthAt, type Work } from '../domain/basics/work.ts';
import type { LiveDiff } from '../domain/records/state-comparison.ts';
import { Coalesced } from '../store/coalesced.ts';
import type { FileSystem } from '../store/file-system.ts';
import { type Snapshot, type SnapshotsByName, snapshotsPath, writeSnapshots } from '../store/snapshots-file.ts';
import type { WorkspaceFile } from '../store/workspace-file.ts';

const mostSnapshots = 100;
/** Characters of all snapshots together. */
const mostCharacters = 64 * 2 ** 20;

interface SnapshotsParts {
  /** The present file of the workspace. */
  readonly file: () => Pick<WorkspaceFile, 'path' | 'mode' | 'prepared'>;
  readonly fs: FileSystem | undefined;
  readonly onChange: () => void;
}

/** Live states saved under names, the latest saved last. They are kept beside the workspace file, unless that is only read. */
export class Snapshots {
  readonly #parts: SnapshotsParts;
  readonly #writes = new Coalesced(() => this.#write());
  #all: SnapshotsByName;
  /** The snapshots that are on disk. */
  #written: SnapshotsByName;
  /** The change under way, and those that wait for it. */
  #turn: Promise<unknown> = Promise.resolve();
  /** The write that covers the latest change. */
  #latest: Promise<Result<null>> = Promise.resolve(accept(null));

  constructor(kept: SnapshotsByName, parts: SnapshotsParts) {
    this.#all = kept;
    this.#written = kept;
    this.#parts = parts;
  }

  get all(): SnapshotsByName {
    return this.#all;
  }

  without(name: string): Map<string, Snapshot> {
    return new Map([...this.#all].filter(([other]) => other !== name));
  }

  replaceAll(all: SnapshotsByName): void {
    this.#all = all;
    this.#parts.onChange();
    this.save();
  }

  /**
   * Replaces the snapshots by those that `make` makes of them, one change after another, and waits until they are on disk.
   * Refused with the problem of `make`, and with `save-failed`; the snapshots are then as before.
   */
  change(make: (all: SnapshotsByName) => Result<SnapshotsByName>): Promise<Result<null>> {
    const done = this.#turn.then(() => this.#change(make));
    this.#turn = done.catch(() => undefined);
    return done;
  }

  async #change(make: (all: SnapshotsByName) => Result<SnapshotsByName>): Promise<Result<null>> {
    const before = this.#all;
    const made = make(before);
    if (!made.ok) return made;
    if (made.value === before) return accept(null);
    this.replaceAll(made.value);
    const written = await this.settled();
    if (written.ok || this.#all !== made.value) return written;
    this.#all = before;
    this.#parts.onChange();
    if (before !== this.#written) this.save();
    return written;
  }

  /** Changes the differences of every snapshot. */
  changeAll(change: (changes: LiveDiff) => LiveDiff): void {
    if (this.#all.size === 0) return;
    const all = Array.from(this.#all, ([name, one]) => [name, { ...one, changes: change(one.changes) }] as const);
    this.replaceAll(new Map(all));
  }

  /** Writes the snapshots to the present file. */
  save(): void {
    if (this.#parts.file().mode === 'write') this.#latest = this.#writes.request(0);
  }

  /** Accepted once all snapshots are on disk, or if none is to be written. Refused with `save-failed`. */
  settled(): Promise<Result<null>> {
    return this.#latest;
  }

  /** {@link settled}, after a failed write once more. */
  async flush(): Promise<Result<null>> {
    await this.#latest;
    if (this.#written !== this.#all) this.save();
    return this.#latest;
  }

  /** Refused with `conflict` if this snapshot would be one too many, or too large beside the others. */
  checkRoom(name: string, size: number): Result<null> {
    const others = this.without(name);
    if (others.size >= mostSnapshots) {
      const detail = `There are ${others.size} snapshots, and more cannot be kept. Delete one first.`;
      return refuse(problem('conflict', detail));
    }
    const together = [...others.values()].reduce((sum, one) => sum + one.size, 0);
    if (together + size <= mostCharacters) return accept(null);
    const detail = `This snapshot takes ${megabytes(size)} and the others ${megabytes(together)}; ${megabytes(mostCharacters)} can be kept. Delete one first.`;
    return refuse(problem('conflict', detail));
  }

  get state(): readonly SnapshotState[] {
    return Array.from(this.#all, ([name, { changes, saved }]) => ({
      name,
      records: [...changes.values()].reduce((count, { size }) => count + size, 0),
      saved,
    }));
  }

  async #write(): Promise<Result<null>> {
    const file = this.#parts.file();
    await file.prepared();
    const all = this.#all;
    const written = await writeSnapshots(snapshotsPath(file.path), all, this.#parts.fs);
    if (written.ok) this.#written = all;
    return written;
  }
}

const recordsAtOnce = pieceLengthAt(8);

/** The characters of a live state's records as JSON. */
export function* sizeOf(changes: LiveDiff): Work<number> {
  let [size, seen] = [0, 0];
  for (const [collection, records] of changes) {
    for (const [id, value] of records) {
      seen += 1;
      if (seen % recordsAtOnce === 0) yield;
      size += JSON.stringify([collection, id, value]).length;
    }
  }
  return size;
}

function megabytes(characters: number): string {
  return `${Math.ceil(characters / 2 ** 20)} MB`;
}
