import type { Work } from '../domain/basics/work.ts';
import { type Clock, systemClock } from './clock.ts';

/** Milliseconds for which work may keep the event loop from everything else. */
const turnLength = 4;

interface TurnEnd {
  readonly promise: Promise<void>;
  readonly resolve: () => void;
}

/**
 * The turns of the event loop: what waits for the end of one, and long work, which is done in short turns of its own,
 * between which the server answers others. All the work that waits here shares one turn of the event loop, so that it
 * does not matter to others how much of it there is.
 */
export class Scheduler {
  readonly #clock: Clock;
  #end: TurnEnd | null = null;
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

  /**
   * Resolves when everything that has arrived by now has been looked at, and before long work goes on. Answers that leave
   * together then wake their client once: left one by one, each would find it asleep again, and to wake a process takes
   * longer than to make an answer.
   */
  ended(): Promise<void> {
    this.#end ??= this.#awaitEnd();
    return this.#end.promise;
  }

  #awaitEnd(): TurnEnd {
    setImmediate(this.#finish);
    let resolve = () => {};
    const promise = new Promise<void>((settle) => {
      resolve = settle;
    });
    return { promise, resolve };
  }

  readonly #finish = (): void => {
    const end = this.#end;
    this.#end = null;
    end?.resolve();
  };

  /** Whoever waits for the end of the turn goes on first: microtasks are done in the order in which they were asked for. */
  readonly #next = (): void => {
    this.#finish();
    queueMicrotask(this.#work);
  };

  readonly #work = (): void => {
    const takeTurn = this.#queue.shift();
    if (takeTurn && !takeTurn()) this.#queue.push(takeTurn);
    if (this.#queue.length > 0) setImmediate(this.#next);
  };
}
