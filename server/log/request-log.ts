import type { RequestDetail } from '../contract/schema/output.ts';
import type { LogState, RequestSummary, ScenarioSwitch } from '../contract/schema/state.ts';
import { finish, pieceLength, type Work } from '../domain/basics/work.ts';
import type { LogLimits } from '../domain/model/settings.ts';
import { hasSameLines } from '../message/header-lines.ts';
import type { TextBody } from '../message/text-body.ts';
import { AnnotatedRequests } from './annotated-requests.ts';
import { type Captured, CapturedBodies, heldBytes } from './captured-body.ts';
import {
  detail,
  keptExplanation,
  type LogEntry,
  microsIn,
  type RequestAnnotation,
  type RequestHead,
  type SentResponse,
  summarize,
  textLength,
} from './log-entry.ts';
import { LogObservers } from './log-observers.ts';
import { LogRing } from './log-ring.ts';
import { entryTest, type LogSearch } from './log-search.ts';

/** Switches of the scenario that are held. */
const switchesHeld = 200;

/**
 * The request log: a ring with a cap on entries and a cap on bytes, at a cost a request that does not depend on how
 * many it holds. Heads count toward the bytes as bodies do, so that no client can fill the memory with either.
 */
export class RequestLog {
  /** Told as requests come and go, on the requests' own time. */
  readonly observers = new LogObservers();
  #limits: LogLimits;
  #ring: LogRing;
  readonly #kept = new AnnotatedRequests();
  #bodies = new CapturedBodies();
  #latestHeaders: readonly string[] = [];
  #switches: readonly ScenarioSwitch[] = [];
  /** Id of the first request since the start or the last clear, of the oldest one held, and of the next one. */
  #origin = 1;
  #oldest = 1;
  #next = 1;
  #bytes = 0;

  constructor(limits: LogLimits) {
    this.#limits = limits;
    this.#ring = new LogRing(limits.entries);
  }

  get state(): Pick<LogState, 'total' | 'dropped'> {
    const kept = this.#kept.countSince(this.#origin);
    return { total: this.#next - this.#origin, dropped: this.#oldest - this.#origin - kept };
  }

  /** Id of the next request. */
  get nextId(): number {
    return this.#next;
  }

  /** Id of the oldest request that is not held for its mark alone; that of the next one where there is none. */
  get oldest(): number {
    return this.#oldest;
  }

  /** Bytes that the entries held count for. */
  get bytes(): number {
    return this.#bytes;
  }

  /** Since the start or the last clear, the oldest first. */
  get switches(): readonly ScenarioSwitch[] {
    return this.#switches;
  }

  /** Notes that another scenario answers from now on. */
  switched(to: ScenarioSwitch): void {
    this.#switches = [...this.#switches, to].slice(-switchesHeld);
  }

  /** Enters a request whose head has arrived. */
  begin({ method, target, headers, scenario, session, time, started, origin }: RequestHead): LogEntry {
    const entry: LogEntry = {
      id: this.#next,
      method,
      target,
      headers,
      scenario,
      session,
      time,
      started,
      origin,
      requestBody: null,
      requestBytes: 0,
      bodyMicros: null,
      held: null,
      answer: null,
      durationMicros: null,
      weight: 0,
      mark: null,
    };
    if (this.#next - this.#oldest >= this.#ring.capacity) this.#dropOldest();
    this.#next += 1;
    this.#ring.put(entry);
    this.#charge(entry, target.length + textLength(headers));
    this.observers.tell(entry);
    return entry;
  }

  /** Adds the request's body, of that many bytes: its text, or its bytes where they are no text. `now` as for the answer. */
  received(entry: LogEntry, body: string | Buffer, bytes: number, now: number): void {
    entry.bodyMicros = microsIn(now - entry.started);
    entry.requestBytes = bytes;
    entry.requestBody = this.#capture(entry, body, bytes);
  }

  /** Notes that an answer is decided and does not leave at once. */
  held(entry: LogEntry, delayMs: number, now: number): void {
    entry.held = { decidedMs: now - entry.started, delayMs };
  }

  /** Adds the answer and closes the entry. `now` is on the clock of `started`; `asked` is the whole body of the request. */
  answered(entry: LogEntry, sent: SentResponse, now: number, asked?: TextBody): void {
    const { status, length, body, bytes } = sent;
    const headers = this.#shared(sent.headers);
    entry.durationMicros = microsIn(now - entry.started);
    const explained = keptExplanation(entry, sent, this.#limits, asked);
    const captured = body === null ? null : this.#capture(entry, body, bytes);
    entry.answer = { status, headers, length, bytes, body: captured, explained };
    this.#charge(entry, textLength(headers) + (typeof explained === 'string' ? Buffer.byteLength(explained) : 0));
    this.observers.tell(entry);
  }

  /** Closes the entry of a request that got no answer, because the client went away. */
  abandoned(entry: LogEntry, now: number): void {
    entry.durationMicros = microsIn(now - entry.started);
    this.observers.tell(entry);
  }

  /** Holds to other limits from now on; what is too much for them is dropped. */
  limit(limits: LogLimits): void {
    this.#limits = limits;
    this.#refill([...this.#held()]);
  }

  /** False once an entry was dropped or cleared, which may happen while its request is still under way. */
  holds(entry: LogEntry): boolean {
    return entry.id >= this.#oldest;
  }

  /** {@link search}, in one go. */
  list(wanted: LogSearch = {}): readonly RequestSummary[] {
    return finish(this.search(wanted));
  }

  /** The latest requests that meet a search, newest first, with a pause every few hundred requests. */
  *search({ from = 1, limit = Number.POSITIVE_INFINITY, query = '' }: LogSearch): Work<readonly RequestSummary[]> {
    const meets = entryTest(query);
    const rows: RequestSummary[] = [];
    for (let id = this.#next - 1; id >= Math.max(from, this.#oldest) && rows.length < limit; id -= 1) {
      const entry = this.#ring.get(id);
      if (entry && meets(entry)) rows.push(summarize(entry));
      if (id % pieceLength === 0) yield;
    }
    return rows;
  }

  /** Everything about one request, and where a record is in its list; undefined when the log does not hold it. */
  get(id: number, record?: string): RequestDetail | undefined {
    const entry = this.#entry(id);
    return entry && detail(entry, record);
  }

  /** Requests with a pin or a note that would have been dropped, and meet a search, newest first. */
  kept(query = ''): readonly RequestSummary[] {
    return [...this.#kept.entries()].filter(entryTest(query)).map(summarize).toReversed();
  }

  /** Gives a request a mark, or takes it away; undefined when the log does not hold the request. */
  mark(id: number, mark: RequestAnnotation | null): RequestSummary | undefined {
    const entry = this.#entry(id);
    if (!entry) return undefined;
    entry.mark = mark;
    if (!mark) this.#kept.release(id);
    return summarize(entry);
  }

  /** Every request held, oldest first. */
  *entries(): Generator<LogEntry> {
    yield* this.#kept.entries();
    yield* this.#held();
  }

  /** The latest requests that are over, at most so many, and all others with a mark, newest first. */
  *latest(count: number): Generator<LogEntry> {
    let left = count;
    for (let id = this.#next - 1; id >= this.#oldest; id -= 1) {
      const entry = this.#ring.get(id);
      if (!entry || entry.durationMicros === null) continue;
      if (left > 0 || entry.mark) yield entry;
      left -= 1;
    }
    yield* [...this.#kept.entries()].filter(({ durationMicros }) => durationMicros !== null).toReversed();
  }

  *#held(): Generator<LogEntry> {
    for (let id = this.#oldest; id < this.#next; id += 1) {
      const entry = this.#ring.get(id);
      if (entry) yield entry;
    }
  }

  /** Everything about every request held that meets a search, oldest first, made one at a time. */
  *details(query = ''): Generator<RequestDetail> {
    const meets = entryTest(query);
    for (const entry of this.entries()) if (meets(entry)) yield detail(entry);
  }

  /** Empties the log. What is returned brings back what it held, as far as there is room beside what came since. */
  clear(): () => void {
    const held = [...this.#held()];
    const switches = this.#switches;
    const bytes = this.#bytes;
    const origin = this.#origin;
    const oldest = this.#oldest;
    this.#ring = new LogRing(this.#limits.entries);
    this.#bodies = new CapturedBodies();
    this.#switches = [];
    this.#bytes = 0;
    this.#origin = this.#next;
    this.#oldest = this.#next;
    for (const entry of held) this.#kept.take(entry);
    return () => {
      const since = [...this.#held()];
      for (const entry of held) this.#kept.release(entry.id);
      this.#switches = [...switches, ...this.#switches].slice(-switchesHeld);
      this.#bytes += bytes;
      this.#origin = origin;
      this.#oldest = oldest;
      this.#refill([...held, ...since]);
    };
  }

  /** Answers often have the same header lines as the one before; what the log keeps of all these is then one copy. */
  #shared(headers: readonly string[]): readonly string[] {
    if (!hasSameLines(this.#latestHeaders, headers)) this.#latestHeaders = headers;
    return this.#latestHeaders;
  }

  /** Puts entries, the oldest first, into a ring of the size that it has now; the oldest make room. */
  #refill(entries: readonly LogEntry[]): void {
    this.#ring = new LogRing(this.#limits.entries);
    const first = this.#next - this.#ring.capacity;
    for (const entry of entries) {
      if (entry.id >= first) this.#ring.put(entry);
      else this.#forget(entry);
    }
    this.#oldest = Math.max(this.#oldest, first);
    while (this.#bytes > this.#limits.bytes && this.#oldest < this.#next - 1) this.#dropOldest();
  }

  #entry(id: number): LogEntry | undefined {
    return this.#ring.get(id) ?? this.#kept.get(id);
  }

  /** Holds what it may of a body, unless the entry itself is not held any more, or has to make room for it. */
  #capture(entry: LogEntry, body: string | Buffer, bytes: number): Captured | null {
    if (!this.holds(entry)) return null;
    const captured = this.#bodies.capture(body, bytes, this.#limits.bodyBytes);
    this.#charge(entry, heldBytes(captured, bytes));
    if (this.holds(entry)) return captured;
    this.#bodies.release(captured);
    return null;
  }

  /** Counts bytes for an entry; older entries, and the entry itself when it is not the newest, make room. */
  #charge(entry: LogEntry, bytes: number): void {
    if (!this.holds(entry)) return;
    entry.weight += bytes;
    this.#bytes += bytes;
    while (this.#bytes > this.#limits.bytes && this.#oldest < this.#next - 1) this.#dropOldest();
  }

  #dropOldest(): void {
    const entry = this.#ring.get(this.#oldest);
    this.#ring.drop(this.#oldest);
    this.#oldest += 1;
    if (entry) this.#forget(entry);
  }

  /** Takes an entry out of the count of bytes and releases its bodies; an annotated one is copied first. */
  #forget(entry: LogEntry): void {
    const { requestBody, answer } = entry;
    this.#kept.take(entry);
    this.#bytes -= entry.weight;
    this.#bodies.release(requestBody);
    this.#bodies.release(answer?.body ?? null);
  }
}
