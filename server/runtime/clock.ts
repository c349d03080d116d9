/** The clocks of the server, in milliseconds. */
export interface Clock {
  /** Time since 1970. */
  readonly now: () => number;
  /** A monotonic clock, for durations. */
  readonly elapsed: () => number;
}

export const systemClock: Clock = { now: Date.now, elapsed: () => performance.now() };
