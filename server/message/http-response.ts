import type { Problem } from '../domain/basics/problem.ts';
import type { MockResponse } from '../domain/response/mock-response.ts';
import { immediateDelivery } from '../domain/scenario/delivery.ts';

/** A response of an endpoint, or of the middleware, which has nothing to explain. */
export type HttpResponse = Omit<MockResponse, 'explainer'> & {
  readonly explainer: MockResponse['explainer'] | null;
};

/** A response of the middleware. */
export function httpResponse(
  status: number,
  headers: Readonly<Record<string, string>> = {},
  body: HttpResponse['body'] = null,
): HttpResponse {
  return { status, headers, body, delivery: immediateDelivery, explainer: null };
}

/** The response that reports a problem (RFC 9457). */
export function problemResponse(problem: Problem, headers?: Readonly<Record<string, string>>): HttpResponse {
  const typed = { 'Content-Type': 'application/problem+json', ...headers };
  return httpResponse(problem.status, typed, JSON.stringify(problem));
}
