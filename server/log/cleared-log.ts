import { restorableMilliseconds } from '../contract/schema/cleared-log.ts';
import type { RequestLog } from './request-log.ts';

/** Clears the request log, and holds its requests for a minute so that they can be restored. */
export class ClearedLog {
  readonly #log: RequestLog;
  #restore: (() => void) | null = null;
  #timer: NodeJS.Timeout | undefined;

  constructor(log: RequestLog) {
    this.#log = log;
  }

  clear(): void {
    this.forget();
    this.#restore = this.#log.clear();
    this.#timer = setTimeout(() => this.forget(), restorableMilliseconds).unref();
  }

  /** Restores the requests cleared last; false when none are held any more. */
  restore(): boolean {
    if (!this.#restore) return false;
    this.#restore();
    this.forget();
    return true;
  }

  /** Lets go of the requests cleared last. */
  forget(): void {
    clearTimeout(this.#timer);
    this.#restore = null;
  }
}
