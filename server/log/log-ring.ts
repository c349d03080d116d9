import type { LogEntry } from './log-entry.ts';
import { PackedEntries, type PackedHolding } from './packed-entries.ts';

/**
 * As many requests as it has slots, each in the slot that follows from its id. One that is under way, or has a mark, is there
 * as the entry itself; all others are packed, and an entry is made of what was packed when somebody asks.
 */
export class LogRing {
  readonly capacity: number;
  readonly #entries: (LogEntry | undefined)[] = [];
  readonly #packed = new PackedEntries();

  constructor(capacity: number) {
    this.capacity = Math.max(1, capacity);
  }

  /** Puts a request into its slot, or packs the one that is there when it is over. */
  put(entry: LogEntry): void {
    const slot = this.#slotOf(entry.id);
    const isPacked = entry.durationMicros !== null && entry.mark === null;
    this.#entries[slot] = isPacked ? undefined : entry;
    if (isPacked) this.#packed.put(slot, entry);
    else this.#packed.clear(slot);
  }

  get(id: number): LogEntry | undefined {
    return this.entry(id) ?? this.#packed.get(this.#slotOf(id), id);
  }

  /** The entry itself, where it is one. */
  entry(id: number): LogEntry | undefined {
    const entry = this.#entries[this.#slotOf(id)];
    return entry?.id === id ? entry : undefined;
  }

  /** Of the requests with these ids the latest that are over, at most so many, and all others with a mark, newest first. */
  *latest(oldest: number, newest: number, count: number): Generator<LogEntry> {
    let left = count;
    for (let id = newest; id >= oldest; id -= 1) {
      const entry = left > 0 ? this.get(id) : this.entry(id);
      if (!entry || entry.durationMicros === null) continue;
      if (left > 0 || entry.mark) yield entry;
      left -= 1;
    }
  }

  /** What is packed of a request. */
  packed(id: number): PackedHolding {
    return this.#packed.heldIn(this.#slotOf(id));
  }

  /** Lets go of a request. */
  drop(id: number): void {
    const slot = this.#slotOf(id);
    this.#entries[slot] = undefined;
    this.#packed.clear(slot);
  }

  #slotOf(id: number): number {
    return id % this.capacity;
  }
}
