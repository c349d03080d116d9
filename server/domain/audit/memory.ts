/** Entries of a memory. */
const mostRemembered = 10_000;

/** A map that drops its oldest entries beyond a bound. */
class Memory<T> extends Map<string, T> {
  override set(key: string, value: T): this {
    super.set(key, value);
    if (this.size > mostRemembered) {
      const oldest = this.keys().next();
      if (!oldest.done) this.delete(oldest.value);
    }
    return this;
  }
}

/** What a check remembers of each URL or action, within a bound. */
export function memory<T>(): Map<string, T> {
  return new Memory();
}
