/** A fault of the connection: a TCP reset, a close without a byte, bytes that are no HTTP, silence, or a truncated body. */
export type Fault = 'reset' | 'empty' | 'malformed' | 'hang' | 'cut';

/** How fast a body is written: in pieces over a time in milliseconds, or at so many bytes a second. */
export type Pace =
  | { readonly kind: 'dribble'; readonly milliseconds: number; readonly pieces: number }
  | { readonly kind: 'throttle'; readonly bytesPerSecond: number };

/** How a response reaches its client. */
export interface Delivery {
  /** Milliseconds before the first byte. */
  readonly delay: number;
  /** Null: at once. */
  readonly pace: Pace | null;
  readonly fault: Fault | null;
}

/** Delivery at once and whole. Most responses share this object. */
export const immediateDelivery: Delivery = { delay: 0, pace: null, fault: null };
