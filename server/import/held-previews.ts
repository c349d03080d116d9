import type { JobOwner } from '../runtime/jobs.ts';

/** A preview that may be held until it is applied. */
interface Held extends JobOwner {
  readonly id: number;
  /** The number of its records. */
  readonly records: number;
}

/** The most previews that are held, and the most records in those beside the latest one. */
const most = { previews: 4, records: 200_000 };

/** Milliseconds without any use after which no preview is held. */
const idleLimit = 60 * 60 * 1000;

/**
 * The latest previews of consoles, one of each. They hold all records of their files, so that few are kept, and the one that
 * was not used for longest goes first.
 */
export class HeldPreviews<T extends Held> {
  /** By id, the latest used last. */
  readonly #byId = new Map<number, T>();
  #idle: ReturnType<typeof setTimeout> | undefined;

  /** Holds a preview instead of the former one of its owner. */
  hold(preview: T): void {
    this.drop(preview);
    this.#use(preview);
    let records = 0;
    for (const [index, one] of [...this.#byId.values()].reverse().entries()) {
      if (index > 0) records += one.records;
      if (index >= most.previews || records > most.records) this.#byId.delete(one.id);
    }
  }

  /** The preview of that id; undefined if it is not held any more. */
  find(id: number): T | undefined {
    const found = this.#byId.get(id);
    if (found) this.#use(found);
    return found;
  }

  /** Drops the preview of an owner; without one, all. */
  drop(owner?: JobOwner): void {
    for (const { id, by } of this.#byId.values()) {
      if (owner === undefined || by === owner.by) this.#byId.delete(id);
    }
    if (this.#byId.size === 0) clearTimeout(this.#idle);
  }

  #use(preview: T): void {
    this.#byId.delete(preview.id);
    this.#byId.set(preview.id, preview);
    clearTimeout(this.#idle);
    this.#idle = setTimeout(() => this.drop(), idleLimit).unref();
  }
}
