/** Entries of a memory. */
const mostRemembered = 10_000;

/** A map that drops its oldest entries beyond a bound. No subclass of Map, which V8 makes fifty times slower. */
class Memory<T> {
  readonly #entries = new Map<string, T>();

  get size(): number {
    return this.#entries.size;
  }

  get(key: string): T | undefined {
    // Most memories stay empty, and a key that was put together has yet to be hashed.
    return this.#entries.size === 0 ? undefined : this.#entries.get(key);
  }

  set(key: string, value: T): void {
    this.#entries.set(key, value);
    if (this.#entries.size <= mostRemembered) return;
    const oldest = this.#entries.keys().next();
    if (!oldest.done) this.#entries.delete(oldest.value);
  }

  values(): Iterable<T> {
    return this.#entries.values();
  }

  delete(key: string): void {
    this.#entries.delete(key);
  }
}

/** A bounded memory of a check, by URL or action. */
export function memory<T>(): Memory<T> {
  return new Memory();
}
