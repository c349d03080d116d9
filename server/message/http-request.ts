import type { MockRequest } from '../domain/request/mock-request.ts';
import { headerValue } from './header-lines.ts';
import type { RequestTarget } from './request-target.ts';
import type { TextBody } from './text-body.ts';

/**
 * A request as an endpoint sees it. It keeps the raw header lines and none of Node's objects, because a lazily made
 * explanation may keep the request in memory long after its connection closed.
 */
export class HttpRequest implements MockRequest {
  readonly method: string;
  readonly path: string;
  readonly query: string;
  readonly body: TextBody;
  readonly scenario: string;
  readonly isSecure: boolean;
  /** Set for a long body until the endpoint has responded: the log may keep the request. */
  parsed: MockRequest['parsed'];
  readonly #rawHeaders: readonly string[];

  constructor(
    method: string,
    { path, query }: RequestTarget,
    rawHeaders: readonly string[],
    body: TextBody,
    scenario: string,
    isSecure = false,
  ) {
    this.method = method;
    this.path = path;
    this.query = query;
    this.body = body;
    this.scenario = scenario;
    this.isSecure = isSecure;
    this.parsed = undefined;
    this.#rawHeaders = rawHeaders;
  }

  header(name: string): string | undefined {
    return headerValue(this.#rawHeaders, name);
  }
}
