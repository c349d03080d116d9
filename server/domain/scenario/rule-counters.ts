import { LruMap } from '../basics/lru-map.ts';

/** The limit of counters, because a client may request any number of ids. */
export const countedRecords = 100_000;

/** The counters of one run of a scenario. A key is a rule's, or that of a rule and a record. */
export interface RuleCounters {
  /** Counts a request for each key, all at once; returns its number for each, from 0. */
  places(keys: readonly string[]): readonly number[];
  /** Counts a response of a sequence; returns its number, from 0. */
  step(key: string): number;
  /**
   * Counts a request in the window of a rate limit. A window begins with its first request; `length` is in milliseconds.
   * `now` returns milliseconds of a monotonic clock.
   */
  hit(key: string, length: number, now: () => number): WindowHit;
}

/** A request in a window: the number of its requests so far, and the milliseconds that are left of it. */
export interface WindowHit {
  readonly requests: number;
  readonly left: number;
}

/** The state of counters, by key. A window has the moment of its begin. */
export interface CounterValues {
  readonly matched: readonly (readonly [key: string, count: number])[];
  readonly steps: readonly (readonly [key: string, count: number])[];
  readonly windows: readonly (readonly [key: string, window: LimitWindow])[];
}

/** A window of a rate limit: its start in milliseconds, and the number of its requests. */
interface LimitWindow {
  began: number;
  requests: number;
}

/** Counters in memory. */
export class LocalCounters implements RuleCounters {
  readonly #matched = new LruMap<string, number>(countedRecords);
  readonly #steps = new LruMap<string, number>(countedRecords);
  readonly #windows = new Map<string, LimitWindow>();

  /** Begins with these values. */
  constructor({ matched, steps, windows }: CounterValues = { matched: [], steps: [], windows: [] }) {
    for (const [key, count] of matched) this.#matched.set(key, count);
    for (const [key, count] of steps) this.#steps.set(key, count);
    for (const [key, window] of windows) this.#windows.set(key, { ...window });
  }

  places(keys: readonly string[]): readonly number[] {
    return keys.map((key) => counted(this.#matched, key));
  }

  step(key: string): number {
    return counted(this.#steps, key);
  }

  hit(key: string, length: number, now: () => number): WindowHit {
    const moment = now();
    let window = this.#windows.get(key);
    if (!window || moment - window.began >= length) {
      window = { began: moment, requests: 0 };
      this.#windows.set(key, window);
    }
    window.requests += 1;
    return { requests: window.requests, left: window.began + length - moment };
  }

  /** The values of some keys. */
  values(keys: readonly string[]): CounterValues {
    const of = (counts: LruMap<string, number>) => keys.map((key) => [key, counts.peek(key) ?? 0] as const);
    return { matched: of(this.#matched), steps: of(this.#steps), windows: [...this.#windows] };
  }
}

function counted(counts: LruMap<string, number>, key: string): number {
  const count = counts.get(key) ?? 0;
  counts.set(key, count + 1);
  return count;
}
