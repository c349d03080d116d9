import type { Exchange } from './exchange.ts';
import { memory } from './memory.ts';

/** Milliseconds after which an equal request is a new one and no retry. */
const retryWindow = 120_000;

/** Failed attempts at one action. */
export interface Attempts {
  /** The latest ones, oldest first. */
  readonly all: readonly Exchange[];
  readonly last: Exchange;
}

/** Follows the attempts of one client at each action. */
export class Retries {
  readonly #failed = memory<Attempts>();

  /** The failed attempts that this request repeats; undefined for no retry. */
  read(exchange: Exchange): Attempts | undefined {
    if (this.#failed.size === 0 && !exchange.failedForNow) return undefined;
    const key = `${exchange.recorded.session ?? ''} ${exchange.action}`;
    const found = this.#failed.get(key);
    const before = found && exchange.time - found.last.end < retryWindow ? found : undefined;
    if (!exchange.failedForNow) this.#failed.delete(key);
    else this.#failed.set(key, { all: [...(before?.all ?? []).slice(-20), exchange], last: exchange });
    return before;
  }
}
