import type { Reply } from '../../server/contract/decode.ts';
import type { ConsoleEvent } from '../../server/contract/event.ts';

/**
 * How the console stands to its host: `lost` means that it was there and the transport keeps trying, `refused` that the
 * host is there and does not accept the token, which trying again cannot help.
 */
export type Link = 'connecting' | 'live' | 'lost' | 'refused';

/** The two channels between the console and its host. One file implements it over Electron's IPC, one over HTTP. */
export interface Transport {
  /** A host that cannot be reached is a problem like any other. */
  readonly call: (name: string, input: unknown) => Promise<Reply<unknown>>;
  /**
   * Opens the feed. `onLink('live')` comes before the first events of every connection, the first one included; events
   * may have been missed before it. Returns the way to close the feed.
   */
  readonly events: (onEvents: (events: readonly ConsoleEvent[]) => void, onLink: (link: Link) => void) => () => void;
}
