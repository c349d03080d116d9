import type { ParameterizedContext } from 'koa';
import type { HttpResponse } from '../../message/http-response.ts';
import type { RequestTarget } from '../../message/request-target.ts';
import type { TextBody } from '../../message/text-body.ts';

/**
 * The state that the middleware of both apps share in `ctx.state`. A middleware that decides sets `response` and does not
 * call the next one; only the response writer writes to the connection.
 */
export interface HttpState {
  /** Undefined before the decision, and for good if the client disconnected. */
  response?: HttpResponse;
  /** Header lines of every response to this request; names and values alternate. */
  headers?: readonly string[];
  /** The value that the middleware contribute to the Vary header. */
  vary?: string;
  /** True if the connection must close because the start of its next message is unknown; undefined before the body is read. */
  closing?: boolean;
  /** The Origin header; set by the origin check. */
  origin?: string | undefined;
  /** Set by the request-target middleware. */
  target: RequestTarget;
  /** Set by the request-body middleware. */
  body: TextBody;
  /** The bytes of a body that is complete; set by the request-body middleware. */
  bytes?: Buffer;
}

export type HttpContext<State extends HttpState = HttpState> = ParameterizedContext<State>;
