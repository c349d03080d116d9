import type { ConsoleState, RequestSummary } from './schema/state.ts';

/** What happened, without its number. */
export type ConsoleEventBody =
  /** Slices of the state that have a new value. */
  | { readonly type: 'state'; readonly state: Partial<ConsoleState> }
  /** Records that changed; null ids stand for "more than is worth naming". */
  | { readonly type: 'records'; readonly collection: string; readonly ids: readonly string[] | null }
  /** Requests since the last such event, oldest first; at most the latest 500 of a batch are named. */
  | { readonly type: 'requests'; readonly entries: readonly RequestSummary[] }
  | { readonly type: 'requests-cleared' }
  /** The log holds again what it held before it was cleared: it has to be read anew. */
  | { readonly type: 'requests-restored' }
  /** Another workspace is open, or the same one from its file anew: nothing that was read before holds. */
  | { readonly type: 'workspace-opened' }
  /** A line across the log. */
  | { readonly type: 'scenario-switched'; readonly name: string; readonly time: number };

/**
 * One event of the host's feed. Numbers grow by one; a gap means that the mirror must take a new snapshot with
 * `workspace.get`, whose `seq` says which events it already contains.
 */
export type ConsoleEvent = ConsoleEventBody & { readonly seq: number };
