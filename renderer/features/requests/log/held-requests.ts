import type { StoreApi } from 'zustand/vanilla';
import type { RequestLog } from '../../../console/requests.ts';
import { keyOf, requestAt } from './log-view.ts';
import type { RequestsState } from './requests-state.ts';

/**
 * The requests that the view holds on to by the keys of their lines, and when they arrived. Another run of the host may give
 * their ids to other requests: the times then tell.
 */
export class HeldRequests {
  readonly #log: RequestLog;
  #times: ReadonlyMap<string, number | undefined> = new Map();
  #fillings: number;

  /** `keysOf` gives the keys of the lines that are held in a state. */
  constructor(log: RequestLog, store: StoreApi<RequestsState>, keysOf: (state: RequestsState) => readonly string[]) {
    this.#log = log;
    this.#fillings = log.fillings;
    store.subscribe((state) => this.#hold(keysOf(state)));
  }

  /** Follows a change of the log; true if it was filled again and no longer has all of the held requests. */
  haveGone(): boolean {
    const isRefilled = this.#fillings !== this.#log.fillings;
    this.#fillings = this.#log.fillings;
    if (isRefilled && [...this.#times].some((one) => this.#hasGone(...one))) return true;
    this.#hold([...this.#times.keys()]);
    return false;
  }

  #hasGone(key: string, time: number | undefined): boolean {
    return time !== undefined && requestAt(this.#log, key)?.time !== time;
  }

  /** The log may not have a request yet. */
  #hold(keys: readonly string[]): void {
    this.#times = new Map(keys.map((key) => [key, this.#times.get(key) ?? requestAt(this.#log, key)?.time]));
  }
}

/** What is chosen or compared. */
export function heldKeys({ chosen, anchor, compared }: RequestsState): readonly string[] {
  return [chosen, anchor, ...(compared?.map(keyOf) ?? [])].filter((key) => key !== null);
}

/** The end of a paused list. */
export function pausedKeys({ following }: RequestsState): readonly string[] {
  const last = following.kind === 'paused' ? following.lines.findLast(({ kind }) => kind === 'request') : undefined;
  return last ? [last.key] : [];
}
