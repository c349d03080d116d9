import type { Answer } from '../domain/answer/message.ts';
import type { Problem } from '../domain/problem.ts';
import { promptly } from '../domain/scenario/delivery.ts';

/** An answer of an endpoint, or of the edge itself, which has nothing to explain. */
export type EdgeAnswer = Omit<Answer, 'body' | 'explained'> & {
  readonly body: string | Buffer | null;
  readonly explained: Answer['explained'] | null;
};

/** An answer of the edge itself. */
export function edgeAnswer(
  status: number,
  headers: Readonly<Record<string, string>> = {},
  body: EdgeAnswer['body'] = null,
): EdgeAnswer {
  return { status, headers, body, delivery: promptly, explained: null };
}

/** The answer that carries a problem (RFC 9457). */
export function problemAnswer(problem: Problem, headers?: Readonly<Record<string, string>>): EdgeAnswer {
  const typed = { 'Content-Type': 'application/problem+json', ...headers };
  return edgeAnswer(problem.status, typed, JSON.stringify(problem));
}
