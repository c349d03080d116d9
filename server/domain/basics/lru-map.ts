/** A map that holds at most so many entries: when one more comes, the one that was not used for longest goes. */
export class LruMap<K, V> {
  readonly #limit: number;
  /** The most recently used last. */
  readonly #entries = new Map<K, V>();
  /** The key at the end, which has no need to be moved there. */
  #latest: K | undefined;

  constructor(limit: number) {
    this.#limit = limit;
  }

  get size(): number {
    return this.#entries.size;
  }

  /** The value of that key, which counts as a use of it. */
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

  /** The value of that key; looking is no use of it. */
  peek(key: K): V | undefined {
    return this.#entries.get(key);
  }

  values(): IterableIterator<V> {
    return this.#entries.values();
  }
}
