/** Holds the latest `capacity` values, oldest first. */
export class Ring<T> {
  readonly capacity: number;
  readonly #slots: T[] = [];
  #first = 0;

  constructor(capacity: number) {
    this.capacity = capacity;
  }

  get length(): number {
    return this.#slots.length;
  }

  /** The value at that index; 0 is the oldest. */
  at(index: number): T | undefined {
    if (index < 0 || index >= this.#slots.length) return undefined;
    return this.#slots[(this.#first + index) % this.capacity];
  }

  /** Adds a value; returns the oldest one, dropped from a full ring. */
  push(value: T): T | undefined {
    if (this.#slots.length < this.capacity) {
      this.#slots.push(value);
      return undefined;
    }
    const dropped = this.#slots[this.#first];
    this.#slots[this.#first] = value;
    this.#first = (this.#first + 1) % this.capacity;
    return dropped;
  }

  replace(index: number, value: T): void {
    if (index < 0 || index >= this.#slots.length) throw new RangeError(`No slot ${index} in ${this.#slots.length}`);
    this.#slots[(this.#first + index) % this.capacity] = value;
  }

  clear(): void {
    this.#slots.length = 0;
    this.#first = 0;
  }

  *[Symbol.iterator](): IterableIterator<T> {
    for (let index = 0; index < this.#slots.length; index++) {
      const value = this.#slots[(this.#first + index) % this.capacity];
      if (value !== undefined) yield value;
    }
  }
}
