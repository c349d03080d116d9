/** Lets what a person asks for wait until what it needs is known. */
export class Readiness {
  #ready: Promise<void> = Promise.resolve();
  #halts = 0;

  /** Waits for this, too. */
  until(ready: Promise<void>): Promise<void> {
    this.#ready = ready;
    return ready;
  }

  /** Drops what waits. */
  halt(): void {
    this.#halts += 1;
  }

  /** Resolves once all is known; to false after a halt. */
  async reached(): Promise<boolean> {
    const halts = this.#halts;
    let ready: Promise<void>;
    do {
      ready = this.#ready;
      await ready;
    } while (ready !== this.#ready);
    return halts === this.#halts;
  }

  /** Resolves once what is known to be needed now is known. */
  get present(): Promise<void> {
    return this.#ready;
  }
}
