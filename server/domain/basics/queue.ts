/** A list that grows at its end and is dropped from its start. Every element keeps its number. */
export class Queue<T> {
  /** The number of the first element; of the next one if there is none. */
  #first: number;
  /** Elements before the first one, at the start of {@link #elements}. */
  #dropped = 0;
  #elements: (T | undefined)[] = [];

  constructor(first = 0) {
    this.#first = first;
  }

  get first(): number {
    return this.#first;
  }

  /** The number of the next element. */
  get next(): number {
    return this.#first + this.#elements.length - this.#dropped;
  }

  /** The element of a number; undefined if it was dropped or is to come. */
  at(number: number): T | undefined {
    return this.#elements[number - this.#first + this.#dropped];
  }

  last(): T | undefined {
    return this.#elements.at(-1);
  }

  push(element: T): void {
    this.#elements.push(element);
  }

  /** Takes the first element out. */
  shift(): T | undefined {
    if (this.#dropped === this.#elements.length) return undefined;
    const element = this.#elements[this.#dropped];
    this.#elements[this.#dropped] = undefined;
    this.#dropped += 1;
    this.#first += 1;
    // Half of the elements move once as many are dropped, so each costs little.
    if (this.#dropped * 2 > this.#elements.length) {
      this.#elements = this.#elements.slice(this.#dropped);
      this.#dropped = 0;
    }
    return element;
  }
}
