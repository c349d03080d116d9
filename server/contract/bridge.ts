import type { Caller } from './caller.ts';
import type { Reply } from './decode.ts';
import type { ConsoleEvent } from './event.ts';

/** The API that the desktop shell puts on `window.mockApiConsole`. The page reaches the main process through it alone. */
export interface ConsoleBridge {
  /** Runs a command. A refusal is a reply; the promise rejects only on a bug of the program. */
  call(name: string, input: unknown, caller?: Caller): Promise<Reply<unknown>>;
  /** Delivers the host's events in order, in batches. Returns a function that stops the delivery. */
  onEvent(listener: (events: readonly ConsoleEvent[]) => void): () => void;
}
