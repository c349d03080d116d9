import { afterPatience } from './patience.ts';

/** Waits for conditions, which are looked at again after every {@link Waiters.wake}. */
export class Waiters {
  readonly #waiting = new Set<{ readonly isMet: () => boolean; readonly end: (met: boolean) => void }>();
  #isClosed = false;

  /** Resolves to false if the condition is not met within a time in milliseconds, or before the end. */
  async until(isMet: () => boolean, milliseconds: number): Promise<boolean> {
    if (isMet()) return true;
    if (this.#isClosed || milliseconds <= 0) return false;
    return new Promise((resolve) => {
      const end = (met: boolean) => {
        stop();
        this.#waiting.delete(waiter);
        resolve(met);
      };
      const waiter = { isMet, end };
      const stop = afterPatience(milliseconds, () => end(isMet()));
      this.#waiting.add(waiter);
    });
  }

  wake(): void {
    for (const { isMet, end } of this.#waiting) {
      const met = isMet();
      if (met || this.#isClosed) end(met);
    }
  }

  /** Ends all waiting, now and later. */
  close(): void {
    this.#isClosed = true;
    this.wake();
  }
}
