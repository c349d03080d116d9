import type { Problem } from '../domain/basics/problem.ts';
import type { Result } from '../domain/basics/result.ts';
import type { MockRequest } from '../domain/request/mock-request.ts';
import type { RequestTarget } from './request-target.ts';

/** A message body as the mock API wants it: text, or why it is none, or nothing. */
export type TextBody = Result<string, Problem> | undefined;

/**
 * A request as the endpoints see it. It holds the raw header lines and no object of Node's, because the request log
 * may keep it alive, through an explanation, long after the connection has gone.
 */
export class EdgeRequest implements MockRequest {
  readonly method: string;
  readonly path: string;
  readonly query: string;
  readonly body: TextBody;
  readonly scenario: string;
  readonly #rawHeaders: readonly string[];

  constructor(
    method: string,
    { path, query }: RequestTarget,
    rawHeaders: readonly string[],
    body: TextBody,
    scenario: string,
  ) {
    this.method = method;
    this.path = path;
    this.query = query;
    this.body = body;
    this.scenario = scenario;
    this.#rawHeaders = rawHeaders;
  }

  header(name: string): string | undefined {
    return headerValue(this.#rawHeaders, name);
  }
}

/**
 * The value of a header, by its lower-case name, in a list of alternating names and values; several lines are joined
 * with a comma and a space (RFC 9110, 5.3). Node's own `headers` would silently keep only the first of two Host lines.
 */
export function headerValue(rawHeaders: readonly string[], name: string): string | undefined {
  let value: string | undefined;
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const candidate = rawHeaders[index];
    if (candidate === undefined || candidate.length !== name.length || candidate.toLowerCase() !== name) continue;
    const line = rawHeaders[index + 1] ?? '';
    value = value === undefined ? line : `${value}, ${line}`;
  }
  return value;
}

/**
 * The earlier list where the later has the same names and values in the same order; else the later, in which every name and
 * value that the earlier has in the same place is that one's: whoever keeps both keeps one copy of it.
 */
export function sharedLines(earlier: string[], later: string[]): string[] {
  const both = Math.min(earlier.length, later.length);
  let same = 0;
  for (let index = 0; index < both; index += 1) {
    const line = earlier[index];
    if (line === undefined || line !== later[index]) continue;
    later[index] = line;
    same += 1;
  }
  return same === earlier.length && same === later.length ? earlier : later;
}

/** True when both lists have the same names and values in the same order. */
export function hasSameLines(a: readonly string[], b: readonly string[]): boolean {
  if (a.length !== b.length) return false;
  for (let index = 0; index < a.length; index += 1) if (a[index] !== b[index]) return false;
  return true;
}
