/**
 * Takes steps one after the other: the calls of a page can overtake each other, and a step may build on what the one before
 * has saved.
 */
export class Turns {
  #last: Promise<unknown> = Promise.resolve();

  /** Takes a step once those before it have ended. */
  take<Result>(step: () => Promise<Result>): Promise<Result> {
    const taken = this.#last.then(step);
    // A step that throws does not stop those after it.
    this.#last = taken.catch(() => undefined);
    return taken;
  }

  /** Resolves once the steps have ended, after whoever waited for them. */
  ended(): Promise<unknown> {
    return this.#last;
  }
}
