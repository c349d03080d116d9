import type { RequestDetail } from '../contract/schema/output.ts';
import type { LogState, RequestSummary, ScenarioSwitch } from '../contract/schema/state.ts';
import { finish, type Work } from '../domain/basics/work.ts';
import type { LogLimits } from '../domain/model/settings.ts';
import { hasSameLines } from '../message/header-lines.ts';
import type { TextBody } from '../message/text-body.ts';
import { AnnotatedRequests } from './annotated-requests.ts';
import { type Captured, CapturedBodies, heldBytes } from './captured-body.ts';
import {
  type DelayedResponse,
  detail,
  type LogEntry,
  loggedExplanation,
  microsIn,
  openEntry,
  type RequestAnnotation,
  type RequestHead,
  type SentResponse,
  summarize,
  textLength,
} from './log-entry.ts';
import { LogObservers, type LogSequence } from './log-observers.ts';
import { LogRing } from './log-ring.ts';
import { entryTest, type LogSearch, searchEntries } from './log-search.ts';
import { ScenarioSwitches } from './scenario-switches.ts';

/**
 * The request log: a ring that is limited in entries and in bytes. The cost of a request does not depend on the number of
 * entries. Heads and bodies both count toward the bytes, so that no client can fill the memory with either.
 */
export class RequestLog {
  /** Notified synchronously when a request starts and ends. */
  readonly observers = new LogObservers();
  /** Without it, a request enters the log when it begins. */
  sequence: LogSequence | undefined;
  #limits: LogLimits;
  #ring: LogRing;
  readonly #annotated = new AnnotatedRequests();
  #bodies = new CapturedBodies();
  #latestHeaders: readonly string[] = [];
  readonly #switches = new ScenarioSwitches();
  /** Ids of the first request since the start or the last clear, of the oldest entry in the ring and of the next request. */
  #origin = 1;
  #oldest = 1;
  #next = 1;
  /** Requests that have begun outside the log. Until one enters the log, its id is below zero. */
  #outside = 0;
  #bytes = 0;

  constructor(limits: LogLimits) {
    this.#limits = limits;
    this.#ring = new LogRing(limits.entries);
  }

  get state(): Pick<LogState, 'total' | 'dropped'> {
    const annotated = this.#annotated.countSince(this.#origin);
    return { total: this.#next - this.#origin, dropped: this.#oldest - this.#origin - annotated };
  }

  /** Id of the next request. */
  get nextId(): number {
    return this.#next;
  }

  /** Id of the oldest entry still in the ring, or of the next request if the ring is empty. Annotated entries outside it do not count. */
  get oldest(): number {
    return this.#oldest;
  }

  /** The sum of the weights of all entries in the ring. */
  get bytes(): number {
    return this.#bytes;
  }

  /** Scenario switches since the start or the last clear, oldest first. */
  get switches(): readonly ScenarioSwitch[] {
    return this.#switches.list;
  }

  /** Records that another scenario is active from now on. */
  switched(to: ScenarioSwitch): void {
    this.#switches.add(to);
  }

  /** Adds a request whose head has arrived; with a {@link sequence}, once that enters it. */
  begin(head: RequestHead): LogEntry {
    const entry = this.open(head);
    if (!this.sequence) return this.enter(entry);
    this.sequence.began(entry);
    return entry;
  }

  /** The entry of a request that is not in the log yet. */
  open(head: RequestHead): LogEntry {
    this.#outside += 1;
    const entry = openEntry(-this.#outside, head);
    entry.weight = head.target.length + textLength(head.headers);
    return entry;
  }

  /** Gives an open entry its number and enters it. */
  enter(entry: LogEntry): LogEntry {
    if (this.#next - this.#oldest >= this.#ring.capacity) this.#dropOldest();
    entry.id = this.#next;
    this.#next += 1;
    this.#ring.put(entry);
    this.#bytes += entry.weight;
    this.#charge(entry, 0);
    this.observers.notify(entry);
    return entry;
  }

  /** True for a request that this instance has served. */
  isOwn({ instance }: LogEntry): boolean {
    return instance === (this.sequence?.instance ?? null);
  }

  /** Adds the request's body of `bytes` bytes, as text unless it is not UTF-8. `now` is on the clock of `started`. */
  received(entry: LogEntry, body: string | Buffer, bytes: number, now: number): void {
    entry.bodyMicros = microsIn(now - entry.started);
    entry.requestBytes = bytes;
    entry.requestBody = this.#capture(entry, body, bytes);
  }

  /** Replaces a request by the same one with its secrets masked, whose response is to come from the upstream. */
  mask(entry: LogEntry, { path, request: { headers, body } }: RequestDetail): void {
    entry.isUpstream = true;
    entry.target = path;
    entry.headers = headers.flat();
    if (entry.requestBody === null || !body) return;
    if (this.holds(entry)) this.#bodies.release(entry.requestBody);
    const bytes = Buffer.from(body.content, body.encoding);
    entry.requestBody = this.#capture(entry, body.encoding === 'utf8' ? body.content : bytes, bytes.length);
    entry.requestBytes = bytes.length;
  }

  /** Records that the response is decided and leaves later. */
  delayed(entry: LogEntry, { delayMs, status }: Omit<DelayedResponse, 'decidedMs'>, now: number): void {
    entry.delayed = { decidedMs: now - entry.started, delayMs, status };
  }

  /** Adds the response and closes the entry. `now` is on the clock of `started`; `requestBody` is the whole body. */
  answered(entry: LogEntry, sent: SentResponse, now: number, requestBody?: TextBody): void {
    const { status, length, body, bytes, brokenBy = null } = sent;
    const headers = this.#shared(sent.headers);
    entry.durationMicros = microsIn(now - entry.started);
    entry.brokenBy = brokenBy;
    const explanation = loggedExplanation(entry, sent, this.#limits, requestBody);
    const captured = body === null ? null : this.#capture(entry, body, bytes);
    entry.response = { status, headers, length, bytes, body: captured, explanation };
    this.#charge(entry, textLength(headers) + (typeof explanation === 'string' ? Buffer.byteLength(explanation) : 0));
    this.#ended(entry);
  }

  /** Closes the entry of a request whose client disconnected before the response. */
  abandoned(entry: LogEntry, now: number): void {
    entry.durationMicros = microsIn(now - entry.started);
    entry.brokenBy = 'client';
    this.#ended(entry);
  }

  #ended(entry: LogEntry): void {
    if (entry.id > 0) this.observers.notify(entry);
    if (this.sequence && this.isOwn(entry)) this.sequence.ended(entry);
  }

  /** Applies new limits and drops the oldest entries beyond them. */
  limit(limits: LogLimits): void {
    this.#limits = limits;
    this.#refill([...this.#inRing()]);
  }

  /** False once an entry was dropped or cleared, even if its request is still in progress. */
  holds(entry: LogEntry): boolean {
    return entry.id >= this.#oldest || entry.id < 0;
  }

  /** Runs {@link search} to its end at once. */
  list(wanted: LogSearch = {}): readonly RequestSummary[] {
    return finish(this.search(wanted));
  }

  /** The latest requests in the ring that meet a search, newest first. Pauses every few hundred requests. */
  search(wanted: LogSearch): Work<readonly RequestSummary[]> {
    return searchEntries(this, wanted);
  }

  /** Everything about a request, with the place of `record` in its list; undefined for a request that the log does not hold. */
  get(id: number, record?: string): RequestDetail | undefined {
    const entry = this.entry(id);
    return entry && detail(entry, record);
  }

  /** The entry of a request that the log holds. */
  entry(id: number): LogEntry | undefined {
    return this.#ring.get(id) ?? this.#annotated.get(id);
  }

  /** Annotated requests outside the ring that meet a query, newest first. */
  annotated(query = ''): readonly RequestSummary[] {
    return [...this.#annotated.entries()].filter(entryTest(query)).map(summarize).toReversed();
  }

  /** Sets or removes the annotation of a request; undefined for a request that the log does not hold. */
  annotate(id: number, annotation: RequestAnnotation | null): RequestSummary | undefined {
    const entry = this.entry(id);
    if (!entry) return undefined;
    entry.annotation = annotation;
    if (!annotation) this.#annotated.release(id);
    return summarize(entry);
  }

  /** Every request in the log, oldest first. */
  *entries(): Generator<LogEntry> {
    yield* this.#annotated.entries();
    yield* this.#inRing();
  }

  #inRing(): Generator<LogEntry> {
    return this.#ring.between(this.#oldest, this.#next);
  }

  /** Empties the log. Returns a function that restores its entries in front of newer ones, as far as the limits allow. */
  clear(): () => void {
    const entries = [...this.#inRing()];
    const restoreSwitches = this.#switches.clear();
    const bytes = this.#bytes;
    const origin = this.#origin;
    const oldest = this.#oldest;
    this.#ring = new LogRing(this.#limits.entries);
    this.#bodies = new CapturedBodies();
    this.#bytes = 0;
    this.#origin = this.#next;
    this.#oldest = this.#next;
    const clearedAt = this.#next;
    for (const entry of entries) this.#annotated.take(entry);
    return () => {
      const since = [...this.#inRing()];
      for (const entry of entries) this.#annotated.release(entry.id);
      restoreSwitches();
      this.#bytes += bytes;
      this.#origin = origin;
      // The log holds the latest entries without a gap: if one was dropped since, all older ones are.
      if (this.#oldest === clearedAt) this.#oldest = oldest;
      this.#refill([...entries, ...since]);
    };
  }

  /** Consecutive responses often have equal header lines: the log holds one copy for all of them. */
  #shared(headers: readonly string[]): readonly string[] {
    if (!hasSameLines(this.#latestHeaders, headers)) this.#latestHeaders = headers;
    return this.#latestHeaders;
  }

  /** Replaces the ring by one with the current limits and fills it with entries, given oldest first. */
  #refill(entries: readonly LogEntry[]): void {
    this.#ring = new LogRing(this.#limits.entries);
    const first = Math.max(this.#oldest, this.#next - this.#ring.capacity);
    for (const entry of entries) {
      if (entry.id >= first) this.#ring.put(entry);
      else this.#forget(entry);
    }
    this.#oldest = first;
    while (this.#bytes > this.#limits.bytes && this.#oldest < this.#next - 1) this.#dropOldest();
  }

  /** Captures a body within the limits; null if the entry was dropped before or because of it. */
  #capture(entry: LogEntry, body: string | Buffer, bytes: number): Captured | null {
    if (!this.holds(entry)) return null;
    const captured = this.#bodies.capture(body, bytes, this.#limits.bodyBytes);
    this.#charge(entry, heldBytes(captured, bytes));
    if (!this.holds(entry)) this.#bodies.release(captured);
    return this.holds(entry) ? captured : null;
  }

  /** Adds bytes to an entry's weight and drops the oldest entries beyond the limit; only the newest one always stays. */
  #charge(entry: LogEntry, bytes: number): void {
    if (!this.holds(entry)) return;
    entry.weight += bytes;
    if (entry.id < 0) return;
    this.#bytes += bytes;
    while (this.#bytes > this.#limits.bytes && this.#oldest < this.#next - 1) this.#dropOldest();
  }

  #dropOldest(): void {
    const entry = this.#ring.get(this.#oldest);
    this.#ring.drop(this.#oldest);
    this.#oldest += 1;
    if (entry) this.#forget(entry);
  }

  /** Releases an entry's bytes. An annotated entry goes on with copies of its bodies. */
  #forget(entry: LogEntry): void {
    const { requestBody, response } = entry;
    this.#annotated.take(entry);
    this.#bytes -= entry.weight;
    this.#bodies.release(requestBody);
    this.#bodies.release(response?.body ?? null);
  }
}
