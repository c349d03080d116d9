import type { LogState } from '../contract/schema/state.ts';

/** Counts the requests that were refused before they reached the mock. They have no entry in the log. */
export class RefusedRequests {
  #state: Pick<LogState, 'refused' | 'latestRefusal'> = { refused: 0, latestRefusal: null };

  get state(): Pick<LogState, 'refused' | 'latestRefusal'> {
    return this.#state;
  }

  add(reason: string): void {
    this.#state = { refused: this.#state.refused + 1, latestRefusal: reason };
  }
}
