import type { Work } from '../domain/work.ts';
import { type Clock, systemClock } from './clock.ts';

/** Milliseconds for which work may keep the event loop from everything else. */
const turnLength = 4;

/**
 * Does long work in short turns, between which the server answers others. All the work that waits here shares one turn
 * of the event loop, so that it does not matter to others how much of it there is.
 */
export class Turns {
  readonly #clock: Clock;
  /** What is under way, the next one first: each gives true when it is over. */
  readonly #queue: (() => boolean)[] = [];

  constructor(clock: Clock = systemClock) {
    this.#clock = clock;
  }

  /** What the work comes to; rejects with what it throws. */
  run<T>(work: Work<T>): Promise<T> {
    return new Promise((resolve, reject) => {
      const takeTurn = () => {
        const end = this.#clock.elapsed() + turnLength;
        try {
          do {
            const { done, value } = work.next();
            if (!done) continue;
            resolve(value);
            return true;
          } while (this.#clock.elapsed() < end);
          return false;
        } catch (fault) {
          reject(fault);
          return true;
        }
      };
      if (this.#queue.push(takeTurn) === 1) setImmediate(this.#next);
    });
  }

  readonly #next = (): void => {
    const takeTurn = this.#queue.shift();
    if (takeTurn && !takeTurn()) this.#queue.push(takeTurn);
    if (this.#queue.length > 0) setImmediate(this.#next);
  };
}
