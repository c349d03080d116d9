/** A fault of the connection: a TCP reset, a close without a byte, bytes that are not HTTP, silence, or a truncated body. */
export type Fault = 'reset' | 'empty' | 'malformed' | 'hang' | 'cut';

/** The speed of a body: in pieces over a number of milliseconds, or a number of bytes per second. */
export type Pace =
  | { readonly kind: 'dribble'; readonly milliseconds: number; readonly pieces: number }
  | { readonly kind: 'throttle'; readonly bytesPerSecond: number };

/** How a response reaches its client. */
export interface Delivery {
  /** Milliseconds before the first byte. */
  readonly delay: number;
  /** Null for full speed. */
  readonly pace: Pace | null;
  readonly fault: Fault | null;
}

/** Delivery without delay, pace or fault. Most responses share this object. */
export const immediateDelivery: Delivery = { delay: 0, pace: null, fault: null };
