/** The latest values, at most `capacity` of them, oldest first. Adding one to a full ring drops the oldest. */
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

  /** The value at that place, 0 being the oldest. */
  at(index: number): T | undefined {
    if (index < 0 || index >= this.#slots.length) return undefined;
    return this.#slots[(this.#first + index) % this.capacity];
  }

  /** Adds a value and returns the one that had to go for it, if any. */
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
