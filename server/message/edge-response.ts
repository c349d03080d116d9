import type { Problem } from '../domain/basics/problem.ts';
import type { MockResponse } from '../domain/response/mock-response.ts';
import { promptly } from '../domain/scenario/delivery.ts';

/** An answer of an endpoint, or of the edge itself, which has nothing to explain. */
export type EdgeResponse = Omit<MockResponse, 'body' | 'explained'> & {
  readonly body: string | Buffer | null;
  readonly explained: MockResponse['explained'] | null;
};

/** An answer of the edge itself. */
export function edgeResponse(
  status: number,
  headers: Readonly<Record<string, string>> = {},
  body: EdgeResponse['body'] = null,
): EdgeResponse {
  return { status, headers, body, delivery: promptly, explained: null };
}

/** The answer that carries a problem (RFC 9457). */
export function problemResponse(problem: Problem, headers?: Readonly<Record<string, string>>): EdgeResponse {
  const typed = { 'Content-Type': 'application/problem+json', ...headers };
  return edgeResponse(problem.status, typed, JSON.stringify(problem));
}
