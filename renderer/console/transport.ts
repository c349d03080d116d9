import type { Caller } from '../../server/contract/caller.ts';
import type { Reply } from '../../server/contract/decode.ts';
import type { ConsoleEvent } from '../../server/contract/event.ts';

/** The state of the connection. `lost` and `refused` are retried; the host refuses a token of an earlier start. */
export type Link = 'connecting' | 'live' | 'lost' | 'refused';

/** The channels between the console and its host, over Electron's IPC or over HTTP. */
export interface Transport {
  /** An unreachable host gives a problem, not a rejection. */
  readonly call: (name: string, input: unknown, caller?: Caller) => Promise<Reply<unknown>>;
  /**
   * Opens the feed. `onLink('live')` precedes the events of every connection; events before it may have been missed.
   * Returns a function that closes the feed.
   */
  readonly events: (onEvents: (events: readonly ConsoleEvent[]) => void, onLink: (link: Link) => void) => () => void;
}
