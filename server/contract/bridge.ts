import type { Reply } from './decode.ts';
import type { ConsoleEvent } from './event.ts';

/**
 * What the desktop shell puts on `window.mockApiConsole` for the console: the whole of what the page may ask of the
 * process behind it. Its two members are the two channels of the shell.
 */
export interface ConsoleBridge {
  /** Gives the host a command. Rejects only when the program has a fault; a refusal is a reply. */
  call(name: string, input: unknown): Promise<Reply<unknown>>;
  /** Delivers the host's events, in batches and in order, until the returned function is called. */
  onEvent(listener: (events: readonly ConsoleEvent[]) => void): () => void;
}
