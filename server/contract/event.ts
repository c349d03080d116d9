import type { ConsoleState, RequestSummary } from './schema/state.ts';

/** An event without its number. */
export type ConsoleEventBody =
  /** The slices of the state that changed. */
  | { readonly type: 'state'; readonly state: Partial<ConsoleState> }
  /** Records that changed; `ids` is null when there are too many to name. */
  | { readonly type: 'records'; readonly collection: string; readonly ids: readonly string[] | null }
  /** Requests since the last such event, oldest first; at most the latest 500 of a batch. */
  | { readonly type: 'requests'; readonly entries: readonly RequestSummary[] }
  | { readonly type: 'requests-cleared' }
  /** The clear of the log was taken back; the console reads the log again. */
  | { readonly type: 'requests-restored' }
  /** Another workspace was opened, or the same one was reloaded; the console reads everything again. */
  | { readonly type: 'workspace-opened' }
  /** Another scenario became active; the log shows a line. */
  | { readonly type: 'scenario-switched'; readonly name: string; readonly time: number };

/**
 * One event of the host's feed. `seq` grows by one. After a gap the mirror takes a new snapshot with `workspace.get`, whose
 * `seq` is the last event that it contains.
 */
export type ConsoleEvent = ConsoleEventBody & { readonly seq: number };
