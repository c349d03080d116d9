/** Calls `show`, unless the person has gone on since the place was remembered. Returns whether it did. */
export type ShowLater = (show: () => void) => boolean;

/**
 * Where the person was when commands began. The reply to a command may come after they have gone on; what it showed then would
 * get the keys that were meant for something else.
 */
export class Places {
  #visited = 0;

  /** The person goes on to another place by themselves. */
  goOn(): void {
    this.#visited += 1;
  }

  /** Remembers the place as a command begins. */
  remember(): ShowLater {
    const here = this.#visited;
    return (show) => {
      const isHere = this.#visited === here;
      if (isHere) show();
      return isHere;
    };
  }
}
