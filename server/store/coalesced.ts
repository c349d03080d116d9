interface Waiting<T> {
  readonly promise: Promise<T>;
  readonly resolve: (value: T | Promise<T>) => void;
}

/**
 * Combines requests for the same work. One run at a time; all requests before its start share the next run, so that every
 * request is satisfied by a run that began after it.
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

  /** The requested run, until it begins. */
  get waiting(): Promise<T> | undefined {
    return this.#waiting?.promise;
  }

  /** Requests a run within a time in milliseconds, or right after the run that is still in progress then. */
  request(withinMs: number): Promise<T> {
    this.#waiting ??= waiting();
    const dueAt = performance.now() + withinMs;
    if (dueAt < this.#dueAt) {
      this.#dueAt = dueAt;
      this.#schedule();
    }
    return this.#waiting.promise;
  }

  /** Runs a waiting request now. Resolves once nothing is waiting or in progress. */
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
