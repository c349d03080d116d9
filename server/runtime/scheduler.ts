import type { Work } from '../domain/basics/work.ts';
import { type Clock, systemClock } from './clock.ts';

/** Milliseconds for which work may block the event loop. */
const sliceLength = 4;

/** Slices of waited-for jobs after which the background gets one. */
const mostBefore = 9;

/** Runs one slice of a job; true once the job is done. */
type Slices = () => boolean;

interface TurnEnd {
  readonly promise: Promise<void>;
  readonly resolve: () => void;
}

/**
 * Runs long work in time slices and lets responses wait for the end of the event loop's turn. All queued work shares one
 * slice a turn, so that the number of jobs does not delay requests.
 */
export class Scheduler {
  readonly #clock: Clock;
  #end: TurnEnd | null = null;
  /** Jobs in progress, the next one first. */
  readonly #queue: Slices[] = [];
  /** Jobs in progress that nobody waits for. */
  readonly #background: Slices[] = [];
  /** Slices of waited-for jobs since the last one in the background. */
  #sinceBackground = 0;

  constructor(clock: Clock = systemClock) {
    this.#clock = clock;
  }

  /** Runs work to its end. Resolves to its result; rejects with the error that it throws. */
  run<T>(work: Work<T>): Promise<T> {
    return this.#add(work, this.#queue);
  }

  /** Runs work that nobody waits for: while nothing else is to be done, and seldom otherwise. */
  runInBackground<T>(work: Work<T>): Promise<T> {
    return this.#add(work, this.#background);
  }

  #add<T>(work: Work<T>, queue: Slices[]): Promise<T> {
    return new Promise((resolve, reject) => {
      const runSlice = () => {
        const end = this.#clock.elapsed() + sliceLength;
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
      queue.push(runSlice);
      if (this.#queue.length + this.#background.length === 1) setImmediate(this.#next);
    });
  }

  /**
   * Resolves at the end of this turn of the event loop: after all requests that have arrived, before the next time slice.
   * Responses that leave together wake a client process once. Left one by one, each would find it asleep again, and waking
   * a process takes longer than making a response.
   */
  endOfTurn(): Promise<void> {
    this.#end ??= this.#awaitEnd();
    return this.#end.promise;
  }

  #awaitEnd(): TurnEnd {
    setImmediate(this.#endTurn);
    let resolve = () => {};
    const promise = new Promise<void>((settle) => {
      resolve = settle;
    });
    return { promise, resolve };
  }

  readonly #endTurn = (): void => {
    const end = this.#end;
    this.#end = null;
    end?.resolve();
  };

  /** Runs the slice in a microtask, so that the microtasks of those who wait for the end of the turn run first. */
  readonly #next = (): void => {
    this.#endTurn();
    queueMicrotask(this.#runNext);
  };

  readonly #runNext = (): void => {
    const queue = this.#nextQueue();
    const runSlice = queue.shift();
    if (runSlice && !runSlice()) queue.push(runSlice);
    if (this.#queue.length + this.#background.length > 0) setImmediate(this.#next);
  };

  #nextQueue(): Slices[] {
    const isBackground =
      this.#queue.length === 0 || (this.#background.length > 0 && this.#sinceBackground >= mostBefore);
    this.#sinceBackground = isBackground ? 0 : this.#sinceBackground + 1;
    return isBackground ? this.#background : this.#queue;
  }
}
