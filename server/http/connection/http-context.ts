import type { ParameterizedContext } from 'koa';
import type { HttpResponse } from '../../message/http-response.ts';
import type { RequestTarget } from '../../message/request-target.ts';
import type { TextBody } from '../../message/text-body.ts';

/**
 * What the middleware of both apps hand one another, in `ctx.state`. Whoever decides sets `answer` and calls nobody
 * further; only the answer writer touches the response.
 */
export interface HttpState {
  /** Undefined while nobody has decided, and in the end where nobody is there to read an answer. */
  response?: HttpResponse;
  /** Header lines that every answer to this request carries, names and values alternating. */
  headers?: readonly string[];
  /** What the edge's part of the answer depends on, for the Vary header. */
  vary?: string;
  /** Whether nobody can tell where the next message on the connection would begin; undefined while nobody has looked. */
  closing?: boolean;
  /** Set by the request-target middleware. */
  target: RequestTarget;
  /** Set by the request-body middleware. */
  body: TextBody;
}

export type HttpContext<State extends HttpState = HttpState> = ParameterizedContext<State>;
