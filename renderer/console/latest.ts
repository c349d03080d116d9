/** Tells which of several calls is the latest: replies may come in another order, and only the reply to that one is shown. */
export class Latest {
  #begun = 0;

  /** Begins a call. The returned function is true until the next one begins. */
  begin(): () => boolean {
    this.#begun += 1;
    const number = this.#begun;
    return () => number === this.#begun;
  }
}
