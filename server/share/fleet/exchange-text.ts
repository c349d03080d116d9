import type { Json } from '../../domain/json/json.ts';
import { type Captured, describeCaptured } from '../../log/captured-body.ts';
import { explanationText, type LogEntry, type LoggedResponse, type RequestHead } from '../../log/log-entry.ts';
import type { RequestLog } from '../../log/request-log.ts';
import { hasSameLines } from '../../message/header-lines.ts';

/** A body: a text that is held whole, or encoding and content. */
type BodyText = string | null | readonly ['utf8' | 'base64', string];

/** Header lines; 0 for those of the exchange before it. */
type Lines = readonly string[] | 0;

type HeadText = readonly [
  method: string,
  target: string,
  headers: Lines,
  scenario: string,
  session: string | null,
  time: number,
  origin: RequestHead['origin'],
  isSecure: boolean,
  connection: readonly [number: number, address: string] | null,
];

type EndText = readonly [
  body: BodyText,
  bytes: number,
  bodyMicros: number | null,
  delayed: LogEntry['delayed'],
  durationMicros: number,
  brokenBy: LogEntry['brokenBy'],
  response:
    | readonly [
        status: number | null,
        headers: Lines,
        length: number | null,
        body: BodyText,
        bytes: number,
        explanation: string | null,
      ]
    | null,
];

/** The end of a request without a body whose response came at once, of which the status alone is sent. */
type ShortEndText = readonly [durationMicros: number, status: number | null, bytes: number];

/** A request in progress has no end yet. */
type ExchangeText = readonly [head: HeadText, end: EndText | ShortEndText | null];

/** An exchange with a short end whose head is like the one before it. Its time counts from that of the exchange before it. */
type BriefText = readonly [target: string, time: number, connection: number, ...end: ShortEndText];

/**
 * Consecutive brief exchanges, as all are under load, in one flat list: with a list for each, their text would take half as
 * much time again.
 */
type BriefTexts = BriefText[number][];

/** The members of a {@link BriefText}. */
const briefLength = 6;

/** Characters of an explanation beyond which it stays at its instance. */
const longestExplanation = 65_536;

/** Writes the exchanges of one message. Equal header lines of consecutive ones are written once. */
export class ExchangeWriter {
  /** All exchanges so far. */
  readonly texts: (ExchangeText | BriefTexts)[] = [];
  readonly #log: RequestLog;
  /** The lines before, at first those with which a {@link ExchangeReader} begins. */
  #requestLines: readonly string[] = [];
  #responseLines: readonly string[] = [];
  #before: LogEntry | undefined;
  #brief: BriefTexts | undefined;

  constructor(log: RequestLog) {
    this.#log = log;
  }

  /** Adds an exchange, or a request in progress. */
  add(entry: LogEntry, isWhole: boolean): void {
    const { method, target, headers, scenario, session, time, origin, isSecure, connection } = entry;
    const before = this.#before;
    this.#before = entry;
    if (!isWhole && before && connection && hasShortEnd(entry) && hasLikeHead(before, entry)) {
      const { durationMicros, response } = entry;
      const [status, bytes] = [response.status, response.bytes];
      this.#run().push(target, time - before.time, connection.number, durationMicros ?? 0, status, bytes);
      return;
    }
    const end = entry.durationMicros === null ? null : this.end(entry, isWhole);
    const lines: Lines = hasSameLines(headers, this.#requestLines) ? 0 : headers;
    this.#requestLines = headers;
    const from = connection ? ([connection.number, connection.address] as const) : null;
    const head: HeadText = [method, target, lines, scenario, session, time, origin, isSecure, from];
    this.#brief = undefined;
    this.texts.push([head, end]);
  }

  /** The list of the brief exchanges since the latest one with a head. */
  #run(): BriefTexts {
    if (!this.#brief) {
      this.#brief = [];
      this.texts.push(this.#brief);
    }
    return this.#brief;
  }

  /** The end of a request. Of a response that is not written whole, there is the status alone. */
  end(entry: LogEntry, isWhole: boolean): EndText | ShortEndText {
    const { requestBody, requestBytes, bodyMicros, delayed, durationMicros, brokenBy, response } = entry;
    if (!isWhole && hasShortEnd(entry)) return [durationMicros ?? 0, entry.response.status, entry.response.bytes];
    const about = [this.#body(entry, requestBody, requestBytes), requestBytes, bodyMicros, delayed] as const;
    const ended = [...about, durationMicros ?? 0, brokenBy] as const;
    if (!response) return [...ended, null];
    const { status, headers, length, body, bytes } = response;
    if (!isWhole) return [...ended, [status, [], null, null, bytes, null]];
    const lines: Lines = hasSameLines(headers, this.#responseLines) ? 0 : headers;
    this.#responseLines = headers;
    const explanation = explanationText(entry);
    const short = explanation !== null && explanation.length > longestExplanation ? null : explanation;
    return [...ended, [status, lines, length, this.#body(entry, body, bytes), bytes, short]];
  }

  /** Null as well once the log has dropped the entry, and reuses the memory of the body. */
  #body(entry: LogEntry, captured: Captured | null, bytes: number): BodyText {
    if (captured === null || typeof captured === 'string') return captured;
    if (!this.#log.holds(entry) && !entry.annotation) return null;
    const { encoding, content } = describeCaptured(captured, bytes);
    return [encoding, content];
  }
}

/** Reads the exchanges of one message of another instance into the log. */
export class ExchangeReader {
  readonly #log: RequestLog;
  readonly #instance: string;
  #requestLines: readonly string[] = [];
  #responseLines: readonly string[] = [];
  #before: LogEntry | undefined;

  constructor(log: RequestLog, instance: string) {
    this.#log = log;
    this.#instance = instance;
  }

  /** Enters an exchange, a request in progress, or several brief exchanges. */
  enter(text: Json): readonly LogEntry[] {
    const exchange = text as unknown as ExchangeText | BriefTexts;
    return areBrief(exchange) ? this.#briefs(exchange) : [this.#full(exchange)];
  }

  #full([head, end]: ExchangeText): LogEntry {
    const [method, target, lines, scenario, session, time, origin, isSecure, connection] = head;
    if (lines !== 0) this.#requestLines = lines;
    const entry = this.#log.open({
      ...{ method, target, headers: this.#requestLines, scenario, session, time, origin, isSecure, started: 0 },
      ...(connection && { connection: { number: connection[0], address: connection[1] } }),
      instance: this.#instance,
    });
    return this.#enter(entry, end);
  }

  #briefs(texts: BriefTexts): readonly LogEntry[] {
    const entries: LogEntry[] = [];
    for (let index = 0; index < texts.length; index += briefLength) {
      entries.push(this.#brief(texts.slice(index, index + briefLength) as unknown as BriefText));
    }
    return entries;
  }

  #brief([target, time, number, duration, status, bytes]: BriefText): LogEntry {
    const before = this.#before;
    if (!before) throw new Error('A message cannot begin with a brief exchange');
    const { method, headers, scenario, session, origin, isSecure, instance } = before;
    const entry = this.#log.open({
      ...{ method, target, headers, scenario, session, time: before.time + time, origin, isSecure, started: 0 },
      ...{ connection: { number, address: before.connection?.address ?? '' }, instance },
    });
    return this.#enter(entry, [duration, status, bytes]);
  }

  #enter(entry: LogEntry, end: ExchangeText[1]): LogEntry {
    this.#before = entry;
    if (end) this.#finish(entry, end);
    return this.#log.enter(entry);
  }

  /** Finishes a request that was in progress. */
  finish(entry: LogEntry, end: Json): void {
    this.#finish(entry, end as unknown as EndText | ShortEndText);
  }

  #finish(entry: LogEntry, end: EndText | ShortEndText): void {
    if (isShort(end)) {
      const [durationMicros, status, bytes] = end;
      const sent = { status, headers: [], length: null, body: null, bytes, explainer: null };
      this.#log.answered(entry, sent, durationMicros / 1000);
      return;
    }
    const [body, bytes, bodyMicros, delayed, durationMicros, brokenBy, response] = end;
    const log = this.#log;
    const now = durationMicros / 1000;
    const content = bodyOf(body);
    if (content !== null) log.received(entry, content, bytes, (bodyMicros ?? 0) / 1000);
    else {
      entry.bodyMicros = bodyMicros;
      entry.requestBytes = bytes;
    }
    if (delayed) log.delayed(entry, delayed, delayed.decidedMs);
    if (!response) {
      log.abandoned(entry, now);
      return;
    }
    const [status, lines, length, responseBody, responseBytes, explainer] = response;
    if (lines !== 0) this.#responseLines = lines;
    const sent = { status, headers: this.#responseLines, length, body: bodyOf(responseBody), bytes: responseBytes };
    log.answered(entry, { ...sent, explainer, brokenBy }, now);
  }
}

function isShort(end: EndText | ShortEndText): end is ShortEndText {
  return end.length === 3;
}

function areBrief(exchange: ExchangeText | BriefTexts): exchange is BriefTexts {
  return typeof exchange[0] === 'string';
}

/** True for a request without a body whose response came at once. */
function hasShortEnd(entry: LogEntry): entry is LogEntry & { readonly response: LoggedResponse } {
  const { response, bodyMicros, delayed, brokenBy } = entry;
  return response !== null && bodyMicros === null && delayed === null && brokenBy === null;
}

/** True if two heads differ at most in their target, their time and the number of their connection. */
function hasLikeHead(one: LogEntry, other: LogEntry): boolean {
  return (
    one.method === other.method &&
    one.scenario === other.scenario &&
    one.session === other.session &&
    one.origin === other.origin &&
    one.isSecure === other.isSecure &&
    one.connection?.address === other.connection?.address &&
    hasSameLines(one.headers, other.headers)
  );
}

/** Bytes of a longer body: the log compares their number with the size of the body to see that it was cut. */
function bodyOf(body: BodyText): string | Buffer | null {
  return body === null || typeof body === 'string' ? body : Buffer.from(body[1], body[0]);
}
