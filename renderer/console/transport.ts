import type { Caller } from '../../server/contract/caller.ts';
import type { Reply } from '../../server/contract/decode.ts';
import type { ConsoleEvent } from '../../server/contract/event.ts';
import type { Problem } from '../../server/domain/basics/problem.ts';
import type { Result } from '../../server/domain/basics/result.ts';

/** The state of the connection. `lost` and `refused` are retried; the host refuses a token of an earlier start. */
export type Link = 'connecting' | 'live' | 'lost' | 'refused';

/** The problem of a call without a reply. Nobody can tell whether the call reached the host. */
export const noReply: Problem = {
  type: '/problems/no-reply',
  title: 'The host did not reply',
  status: 0,
  detail: 'The host did not reply. It may have carried this out all the same; the console keeps trying to reach it.',
};

/** Whether a call may have been carried out, although its reply is not known. */
export function isLost(reply: Result<unknown>): boolean {
  return !reply.ok && reply.problem.type === noReply.type;
}

/** The channels between the console and its host, over Electron's IPC or over HTTP. */
export interface Transport {
  /** A host that does not reply gives the problem {@link noReply}, not a rejection. */
  readonly call: (name: string, input: unknown, caller?: Caller) => Promise<Reply<unknown>>;
  /**
   * Opens the feed. `onLink('live')` precedes the events of every connection; events before it may have been missed.
   * Returns a function that closes the feed.
   */
  readonly events: (onEvents: (events: readonly ConsoleEvent[]) => void, onLink: (link: Link) => void) => () => void;
}
