import { digest, parseTagList } from '../conditions/entity-tag.ts';
import { isJsonArray, isJsonObject, type Json, type JsonObject, member } from '../json/json.ts';
import { parseJson } from '../json/json-text.ts';
import { parseQueryString, type SentParameter } from '../request/query-string.ts';

/** A request and its response as the request log recorded them. Header names are lower-case. */
export interface AuditedExchange {
  /** Grows in the order in which requests arrived. */
  readonly id: number;
  /** Milliseconds since 1970 at the arrival. */
  readonly time: number;
  /** Null while the request is in progress. */
  readonly durationMs: number | null;
  /** Number of the connection, from 1; 0 if it is unknown. */
  readonly connection: number;
  /** The name of the client; two names are two clients. */
  readonly client: string;
  /** The session whose live state served the request; null for the shared one. */
  readonly session: string | null;
  /** The scenario that was active at the arrival. */
  readonly scenario: string;
  /** The collection and the record that the path names; null for none. */
  readonly collection: string | null;
  readonly recordId: string | null;
  readonly method: string;
  /** Without the query. */
  readonly path: string;
  /** Undecoded, without the question mark. */
  readonly query: string;
  readonly header: (name: string) => string | undefined;
  /** True if the request announced content, even if the log does not hold it. */
  readonly hasContent: boolean;
  /** The whole content as text; undefined if there is none, or if the log does not hold all of it as text. */
  readonly content: () => string | undefined;
  /** True if the content is not UTF-8. */
  readonly isBinary: boolean;
  /** Status of the response that left; null without one. */
  readonly status: number | null;
  /** Status that the server had decided, even if the response was lost; null if the client left before. */
  readonly decided: number | null;
  /** Who ended an exchange before its response was complete; null for a complete one. */
  readonly brokenBy: 'client' | 'server' | null;
  readonly responseHeader: (name: string) => string | undefined;
  /** The whole body as text; undefined as for {@link content}. */
  readonly responseBody: () => string | undefined;
}

/** A record in a response. Its text is parsed when somebody asks for the value. */
export class RecordText {
  #text: string;
  #value: JsonObject | undefined | null = null;

  constructor(text: string) {
    this.#text = text;
  }

  /** Undefined for text that is no JSON. */
  get value(): JsonObject | undefined {
    if (this.#value === null) {
      const value = readJson(this.#text);
      this.#value = isJsonObject(value) ? value : undefined;
      this.#text = '';
    }
    return this.#value;
  }
}

const relation = /;\s*rel\s*=\s*"?([^";,]*)/i;
const origin = /^https?:\/\/[^/]*/i;

const reads = new Set(['GET', 'HEAD']);
const writes = new Set(['PUT', 'PATCH', 'DELETE']);

/** A recorded exchange with the readings that several rules share. Each is made once. */
export class Exchange {
  readonly recorded: AuditedExchange;
  readonly id: number;
  readonly method: string;
  /** The path with its query. */
  readonly url: string;
  /** The URL in its session: a session has its own records, and so its own responses. */
  readonly place: string;
  /** The record or list that the request is about, in its session. */
  readonly resource: string;
  readonly status: number | null;
  readonly time: number;
  /** When the exchange ended. */
  readonly end: number;
  readonly ifMatch: string | undefined;
  readonly ifNoneMatch: string | undefined;
  /** The ETag of the response. */
  readonly tag: string | undefined;
  #content: string | undefined | null = null;
  #sent: Json | undefined | null = null;
  #received: Json | undefined | null = null;
  #record: RecordText | undefined | null = null;
  #parameters: readonly SentParameter[] | undefined;
  #links: ReadonlyMap<string, string> | undefined;
  #action: string | undefined;

  constructor(recorded: AuditedExchange) {
    this.recorded = recorded;
    this.id = recorded.id;
    this.method = recorded.method;
    this.url = recorded.query === '' ? recorded.path : `${recorded.path}?${recorded.query}`;
    this.place = `${recorded.session ?? ''} ${this.url}`;
    this.resource = recorded.recordId === null ? this.place : `${recorded.session ?? ''} ${recorded.path}`;
    this.status = recorded.status;
    this.time = recorded.time;
    this.end = recorded.time + (recorded.durationMs ?? 0);
    this.ifMatch = recorded.header('if-match');
    this.ifNoneMatch = recorded.header('if-none-match');
    this.tag = recorded.responseHeader('etag');
  }

  /** Releases the texts and values that were read. They are read again when somebody asks. */
  forget(): void {
    this.#content = null;
    this.#sent = null;
    this.#received = null;
    this.#record = null;
  }

  get isRead(): boolean {
    return reads.has(this.method);
  }

  /** True for PUT, PATCH and DELETE. */
  get isWrite(): boolean {
    return writes.has(this.method);
  }

  get succeeded(): boolean {
    const status = this.status ?? 0;
    return status >= 200 && status < 300 && this.recorded.brokenBy === null;
  }

  /** True for 5xx, for 408 and 429, and if the connection failed or the client gave up: a client may try again. */
  get failedForNow(): boolean {
    const { status } = this;
    return status === null || this.recorded.brokenBy !== null || status >= 500 || status === 429 || status === 408;
  }

  /** True for GET of a list of records. */
  get isList(): boolean {
    const { collection, recordId } = this.recorded;
    return this.method === 'GET' && collection !== null && recordId === null;
  }

  get content(): string | undefined {
    if (this.#content === null) this.#content = this.recorded.content();
    return this.#content;
  }

  /** The content as JSON; undefined for other content. */
  get sent(): Json | undefined {
    if (this.#sent === null) this.#sent = jsonOf(this.content);
    return this.#sent;
  }

  /** The body of the response as JSON; undefined for other bodies. */
  get received(): Json | undefined {
    if (this.#received === null) this.#received = readJson(this.recorded.responseBody());
    return this.#received;
  }

  /** The record that the response carries; undefined for other responses. */
  get record(): RecordText | undefined {
    if (this.#record === null) {
      const isRecord = this.recorded.recordId !== null && this.succeeded;
      const text = isRecord ? this.recorded.responseBody() : undefined;
      this.#record = text?.trimStart().startsWith('{') ? new RecordText(text) : undefined;
    }
    return this.#record;
  }

  /** The version of the record in the response. */
  get version(): number | undefined {
    return integer(this.recorded.responseHeader('x-resource-version'));
  }

  /** Decoded parameters; empty for a query that cannot be decoded. */
  get parameters(): readonly SentParameter[] {
    if (!this.#parameters) {
      const parsed = parseQueryString(this.recorded.query);
      this.#parameters = parsed.ok ? parsed.value : [];
    }
    return this.#parameters;
  }

  parameter(name: string): string | undefined {
    return this.parameters.find((one) => one.name === name)?.value;
  }

  /** The targets of the links in the response, by relation: path and query. */
  get links(): ReadonlyMap<string, string> {
    this.#links ??= parseLinks(this.recorded.responseHeader('link'));
    return this.#links;
  }

  /** The tags of If-Match or If-None-Match, quotes included; empty for `*` and for a malformed value. */
  tags(value: string | undefined): readonly string[] {
    const parsed = value === undefined ? undefined : parseTagList(value);
    return parsed?.ok && parsed.value !== 'any'
      ? parsed.value.map(({ weak, opaque }) => (weak ? `W/${opaque}` : opaque))
      : [];
  }

  /** The preconditions as one text; empty for an unconditional request. */
  get conditions(): string {
    const { recorded, ifMatch = '', ifNoneMatch = '' } = this;
    const version = recorded.header('x-resource-version') ?? '';
    return ifMatch + version + ifNoneMatch + (recorded.header('if-unmodified-since') ?? '');
  }

  /** True for a JSON Patch with a `test`, which is a condition in the body. */
  get isTested(): boolean {
    return isJsonArray(this.sent) && this.sent.some((step) => isJsonObject(step) && member(step, 'op') === 'test');
  }

  /** Equal for attempts to do the same thing; headers do not count. */
  get action(): string {
    if (this.#action === undefined) {
      const { content } = this;
      this.#action = `${this.method} ${this.url} ${content ? digest(content) : ''}`;
    }
    return this.#action;
  }

  /** `PATCH /api/users/42`, as a sentence names the request. */
  get name(): string {
    return `${this.method} ${this.recorded.path}`;
  }

  /** The member of a problem document (RFC 9457), if it is text. */
  problemMember(name: string): string | undefined {
    const value = isJsonObject(this.received) ? member(this.received, name) : undefined;
    return typeof value === 'string' ? value : undefined;
  }

  /** When Retry-After or `reset` seconds end, in milliseconds since 1970. A date is exact to a second. */
  waitEnd(header = 'retry-after'): number | undefined {
    const value = this.recorded.responseHeader(header);
    if (value === undefined) return undefined;
    const seconds = integer(value);
    if (seconds !== undefined) return this.end + seconds * 1000;
    const date = Date.parse(value);
    return Number.isNaN(date) ? undefined : date;
  }
}

/** A canonical integer of a header or parameter; undefined for other text. */
export function integer(text: string | undefined): number | undefined {
  return text !== undefined && /^(?:0|[1-9]\d{0,15})$/.test(text.trim()) ? Number(text) : undefined;
}

/** The targets of a Link header (RFC 8288) by relation; the first one of a relation counts. */
function parseLinks(header = ''): ReadonlyMap<string, string> {
  const targets = new Map<string, string>();
  for (const link of header.split('<').slice(1)) {
    const end = link.indexOf('>');
    const relations = relation.exec(link.slice(end + 1))?.[1] ?? '';
    const target = link.slice(0, Math.max(end, 0)).replace(origin, '');
    for (const name of relations.split(' ')) if (!targets.has(name)) targets.set(name, target);
  }
  return targets;
}

/** Reads JSON as clients read it. */
export function readJson(text: string | undefined): Json | undefined {
  if (!text) return undefined;
  try {
    return JSON.parse(text) as Json;
  } catch {
    return undefined;
  }
}

function jsonOf(text: string | undefined): Json | undefined {
  if (!text) return undefined;
  const parsed = parseJson(text);
  return parsed.ok ? parsed.value : undefined;
}
