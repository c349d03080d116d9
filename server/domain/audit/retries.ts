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

/** Chains of attempts at one action that are remembered: clients that send the same request at the same time have several. */
const mostChains = 20;

/** Follows the attempts of one client at each action. */
export class Retries {
  /** Chains of failed attempts by action, the one with the latest attempt last. */
  readonly #failed = memory<readonly Attempts[]>();

  /**
   * The failed attempts that this request repeats; undefined for no retry. A request that was sent before an attempt ended
   * did not know that it fails, so it does not repeat it.
   */
  read(exchange: Exchange): Attempts | undefined {
    if (this.#failed.size === 0 && !exchange.failedForNow) return undefined;
    const key = `${exchange.recorded.session ?? ''} ${exchange.action}`;
    const chains = this.#failed.get(key) ?? [];
    const before = chains.findLast(({ last }) => isAfter(exchange, last) && exchange.time - last.end < retryWindow);
    if (!exchange.failedForNow) {
      this.#failed.delete(key);
      return before;
    }
    const others = chains.filter((one) => one !== before).slice(1 - mostChains);
    this.#failed.set(key, [...others, { all: [...(before?.all ?? []).slice(-20), exchange], last: exchange }]);
    return before;
  }
}

/** True if a request was sent after another one had ended; requests begin at whole milliseconds. */
function isAfter(exchange: Exchange, other: Exchange): boolean {
  return exchange.time >= Math.floor(other.end);
}
