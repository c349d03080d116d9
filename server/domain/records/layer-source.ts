import { finish } from '../basics/work.ts';
import type { KeyRank } from '../sort/key-order.ts';
import { type RecordMaker, RecordSnapshot } from './record-snapshot.ts';
import { changedMembers, type LiveSource, type ObservedChange } from './record-source.ts';
import type { StoredRecord } from './stored-record.ts';

/** The few records of one side of a session's changes. */
export class LayerSource implements LiveSource {
  readonly inBackground = finish;
  readonly #records = new Map<string, StoredRecord>();
  readonly #observers = new Set<(change: ObservedChange) => void>();
  readonly #maker: RecordMaker;
  #revision = 0;

  constructor(maker: RecordMaker) {
    this.#maker = maker;
  }

  get size(): number {
    return this.#records.size;
  }

  get revision(): number {
    return this.#revision;
  }

  get(id: string): StoredRecord | undefined {
    return this.#records.get(id);
  }

  recordsOf(keys: readonly KeyRank[]): readonly (StoredRecord | undefined)[] {
    return keys.map((key) => this.#records.get(String(key)));
  }

  snapshot(): RecordSnapshot {
    return new RecordSnapshot([...this.#records.values()], this.size, this.revision, this.#maker);
  }

  observe(observer: (change: ObservedChange) => void): () => void {
    this.#observers.add(observer);
    return () => this.#observers.delete(observer);
  }

  /** Sets a record, or removes it with undefined, and notifies observers. */
  set(id: string, after: StoredRecord | undefined): void {
    const before = this.#records.get(id);
    if (before === after) return;
    if (after) this.#records.set(id, after);
    else this.#records.delete(id);
    this.#revision += 1;
    const change: ObservedChange = { id, before, after, changed: changedMembers(before, after) };
    for (const observer of this.#observers) observer(change);
  }
}
