import type { UpstreamExchange } from '../../domain/recording/upstream-exchange.ts';

/** Characters of all bodies together, and exchanges, that a recording holds. */
const defaultLimits = { characters: 128 * 2 ** 20, exchanges: 100_000 };

/** The exchanges with the upstream that may become records, in memory. Their secrets are masked before they come here. */
export class Recorder {
  readonly #limits: typeof defaultLimits;
  #exchanges: UpstreamExchange[] = [];
  #characters = 0;
  #lost = 0;

  constructor(limits = defaultLimits) {
    this.#limits = limits;
  }

  get state(): { readonly recorded: number; readonly lost: number; readonly sessions: readonly string[] } {
    const sessions = new Set(this.#exchanges.flatMap(({ session }) => session ?? []));
    return { recorded: this.#exchanges.length, lost: this.#lost, sessions: [...sessions] };
  }

  /** Adds an exchange, unless the recording is full. */
  add(exchange: UpstreamExchange): void {
    const characters = this.#characters + exchange.body.length;
    if (characters > this.#limits.characters || this.#exchanges.length >= this.#limits.exchanges) {
      this.#lost += 1;
      return;
    }
    this.#characters = characters;
    this.#exchanges.push(exchange);
  }

  /** The exchanges of a session, or of all clients without one, oldest first. */
  of(session: string | null): readonly UpstreamExchange[] {
    return this.#exchanges.filter((exchange) => exchange.session === session);
  }

  clear(): void {
    this.#exchanges = [];
    this.#characters = 0;
    this.#lost = 0;
  }
}
