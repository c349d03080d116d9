/** Counts how often a person goes on to another scenario or rule, so that the late reply to a command takes nobody back. */
export class Visits {
  #count = 0;

  /** The person goes on to another place by themselves. */
  goOn(): void {
    this.#count += 1;
  }

  /**
   * Remembers the place as a command begins. The returned function calls `show` unless the person has gone on since, and returns
   * whether it did.
   */
  remember(): (show: () => void) => boolean {
    const here = this.#count;
    return (show) => {
      const isHere = this.#count === here;
      if (isHere) show();
      return isHere;
    };
  }
}
