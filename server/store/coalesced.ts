interface Waiting<T> {
  readonly promise: Promise<T>;
  readonly resolve: (value: T | Promise<T>) => void;
}

/**
 * Work that is asked for more often than it needs to be done: never two runs at a time, and all who ask while none has
 * begun for them share the next one. Every request is thus answered by a run that began after it.
 */
export class Coalesced<T> {
  readonly #work: () => Promise<T>;
  #waiting: Waiting<T> | null = null;
  #dueAt = Number.POSITIVE_INFINITY;
  #timer: NodeJS.Timeout | undefined;
  #running: Promise<void> | null = null;

  constructor(work: () => Promise<T>) {
    this.#work = work;
  }

  /** The run that was asked for, as long as it has not begun. */
  get waiting(): Promise<T> | undefined {
    return this.#waiting?.promise;
  }

  /** Asks for a run that begins in so many milliseconds at the latest, unless one is still under way then. */
  request(withinMs: number): Promise<T> {
    this.#waiting ??= waiting();
    const dueAt = performance.now() + withinMs;
    if (dueAt < this.#dueAt) {
      this.#dueAt = dueAt;
      this.#schedule();
    }
    return this.#waiting.promise;
  }

  /** Begins now what waits, and ends when nothing is waiting or under way. */
  async flush(): Promise<void> {
    while (this.#waiting || this.#running) {
      if (this.#running) await this.#running;
      else this.#begin();
    }
  }

  #schedule(): void {
    clearTimeout(this.#timer);
    if (!this.#running) this.#timer = setTimeout(() => this.#begin(), this.#dueAt - performance.now());
  }

  #begin(): void {
    clearTimeout(this.#timer);
    const answered = this.#waiting;
    this.#waiting = null;
    this.#dueAt = Number.POSITIVE_INFINITY;
    const run = this.#work();
    answered?.resolve(run);
    this.#running = run
      .then(
        () => undefined,
        () => undefined,
      )
      .then(() => {
        this.#running = null;
        if (this.#waiting) this.#schedule();
      });
  }
}

function waiting<T>(): Waiting<T> {
  let resolve: Waiting<T>['resolve'] = () => undefined;
  const promise = new Promise<T>((settle) => {
    resolve = settle;
  });
  return { promise, resolve };
}
