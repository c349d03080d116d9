import { randomUUID } from 'node:crypto';
import type { UpstreamMode, UpstreamState } from '../../contract/schema/state.ts';
import { type Problem, problem } from '../../domain/basics/problem.ts';
import { accept, type Result, refuse } from '../../domain/basics/result.ts';
import type { UpstreamExchange } from '../../domain/recording/upstream-exchange.ts';
import { headerLinesOf, type ResponseHeaders } from '../../domain/response/mock-response.ts';
import { headerValue } from '../../message/header-lines.ts';
import { requestHeaders, responseHeaders } from './forwarded-headers.ts';
import { Recorder } from './recorder.ts';
import { mockTarget, parseUpstream, type UpstreamAddress, withMockLinks } from './upstream-address.ts';
import { defaultLimits, fetchUpstream, type UpstreamLimits } from './upstream-fetch.ts';

/** A request of a client, as it arrived. */
export interface ForwardedRequest {
  readonly method: string;
  readonly path: string;
  /** Without the question mark. */
  readonly query: string;
  /** Names and values alternate. */
  readonly headers: readonly string[];
  readonly body: Buffer | null;
  readonly signal: AbortSignal;
  /** True for a connection with TLS. */
  readonly isSecure: boolean;
}

/** The response of the upstream, with the mock's own address in its links. */
export interface ForwardedResponse {
  readonly status: number;
  readonly headers: ResponseHeaders;
  readonly body: Buffer;
}

/** The changed choices about the service; undefined members stay. */
export interface UpstreamChange {
  /** Null turns the service off. */
  readonly url?: string | null | undefined;
  readonly mode?: UpstreamMode | undefined;
}

/** Headers that hold URLs of the service. */
const linked = new Set(['link', 'location', 'content-location']);
const textual = /^(?:text\/|application\/(?:[\w.+-]+\+)?(?:json|xml|javascript)\b)/i;

/** The real service behind the mock, and what was recorded of it. Belongs to this run: no file names an upstream. */
export class Upstream {
  readonly recorder = new Recorder();
  readonly #onChange: () => void;
  readonly #limits: UpstreamLimits;
  /** Names this program in the Via header (RFC 9110, 7.6.3). */
  readonly #pseudonym = `mock-api-console-${randomUUID().slice(0, 8)}`;
  #address: UpstreamAddress | null = null;
  #mode: UpstreamMode = 'off';
  #fault: string | null = null;

  /** `onChange` is called when the state changes. */
  constructor(onChange: () => void = () => undefined, limits: UpstreamLimits = defaultLimits) {
    this.#onChange = onChange;
    this.#limits = limits;
  }

  get mode(): UpstreamMode {
    return this.#mode;
  }

  /** The address of the service; empty without one. */
  get href(): string {
    return this.#address?.href ?? '';
  }

  get state(): UpstreamState {
    return { url: this.#address?.href ?? null, mode: this.#mode, fault: this.#fault, ...this.recorder.state };
  }

  /**
   * Chooses the service, the mode or both; what the change leaves out stays. Without a service the mode is `off`. Refused
   * with `bad-parameter`.
   */
  set({ url, mode }: UpstreamChange): Result<null, Problem> {
    const parsed = typeof url === 'string' ? parseUpstream(url) : accept(url === null ? null : this.#address);
    if (!parsed.ok) return refuse(badUrl(parsed.problem));
    const address = parsed.value;
    if (address === null && mode !== undefined && mode !== 'off') return refuse(badUrl('must be set first'));
    this.#address = address;
    this.#mode = address === null ? 'off' : (mode ?? this.#mode);
    this.#fault = null;
    return accept(null);
  }

  /** Adds an exchange to the recording. */
  record(exchange: UpstreamExchange): void {
    this.recorder.add(exchange);
    this.#onChange();
  }

  /** Turns the upstream off and drops the recording: another workspace was opened. */
  forget(): void {
    this.#address = null;
    this.#mode = 'off';
    this.#fault = null;
    this.recorder.clear();
    this.#onChange();
  }

  /**
   * Fetches the response of the service. Refused with `upstream-loop` and the problems of {@link fetchUpstream}; a redirect
   * to another address is `upstream-invalid`, because the client would follow it past the mock.
   */
  async forward(request: ForwardedRequest): Promise<Result<ForwardedResponse, Problem>> {
    const fetched = await this.#fetch(request);
    if (!request.signal.aborted) this.#fault = fetched.ok ? null : fetched.problem.detail;
    this.#onChange();
    return fetched;
  }

  async #fetch(request: ForwardedRequest): Promise<Result<ForwardedResponse, Problem>> {
    const { method, path, query, headers, body, signal, isSecure } = request;
    const address = this.#address;
    if (!address) return refuse(problem('upstream-unavailable', 'No upstream is set.'));
    if (headerValue(headers, 'via')?.includes(this.#pseudonym)) {
      return refuse(problem('upstream-loop', `${address.href} sends its requests back to this mock.`));
    }
    const target = `${address.basePath}${path}${query === '' ? '' : `?${query}`}`;
    const fetched = await fetchUpstream(
      address,
      {
        // The length of a response to HEAD is that of its body, which is recorded too.
        method: method === 'HEAD' ? 'GET' : method,
        path: target,
        headers: requestHeaders(headers, address, `1.1 ${this.#pseudonym}`),
        body,
        signal,
      },
      this.#limits,
    );
    if (!fetched.ok) return fetched;
    const { status } = fetched.value;
    const passed = responseHeaders(fetched.value.headers);
    const host = headerValue(headers, 'host');
    const base = host === undefined ? '' : `${isSecure ? 'https' : 'http'}://${host}`;
    const own: { [name: string]: string | readonly string[] } = {};
    for (const [name, value] of Object.entries(passed)) {
      const isLink = typeof value === 'string' && linked.has(name.toLowerCase());
      own[name] = isLink ? withMockLinks(value, address, base) : value;
    }
    if (status >= 300 && status < 400) {
      const location = headerOf(passed, 'location');
      const here = location === undefined ? undefined : mockTarget(location, target, address);
      const name = Object.keys(own).find((one) => one.toLowerCase() === 'location');
      if (here === null) {
        const detail = `The response of ${address.host} redirects to ${originOf(location, address.origin)}, which is not below ${address.href}.`;
        return refuse(problem('upstream-invalid', detail));
      }
      if (name !== undefined && here !== undefined) own[name] = `${base}${here}`;
    }
    const type = headerOf(own, 'content-type');
    const isText = type !== undefined && textual.test(type);
    const received = fetched.value.body;
    const text = isText && received.includes(address.host) ? withMockLinks(received.toString(), address, base) : null;
    return accept({
      status,
      headers: own,
      body: text === null ? received : Buffer.from(text),
    });
  }
}

/** The value of a header with this lower-case name. */
export function headerOf(headers: ResponseHeaders, name: string): string | undefined {
  return headerValue(headerLinesOf(headers), name);
}

/** The origin of a redirect. Its path and query may have secrets. */
function originOf(location: string | undefined, base: string): string {
  return location !== undefined && URL.canParse(location, base) ? new URL(location, base).origin : 'no URL';
}

function badUrl(reason: string): Problem {
  return problem('bad-parameter', `The URL of the upstream ${reason}.`, { parameter: 'url', reason });
}
