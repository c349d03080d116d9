import type { Random } from './random.ts';

interface Timer {
  readonly at: number;
  readonly run: () => void;
}

/** More turns of the event loop than any work takes that waits neither for the disk nor for a timer. */
const idleTurns = 1000;

/**
 * The clock and the scheduler of a simulation. Calls of the disk and timers wait until {@link step} lets one of them happen,
 * which the random numbers choose. {@link install} replaces the timers and clocks of the process.
 */
export class World {
  readonly random: Random;
  /** Milliseconds since 1970. */
  now = 1_800_000_000_000;
  #timers = new Map<object, Timer>();
  #calls: (() => void)[] = [];
  readonly #turn = setImmediate;

  constructor(random: Random) {
    this.random = random;
  }

  /** Replaces the clocks and timers of the process; returns how to put them back. */
  install(): () => void {
    const { setTimeout, clearTimeout } = globalThis;
    const [dateNow, performanceNow] = [Date.now, performance.now];
    const start = this.now;
    Object.assign(globalThis, {
      setTimeout: (run: (...args: unknown[]) => void, milliseconds = 0, ...args: unknown[]) => {
        const timer = { unref: () => timer, ref: () => timer };
        this.#timers.set(timer, { at: this.now + Math.max(0, milliseconds), run: () => run(...args) });
        return timer;
      },
      clearTimeout: (timer: object) => this.#timers.delete(timer),
    });
    Date.now = () => this.now;
    performance.now = () => this.now - start;
    return () => {
      Object.assign(globalThis, { setTimeout, clearTimeout });
      Date.now = dateNow;
      performance.now = performanceNow;
    };
  }

  /** Resolves when the call of the disk may happen. */
  call(): Promise<void> {
    return new Promise((resolve) => this.#calls.push(resolve));
  }

  /** Ends everything that is under way, as a crash does. */
  crash(): void {
    this.#timers = new Map();
    this.#calls = [];
  }

  /** Lets one call or timer happen, and all code that waited for it alone. False if there is none. */
  async step(): Promise<boolean> {
    const hasHappened = this.#happen();
    await new Promise((resolve) => this.#turn(resolve));
    return hasHappened;
  }

  /** Steps until a promise is settled. */
  async until<T>(promise: Promise<T>): Promise<T> {
    let isSettled = false;
    const settle = () => {
      isSettled = true;
    };
    promise.then(settle, settle);
    for (let idle = 0; idle < idleTurns; ) {
      await new Promise((resolve) => this.#turn(resolve));
      if (isSettled) return promise;
      idle = (await this.step()) ? 0 : idle + 1;
    }
    throw new Error('The program waits for nothing.');
  }

  #happen(): boolean {
    const call = this.#calls.length > 0 ? this.#calls.splice(this.random.below(this.#calls.length), 1)[0] : undefined;
    const [next] = [...this.#timers].sort(([, a], [, b]) => a.at - b.at);
    if (next && (call === undefined || this.random.chance(0.05))) {
      if (call) this.#calls.push(call);
      const [handle, timer] = next;
      this.#timers.delete(handle);
      this.now = Math.max(this.now, timer.at);
      timer.run();
      return true;
    }
    // A call of the disk takes up to a millisecond.
    this.now += this.random.next();
    call?.();
    return call !== undefined;
  }
}
