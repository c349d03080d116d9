import { largeResult, type Work } from '../domain/basics/work.ts';
import { type Clock, systemClock } from './clock.ts';

/** Milliseconds for which work may block the event loop. */
const sliceLength = 4;

/** Slices of waited-for jobs after which the background gets one. */
const mostBefore = 9;

/** Jobs that may make a large result at the same time. */
const mostLarge = 2;

/** The state of a job after a slice; `waiting` until another job has made its large result. */
type SliceEnd = 'done' | 'paused' | 'waiting';

/** Runs one slice of a job. */
type Slices = () => SliceEnd;

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
  /** Jobs that wait to make a large result, in the order of their arrival, and the number of those that make one. */
  readonly #waiting: (() => void)[] = [];
  #large = 0;
  /** True if a slice will run in the next turn. */
  #isAwake = false;
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
      let isLarge = false;
      const end = (): SliceEnd => {
        if (isLarge) this.#endLarge();
        return 'done';
      };
      const runSlice = (): SliceEnd => {
        const sliceEnd = this.#clock.elapsed() + sliceLength;
        try {
          do {
            const { done, value } = work.next();
            if (done) {
              resolve(value);
              return end();
            }
            if (value !== largeResult || isLarge) continue;
            isLarge = true;
            if (this.#large < mostLarge) this.#large += 1;
            else {
              this.#waiting.push(() => this.#enqueue(runSlice, queue));
              return 'waiting';
            }
          } while (this.#clock.elapsed() < sliceEnd);
          return 'paused';
        } catch (fault) {
          reject(fault);
          return end();
        }
      };
      this.#enqueue(runSlice, queue);
    });
  }

  #enqueue(runSlice: Slices, queue: Slices[]): void {
    queue.push(runSlice);
    this.#wake();
  }

  #wake(): void {
    if (this.#isAwake) return;
    this.#isAwake = true;
    setImmediate(this.#next);
  }

  /** Passes the place of a large result that is made on to the job that has waited longest. */
  #endLarge(): void {
    const next = this.#waiting.shift();
    if (next) next();
    else this.#large -= 1;
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
    this.#isAwake = false;
    const queue = this.#nextQueue();
    const runSlice = queue.shift();
    if (runSlice?.() === 'paused') queue.push(runSlice);
    if (this.#queue.length + this.#background.length > 0) this.#wake();
  };

  #nextQueue(): Slices[] {
    const isBackground =
      this.#queue.length === 0 || (this.#background.length > 0 && this.#sinceBackground >= mostBefore);
    this.#sinceBackground = isBackground ? 0 : this.#sinceBackground + 1;
    return isBackground ? this.#background : this.#queue;
  }
}
