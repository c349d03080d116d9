import type { RequestSummary, ScenarioSwitch } from '../../server/contract/schema/state.ts';
import { Ring } from './ring.ts';

/** A line of the request log: a request, or a switch of the scenario. */
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
 * The mirror's part of the request log: the latest lines, oldest first. A request is reported at its arrival and at its
 * response, and stays one line. Mutable, unlike the rest of the mirror: at thousands of requests a second, copies would
 * cost more than everything else. Readers watch the revision.
 */
export class RequestLog {
  readonly #lines: Ring<LogLine>;
  /** Annotated requests that the ring has dropped or that were cleared, oldest first; they precede the ring. */
  #kept: RequestLine[] = [];
  /** Lines added since the last clear; the last line has this number minus one. */
  #added = 0;
  /** Line numbers by request id. */
  readonly #places = new Map<number, number>();
  /** Keys of the switches that were added, including dropped ones. */
  readonly #switches = new Set<string>();
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

  /** How often the log was read from scratch; ids may mean other requests since. */
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

  /** Number of requests that the log holds. */
  get requests(): number {
    return this.#kept.length + this.#places.size;
  }

  /** The request that arrived last; undefined in an empty log. */
  get latest(): RequestSummary | undefined {
    return this.copy().findLast((line) => line.kind === 'request')?.request;
  }

  /** Number of requests kept only for their annotation; they come first. */
  get kept(): number {
    return this.#kept.length;
  }

  /** Lines added since the last clear, including dropped ones. */
  get added(): number {
    return this.#added;
  }

  /** The line at that index; 0 is the oldest. */
  at(index: number): LogLine | undefined {
    return index < this.#kept.length ? this.#kept[index] : this.#lines.at(index - this.#kept.length);
  }

  /** The index of the line with that key, or −1. */
  indexOf(key: string): number {
    for (let index = this.length - 1; index >= 0; index--) {
      if (this.at(index)?.key === key) return index;
    }
    return -1;
  }

  /** The latest earlier request with the same method and path, ignoring the query; undefined if there is none. */
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

  /** The lowest id of a request in flight, otherwise the id after the latest. */
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

  /** A copy of the present lines. */
  copy(): readonly LogLine[] {
    return [...this.#kept, ...this.#lines];
  }

  subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  /** Adds or updates requests, oldest first, without telling the listeners: see {@link publish}. */
  add(requests: readonly RequestSummary[]): void {
    for (const request of requests) {
      const line = requestLine(request);
      if (request.session !== null) this.#hasSessions = true;
      const place = this.#places.get(request.id);
      if (place === undefined && this.#keeps(request.id)) {
        this.#kept = this.#kept.map((one) => (one.key === line.key ? line : one)).filter(isAnnotated);
      } else if (place === undefined) {
        this.#places.set(request.id, this.#added);
        this.#push(line);
      } else {
        this.#lines.replace(place - (this.#added - this.#lines.length), line);
      }
    }
  }

  /** Adds requests and switches, each oldest first, in order of time; `kept` are the annotated requests before them. */
  fill(
    requests: readonly RequestSummary[],
    switches: readonly ScenarioSwitch[],
    kept: readonly RequestSummary[] = [],
  ): void {
    this.#kept = kept.map(requestLine);
    this.#fillings += 1;
    const waiting = [...switches];
    const addSwitchesUntil = (time: number) => {
      while ((waiting[0]?.time ?? Number.POSITIVE_INFINITY) <= time) {
        const [to] = waiting.splice(0, 1);
        if (to) this.mark(to);
      }
    };
    for (const request of requests) {
      addSwitchesUntil(request.time);
      this.add([request]);
    }
    addSwitchesUntil(Number.MAX_VALUE);
  }

  /** Adds a line for a scenario switch; a switch reported twice stays one line. */
  mark({ name, time }: ScenarioSwitch): void {
    const key = `${time} ${name}`;
    if (this.#switches.has(key)) return;
    this.#switches.add(key);
    this.#push({ kind: 'scenario', key: `scenario-${this.#added}`, name, time });
  }

  /** Removes all lines except annotated requests. */
  clear(): void {
    for (const line of this.#lines) this.#keep(line);
    this.#lines.clear();
    this.#places.clear();
    this.#switches.clear();
    this.#added = 0;
    this.#hasSessions = false;
  }

  /** Notifies the listeners of changes. */
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
    if (line.kind === 'request' && isAnnotated(line)) this.#kept = [...this.#kept, line];
  }

  #keeps(id: number): boolean {
    return id <= (this.#kept.at(-1)?.request.id ?? 0) && this.#kept.some(({ request }) => request.id === id);
  }
}

/** True from arrival to end; a request that ended without a response has a duration. */
export function isUnderWay({ status, durationMs }: RequestSummary): boolean {
  return status === null && durationMs === 0;
}

function isAnnotated({ request: { pinned, note } }: RequestLine): boolean {
  return pinned || note !== '';
}

function addressOf(path: string): string {
  return path.split('?', 1)[0] ?? path;
}

function requestLine(request: RequestSummary): RequestLine {
  return { kind: 'request', key: `request-${request.id}`, request };
}
