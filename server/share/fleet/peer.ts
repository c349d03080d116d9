import { isJsonArray, type Json, type JsonObject } from '../../domain/json/json.ts';
import type { LogEntry } from '../../log/log-entry.ts';
import type { RequestLog } from '../../log/request-log.ts';
import { ExchangeReader } from './exchange-text.ts';

/** Another instance, as its messages in the stream of requests show it. */
export class Peer {
  readonly #name: string;
  readonly #log: RequestLog;
  #number = 0;
  /** The number of its next request, from 1. */
  #next = 1;
  /** Its requests in progress, by their numbers. */
  readonly #running = new Map<number, LogEntry>();
  #heard = performance.now();

  constructor(name: string, log: RequestLog) {
    this.#name = name;
    this.#log = log;
  }

  /** Milliseconds since its latest message. */
  get silence(): number {
    return performance.now() - this.#heard;
  }

  /** True for a message that has not come before. */
  isNews(number: number): boolean {
    if (number <= this.#number) return false;
    this.#number = number;
    this.#heard = performance.now();
    return true;
  }

  /** Enters the requests of a message; gives the number of those that no message has brought. */
  receive({ from, begun = [], ended = [], dropped = [] }: JsonObject): number {
    const lost = Math.max(0, Number(from) - this.#next);
    this.#next = Math.max(this.#next, Number(from));
    for (const one of list(ended)) {
      const [number = null, end = null] = list(one);
      const entry = this.#running.get(Number(number));
      this.#running.delete(Number(number));
      if (entry) new ExchangeReader(this.#log, this.#name).finish(entry, end);
    }
    const reader = new ExchangeReader(this.#log, this.#name);
    for (const text of list(begun)) {
      for (const entry of reader.enter(text)) {
        if (entry.durationMicros === null) this.#running.set(this.#next, entry);
        this.#next += 1;
      }
    }
    for (const number of list(dropped)) {
      const entry = this.#running.get(Number(number));
      this.#running.delete(Number(number));
      // The request itself is known, and a reader of its body finds that it is missing.
      if (entry) this.#log.abandoned(entry, 0);
    }
    return lost;
  }

  /** Ends its requests in progress: it will not. */
  end(): void {
    for (const entry of this.#running.values()) this.#log.abandoned(entry, 0);
    this.#running.clear();
  }
}

function list(value: Json): readonly Json[] {
  return isJsonArray(value) ? value : [];
}
