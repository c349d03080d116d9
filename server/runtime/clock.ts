/** Where the edge has the time from. */
export interface Clock {
  /** Milliseconds since 1970, as the system's clock has it at the moment. */
  readonly now: () => number;
  /** Milliseconds on a clock that only goes forward, for durations. */
  readonly elapsed: () => number;
}

export const systemClock: Clock = { now: Date.now, elapsed: () => performance.now() };
