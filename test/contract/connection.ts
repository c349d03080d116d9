import type { Reply } from '../../server/contract/decode.ts';
import type { ConsoleEvent } from '../../server/contract/event.ts';

/** A console's way to its host, whatever it goes over. */
export interface Connection {
  readonly call: (name: string, input: unknown) => Promise<Reply<unknown>>;
  /** Resolves once events arrive; the listener gets them in order. */
  readonly follow: (listener: (event: ConsoleEvent) => void) => Promise<void>;
  readonly close: () => Promise<void>;
}
