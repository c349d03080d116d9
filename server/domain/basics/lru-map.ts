/** A map with a limit: a new entry beyond the limit evicts the least recently used one. */
export class LruMap<K, V> {
  readonly #limit: number;
  /** The most recently used entry is the last. */
  readonly #entries = new Map<K, V>();
  /** The key of the last entry, which `get` need not move. */
  #latest: K | undefined;

  constructor(limit: number) {
    this.#limit = limit;
  }

  get size(): number {
    return this.#entries.size;
  }

  /** Returns the value of a key and marks it as used. */
  get(key: K): V | undefined {
    const value = this.#entries.get(key);
    if (value !== undefined && key !== this.#latest) this.set(key, value);
    return value;
  }

  set(key: K, value: V): void {
    this.#entries.delete(key);
    this.#entries.set(key, value);
    this.#latest = key;
    if (this.#entries.size <= this.#limit) return;
    const oldest = this.#entries.keys().next();
    if (!oldest.done) this.#entries.delete(oldest.value);
  }

  delete(key: K): void {
    this.#entries.delete(key);
  }

  /** Returns the value of a key without marking it as used. */
  peek(key: K): V | undefined {
    return this.#entries.get(key);
  }

  values(): IterableIterator<V> {
    return this.#entries.values();
  }
}
