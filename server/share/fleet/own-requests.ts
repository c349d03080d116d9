import type { Timeline } from '../../domain/timeline/timeline.ts';
import type { LogEntry } from '../../log/log-entry.ts';
import type { LogSequence } from '../../log/log-observers.ts';
import type { RequestLog } from '../../log/request-log.ts';
import { ExchangeWriter } from './exchange-text.ts';
import type { Outbox, OwnMessage } from './outbox.ts';

export interface LogParts {
  readonly log: RequestLog;
  readonly timeline: Pick<Timeline, 'renumber'>;
}

/** A request that was sent while it was in progress, with its number. */
type EndedRequest = readonly [number: number, entry: LogEntry];

/** Milliseconds for which requests gather in a message: alone, and under load. */
const gathering = 5;
const longGathering = 50;

/** Requests in a millisecond that are load. The way to the engine costs more than the requests of a message. */
const load = 1;

/** Requests of a message at most, and bytes after which a further one begins. */
const mostInMessage = 500;
const longMessage = 262_144;

/** Exchanges that are sent whole in a second. Sending all responses, and explaining them, would slow the mock down under load. */
const mostWhole = 200;

/** The requests to this instance on their way to all logs. One enters the own log when its message comes back. */
export class OwnRequests implements LogSequence {
  readonly instance: string;
  readonly #outbox: Outbox;
  readonly #parts: LogParts;
  /** Requests that no message has brought yet, and the number of the first of them. */
  #begun: LogEntry[] = [];
  #first = 1;
  /** Requests that were sent while they were in progress, with their numbers; those that have ended since. */
  readonly #running = new Map<LogEntry, number>();
  #ended: EndedRequest[] = [];
  #timer: NodeJS.Timeout | undefined;
  #gathering = gathering;
  #isConnected = false;
  #wholeSince = 0;
  #wholeLeft = mostWhole;

  constructor(instance: string, outbox: Outbox, parts: LogParts) {
    this.instance = instance;
    this.#outbox = outbox;
    this.#parts = parts;
  }

  /** Without the engine, requests enter the log at once, and the others get them later. */
  set isConnected(isConnected: boolean) {
    this.#isConnected = isConnected;
    if (!isConnected) this.enter(this.#outbox.entries);
  }

  get isConnected(): boolean {
    return this.#isConnected;
  }

  began(entry: LogEntry): void {
    this.#begun.push(entry);
    this.#timer ??= setTimeout(() => this.flush(), this.#gathering);
  }

  ended(entry: LogEntry): void {
    const number = this.#running.get(entry);
    if (number === undefined) return;
    this.#running.delete(entry);
    this.#ended.push([number, entry]);
    this.#timer ??= setTimeout(() => this.flush(), this.#gathering);
  }

  /** Enters requests that are not in the log yet. */
  enter(entries: readonly LogEntry[]): void {
    const { log, timeline } = this.#parts;
    for (const entry of entries) {
      const { id, moment } = entry;
      if (id > 0) continue;
      log.enter(entry);
      timeline.renumber(moment, id, entry.id);
    }
  }

  /** Sends the requests that have begun or ended since the last call. */
  flush(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    const [begun, ended] = [this.#begun, this.#ended];
    this.#begun = [];
    this.#ended = [];
    this.#gathering = begun.length < this.#gathering * load ? gathering : longGathering;
    const now = performance.now();
    if (now - this.#wholeSince > 1000) {
      this.#wholeSince = now;
      this.#wholeLeft = mostWhole;
    }
    if (ended.length > 0) this.#sendEnds(ended);
    this.#sendBegun(begun);
    if (!this.#isConnected) this.enter(begun);
  }

  /** Sends a message. */
  say(content: object, about: Partial<OwnMessage> = {}): number {
    const text = JSON.stringify({ name: this.instance, from: this.#first, ...content });
    return this.#outbox.add({ entries: [], declares: false, ...about, text });
  }

  #sendEnds(ended: readonly EndedRequest[]): void {
    if (this.#outbox.isFull) {
      this.say({ dropped: ended.map(([number]) => number) });
      return;
    }
    const { log } = this.#parts;
    this.say({
      ended: ended.map(([number, entry]) => [number, new ExchangeWriter(log).end(entry, this.#sendsWhole())]),
    });
  }

  /** Sends requests until the outbox is full. The others see a gap in the numbers, and count it. */
  #sendBegun(begun: readonly LogEntry[]): void {
    let next = 0;
    while (next < begun.length && !this.#outbox.isFull) {
      const start = next;
      const from = this.#first;
      const writer = new ExchangeWriter(this.#parts.log);
      for (let bytes = 0; next < begun.length && next - start < mostInMessage && bytes < longMessage; next += 1) {
        const entry = begun[next] as LogEntry;
        if (entry.durationMicros === null) this.#running.set(entry, this.#first);
        writer.add(entry, this.#sendsWhole());
        this.#first += 1;
        bytes += entry.weight;
      }
      this.say({ from, begun: writer.texts }, { entries: begun.slice(start, next) });
    }
    const dropped = begun.slice(next);
    this.#first += dropped.length;
    this.enter(dropped);
  }

  #sendsWhole(): boolean {
    this.#wholeLeft -= 1;
    return this.#wholeLeft >= 0;
  }
}
