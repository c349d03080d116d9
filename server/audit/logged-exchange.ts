import type { AuditedExchange } from '../domain/audit/exchange.ts';
import { targetOf } from '../domain/endpoints/endpoints.ts';
import { type Captured, describeCaptured } from '../log/captured-body.ts';
import type { LogEntry } from '../log/log-entry.ts';
import { announcesBody } from '../log/received-request.ts';
import type { RequestLog } from '../log/request-log.ts';
import { headerMap, headerValue } from '../message/header-lines.ts';
import { parseTarget } from '../message/request-target.ts';

/** Length of a client's name, after which it is cut. */
const longestName = 200;

/** The name of the client that sent a request: the value of a header, lower-case name. */
export function clientName({ headers }: Pick<LogEntry, 'headers'>, header: string): string {
  return (headerValue(headers, header) ?? '').slice(0, longestName);
}

/** Tells which record a path names. */
export type PathsOf = Parameters<typeof targetOf>[0];

/** The parts of a request target. */
interface NamedTarget {
  readonly path: string;
  readonly query: string;
  readonly collection: string | null;
  readonly recordId: string | null;
}

/** The values of the header lines that were read last: rules read the same lines one after the other. */
class LatestHeaders {
  #lines: readonly string[] = [];
  #values: ReadonlyMap<string, string> = new Map();

  valueOf(lines: readonly string[], name: string): string | undefined {
    if (lines !== this.#lines) {
      this.#values = headerMap(lines);
      this.#lines = lines;
    }
    return this.#values.get(name);
  }
}

/** Reads the entries of a log for one audit. A target that repeats is read once. */
export class LogReader {
  readonly log: RequestLog;
  readonly clientHeader: string;
  readonly requestHeaders = new LatestHeaders();
  readonly responseHeaders = new LatestHeaders();
  readonly #workspace: PathsOf;
  readonly #targets = new Map<string, NamedTarget>();
  /** Numbers of the connections to other instances, which count their own. */
  readonly #connections = new Map<string, number>();

  /** `clientHeader` is the lower-case name of the header that names a client. */
  constructor(log: RequestLog, workspace: PathsOf, clientHeader: string) {
    this.log = log;
    this.clientHeader = clientHeader;
    this.#workspace = workspace;
  }

  /** A number that stands for one connection to one instance: that of the log for this instance, below zero for another. */
  connection(entry: LogEntry): number {
    const { instance, connection } = entry;
    if (!connection || this.log.isOwn(entry)) return connection?.number ?? 0;
    const key = `${instance} ${connection.number}`;
    const number = this.#connections.get(key) ?? -1 - this.#connections.size;
    this.#connections.set(key, number);
    return number;
  }

  target(text: string): NamedTarget {
    const known = this.#targets.get(text);
    if (known) return known;
    const parsed = parseTarget(text);
    const { path, query } = parsed.ok ? parsed.value : { path: text, query: '' };
    const { collection, id } = targetOf(this.#workspace, path);
    const target = { path, query, collection, recordId: id };
    this.#targets.set(text, target);
    return target;
  }
}

/** A log entry as an exchange to audit. Read its bodies before the log drops the entry. */
export class LoggedExchange implements AuditedExchange {
  readonly id: number;
  readonly time: number;
  readonly connection: number;
  readonly client: string;
  readonly collection: string | null;
  readonly recordId: string | null;
  readonly path: string;
  readonly query: string;
  readonly #entry: LogEntry;
  readonly #reader: LogReader;

  constructor(entry: LogEntry, reader: LogReader) {
    const { path, query, collection, recordId } = reader.target(entry.target);
    this.id = entry.id;
    this.time = entry.time;
    this.connection = reader.connection(entry);
    this.client = `${entry.session ?? ''}\n${clientName(entry, reader.clientHeader)}`;
    this.collection = collection;
    this.recordId = recordId;
    this.path = path;
    this.query = query;
    this.#entry = entry;
    this.#reader = reader;
  }

  get durationMs(): number | null {
    const { durationMicros } = this.#entry;
    return durationMicros === null ? null : durationMicros / 1000;
  }

  get session(): string | null {
    return this.#entry.session;
  }

  get scenario(): string {
    return this.#entry.scenario;
  }

  get method(): string {
    return this.#entry.method;
  }

  get status(): number | null {
    return this.#entry.response?.status ?? null;
  }

  get decided(): number | null {
    return this.status ?? this.#entry.delayed?.status ?? null;
  }

  get brokenBy(): AuditedExchange['brokenBy'] {
    return this.#entry.brokenBy;
  }

  get hasContent(): boolean {
    return this.#entry.requestBytes > 0 || announcesBody(this.#entry);
  }

  get isBinary(): boolean {
    const { requestBody, requestBytes } = this.#entry;
    return requestBody !== null && describeCaptured(requestBody, requestBytes).encoding === 'base64';
  }

  header(name: string): string | undefined {
    return this.#reader.requestHeaders.valueOf(this.#entry.headers, name);
  }

  content(): string | undefined {
    return this.#text(this.#entry.requestBody, this.#entry.requestBytes);
  }

  responseHeader(name: string): string | undefined {
    const { response } = this.#entry;
    return response ? this.#reader.responseHeaders.valueOf(response.headers, name) : undefined;
  }

  responseBody(): string | undefined {
    const { response } = this.#entry;
    return response ? this.#text(response.body, response.bytes) : undefined;
  }

  /** Undefined for a body that is not held whole, or is no text. */
  #text(captured: Captured | null, bytes: number): string | undefined {
    // The log reuses the memory of a longer body once it drops the entry.
    if (captured === null || (typeof captured !== 'string' && !this.#reader.log.holds(this.#entry))) return undefined;
    const { encoding, content, truncated } = describeCaptured(captured, bytes);
    return encoding === 'utf8' && !truncated ? content : undefined;
  }
}
