import type { AuditedExchange } from '../domain/audit/exchange.ts';
import { targetOf } from '../domain/endpoints/endpoints.ts';
import { type Captured, describeCaptured } from '../log/captured-body.ts';
import type { LogEntry } from '../log/log-entry.ts';
import { announcesBody } from '../log/received-request.ts';
import type { RequestLog } from '../log/request-log.ts';
import { headerValue } from '../message/header-lines.ts';
import { parseTarget } from '../message/request-target.ts';

/** Length of a client's name, after which it is cut. */
const longestName = 200;

/** The name of the client that sent a request: the value of a header, lower-case name. */
export function clientName({ headers }: Pick<LogEntry, 'headers'>, header: string): string {
  return (headerValue(headers, header) ?? '').slice(0, longestName);
}

/** Tells which record a path names. */
export type PathsOf = Parameters<typeof targetOf>[0];

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
  readonly #log: RequestLog;

  constructor(entry: LogEntry, log: RequestLog, workspace: PathsOf, clientHeader: string) {
    const parsed = parseTarget(entry.target);
    const { path, query } = parsed.ok ? parsed.value : { path: entry.target, query: '' };
    const { collection, id } = targetOf(workspace, path);
    this.id = entry.id;
    this.time = entry.time;
    this.connection = entry.connection?.number ?? 0;
    this.client = `${entry.session ?? ''}\n${clientName(entry, clientHeader)}`;
    this.collection = collection;
    this.recordId = id;
    this.path = path;
    this.query = query;
    this.#entry = entry;
    this.#log = log;
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
    return headerValue(this.#entry.headers, name);
  }

  content(): string | undefined {
    return this.#text(this.#entry.requestBody, this.#entry.requestBytes);
  }

  responseHeader(name: string): string | undefined {
    const { response } = this.#entry;
    return response ? headerValue(response.headers, name) : undefined;
  }

  responseBody(): string | undefined {
    const { response } = this.#entry;
    return response ? this.#text(response.body, response.bytes) : undefined;
  }

  /** Undefined for a body that is not held whole, or is no text. */
  #text(captured: Captured | null, bytes: number): string | undefined {
    // The log reuses the memory of a longer body once it drops the entry.
    if (captured === null || (typeof captured !== 'string' && !this.#log.holds(this.#entry))) return undefined;
    const { encoding, content, truncated } = describeCaptured(captured, bytes);
    return encoding === 'utf8' && !truncated ? content : undefined;
  }
}
