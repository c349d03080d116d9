import type { RequestSummary, ScenarioSwitch } from '../../server/contract/schema/state.ts';
import { Ring } from './ring.ts';

/** A line of the request log: a request, or the switch of the scenario between two. */
export type LogLine = RequestLine | ScenarioLine;

export interface RequestLine {
  readonly kind: 'request';
  readonly key: string;
  readonly request: RequestSummary;
}

export interface ScenarioLine {
  readonly kind: 'scenario';
  readonly key: string;
  readonly name: string;
  readonly time: number;
}

/**
 * The mirror's part of the request log: the latest lines, oldest first. A request may be told twice, when it comes in
 * and when it is answered, and stays one line. Not a store of immutable values like the rest of the mirror, because at
 * thousands of requests a second a copy for each burst would cost more than all the rest; readers watch the revision.
 */
export class RequestLog {
  readonly #lines: Ring<LogLine>;
  /** Requests with a pin or a note that the ring has dropped or that were cleared, oldest first: before all others. */
  #kept: RequestLine[] = [];
  /** How many lines were ever added since the last clear; the last one has this number less one. */
  #added = 0;
  /** The number of a request's line, by the request's id. */
  readonly #places = new Map<number, number>();
  /** The switches that have lines, and those whose lines are no longer held. */
  readonly #marks = new Set<string>();
  readonly #listeners = new Set<() => void>();
  #revision = 0;
  #fillings = 0;
  #hasSessions = false;

  constructor(capacity = 10_000) {
    this.#lines = new Ring(capacity);
  }

  get capacity(): number {
    return this.#lines.capacity;
  }

  /** Grows with every change. */
  get revision(): number {
    return this.#revision;
  }

  /** How often the log was read anew; ids that were known before may be others since. */
  get fillings(): number {
    return this.#fillings;
  }

  /** True once a request was sent in a session, until the next clear. */
  get hasSessions(): boolean {
    return this.#hasSessions;
  }

  get length(): number {
    return this.#kept.length + this.#lines.length;
  }

  /** How many requests are there only for their pin or note; they are the first. */
  get kept(): number {
    return this.#kept.length;
  }

  /** How many lines were added since the last clear, those included that are no longer held. */
  get added(): number {
    return this.#added;
  }

  /** The line at that place, 0 being the oldest that is held. */
  at(index: number): LogLine | undefined {
    return index < this.#kept.length ? this.#kept[index] : this.#lines.at(index - this.#kept.length);
  }

  /** The place of the line with that key, or −1. */
  indexOf(key: string): number {
    for (let index = this.length - 1; index >= 0; index--) {
      if (this.at(index)?.key === key) return index;
    }
    return -1;
  }

  /** The latest request before that one with its method and its path, whatever its query; undefined when none is held. */
  before({ id, method, path }: RequestSummary): RequestSummary | undefined {
    const address = addressOf(path);
    let found: RequestSummary | undefined;
    for (const line of this.copy()) {
      if (line.kind !== 'request') continue;
      if (line.request.id >= id) break;
      if (line.request.method === method && addressOf(line.request.path) === address) found = line.request;
    }
    return found;
  }

  /** The least id of a request that is still under way, or else the one after the latest. */
  firstUnsettled(): number {
    let first: number | null = null;
    let latest = 0;
    for (const line of this.#lines) {
      if (line.kind !== 'request') continue;
      latest = line.request.id;
      if (first === null && isUnderWay(line.request)) first = latest;
    }
    return first ?? latest + 1;
  }

  /** The lines as they are now; later changes do not show in it. */
  copy(): readonly LogLine[] {
    return [...this.#kept, ...this.#lines];
  }

  subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  /** Adds requests, oldest first, or gives those that are known their new state. Tells nobody: see {@link publish}. */
  add(requests: readonly RequestSummary[]): void {
    for (const request of requests) {
      const line = requestLine(request);
      if (request.session !== null) this.#hasSessions = true;
      const place = this.#places.get(request.id);
      if (place === undefined && this.#keeps(request.id)) {
        this.#kept = this.#kept.map((one) => (one.key === line.key ? line : one)).filter(isMarked);
      } else if (place === undefined) {
        this.#places.set(request.id, this.#added);
        this.#push(line);
      } else {
        this.#lines.replace(place - (this.#added - this.#lines.length), line);
      }
    }
  }

  /** Adds requests and switches, each the oldest first, in the order in which they came, behind those that are kept. */
  fill(
    requests: readonly RequestSummary[],
    switches: readonly ScenarioSwitch[],
    kept: readonly RequestSummary[] = [],
  ): void {
    this.#kept = kept.map(requestLine);
    this.#fillings += 1;
    const waiting = [...switches];
    const markUntil = (time: number) => {
      while ((waiting[0]?.time ?? Number.POSITIVE_INFINITY) <= time) {
        const [to] = waiting.splice(0, 1);
        if (to) this.mark(to);
      }
    };
    for (const request of requests) {
      markUntil(request.time);
      this.add([request]);
    }
    markUntil(Number.MAX_VALUE);
  }

  /** Adds the line that says a scenario was switched. Told twice, as part of a list and as it happened, it stays one line. */
  mark({ name, time }: ScenarioSwitch): void {
    const key = `${time} ${name}`;
    if (this.#marks.has(key)) return;
    this.#marks.add(key);
    this.#push({ kind: 'scenario', key: `scenario-${this.#added}`, name, time });
  }

  /** Empties the log but for the requests with a pin or a note. */
  clear(): void {
    for (const line of this.#lines) this.#keep(line);
    this.#lines.clear();
    this.#places.clear();
    this.#marks.clear();
    this.#added = 0;
    this.#hasSessions = false;
  }

  /** Tells the listeners that the log has changed. */
  publish(): void {
    this.#revision += 1;
    for (const listener of this.#listeners) listener();
  }

  #push(line: LogLine): void {
    const dropped = this.#lines.push(line);
    if (dropped?.kind === 'request') this.#places.delete(dropped.request.id);
    if (dropped) this.#keep(dropped);
    this.#added += 1;
  }

  #keep(line: LogLine): void {
    if (line.kind === 'request' && isMarked(line)) this.#kept = [...this.#kept, line];
  }

  #keeps(id: number): boolean {
    return id <= (this.#kept.at(-1)?.request.id ?? 0) && this.#kept.some(({ request }) => request.id === id);
  }
}

/** True from the request's arrival to its end; one that ended without an answer has a duration. */
export function isUnderWay({ status, durationMs }: RequestSummary): boolean {
  return status === null && durationMs === 0;
}

function isMarked({ request: { pinned, note } }: RequestLine): boolean {
  return pinned || note !== '';
}

function addressOf(path: string): string {
  return path.split('?', 1)[0] ?? path;
}

function requestLine(request: RequestSummary): RequestLine {
  return { kind: 'request', key: `request-${request.id}`, request };
}
