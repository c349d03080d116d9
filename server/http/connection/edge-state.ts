import type { ParameterizedContext } from 'koa';
import type { TextBody } from '../../message/edge-request.ts';
import type { EdgeResponse } from '../../message/edge-response.ts';
import type { RequestTarget } from '../../message/request-target.ts';

/**
 * What the middleware of both apps hand one another, in `ctx.state`. Whoever decides sets `answer` and calls nobody
 * further; only the answer writer touches the response.
 */
export interface EdgeState {
  /** Undefined while nobody has decided, and in the end where nobody is there to read an answer. */
  answer?: EdgeResponse;
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

export type EdgeContext<State extends EdgeState = EdgeState> = ParameterizedContext<State>;
