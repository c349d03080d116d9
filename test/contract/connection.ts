import type { Caller } from '../../server/contract/caller.ts';
import type { Reply } from '../../server/contract/decode.ts';
import type { ConsoleEvent } from '../../server/contract/event.ts';

/** A console's connection to its host, over any transport. */
export interface Connection {
  readonly call: (name: string, input: unknown, caller?: Caller) => Promise<Reply<unknown>>;
  /** Resolves once the host sends events to the listener, in order. */
  readonly follow: (listener: (event: ConsoleEvent) => void) => Promise<void>;
  readonly close: () => Promise<void>;
}
