import type { LogEntry } from './log-entry.ts';

/** A fixed number of slots for the latest requests; the id of a request determines its slot. */
export class LogRing {
  readonly capacity: number;
  readonly #slots: (LogEntry | undefined)[] = [];

  constructor(capacity: number) {
    this.capacity = Math.max(1, capacity);
  }

  /** Puts a request into its slot and overwrites the one that was there. */
  put(entry: LogEntry): void {
    this.#slots[entry.id % this.capacity] = entry;
  }

  /** Undefined if the slot is empty or holds another request. */
  get(id: number): LogEntry | undefined {
    const entry = this.#slots[id % this.capacity];
    return entry?.id === id ? entry : undefined;
  }

  /** The requests from the first id on, up to the one before `next`. */
  *between(first: number, next: number): Generator<LogEntry> {
    for (let id = first; id < next; id += 1) {
      const entry = this.get(id);
      if (entry) yield entry;
    }
  }

  /** Empties the slot of a request. */
  drop(id: number): void {
    this.#slots[id % this.capacity] = undefined;
  }
}
