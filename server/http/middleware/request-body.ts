import type { Next } from 'koa';
import { type Problem, problem } from '../../domain/basics/problem.ts';
import { refuse } from '../../domain/basics/result.ts';
import { problemResponse } from '../../message/http-response.ts';
import { decodeInPieces, shortText } from '../../message/long-text.ts';
import { textBody } from '../../message/text-body.ts';
import type { Scheduler } from '../../runtime/scheduler.ts';
import type { HttpContext, HttpState } from '../connection/http-context.ts';
import { arrivedBody, hasBody, readBody } from '../connection/read-body.ts';

export interface RequestBodyOptions<State extends HttpState> {
  /** Bytes. */
  readonly limit: (state: State) => number;
  /** Decodes long bodies in time slices. */
  readonly scheduler: Scheduler;
  /** Receives the body: text, or bytes that are not UTF-8, or the start of a body that is too large. */
  readonly received: (state: State, body: string | Buffer, bytes: number) => void;
}

const utf8 = new TextDecoder('utf-8', { fatal: true });

/**
 * Reads the whole body before any decision, so that none of its bytes stay on the connection. An unusable body becomes a
 * problem in the state, because an endpoint may find a more important fault without it. Only a message without a reliable
 * end is refused here.
 */
export function requestBody<State extends HttpState>({ limit, scheduler, received }: RequestBodyOptions<State>) {
  return function requestBody(ctx: HttpContext<State>, next: Next): unknown {
    const fault = framingFault(ctx) ?? expectationFault(ctx);
    if (fault) {
      ctx.state.response = problemResponse(fault);
      ctx.state.closing = true;
      return;
    }
    ctx.state.body = undefined;
    return hasBody(ctx.req) ? receive(ctx, next) : next();
  };

  async function receive(ctx: HttpContext<State>, next: Next): Promise<unknown> {
    const { state } = ctx;
    const limitBytes = limit(state);
    // Lets Node's parser go on first with the bytes that came with the head.
    await null;
    const read = arrivedBody(ctx.req, limitBytes) ?? (await readBody(ctx.req, ctx.res, limitBytes));
    if (read.kind === 'disconnected') return;
    if (read.kind === 'broken') {
      state.response = problemResponse(read.problem);
      state.closing = true;
      return;
    }
    if (read.kind === 'too-large') {
      received(state, read.start, read.received);
      const detail = `The body has more than the ${limitBytes} bytes that this server reads.`;
      state.body = refuse(problem('body-too-large', detail, { limit: limitBytes }));
      return next();
    }
    state.closing = false;
    const { bytes } = read;
    if (bytes.length > 0) {
      const text = bytes.length <= shortText ? decode(bytes) : (await scheduler.run(decodeInPieces(bytes)))?.toString();
      state.bytes = bytes;
      received(state, text ?? bytes, bytes.length);
      state.body = textBody(ctx.req.rawHeaders, text);
    }
    return next();
  }
}

/** The problem of a message whose end is uncertain (RFC 9112, 6.1). */
function framingFault({ req }: HttpContext): Problem | undefined {
  const coding = req.headers['transfer-encoding'];
  if (coding !== undefined && (coding.toLowerCase() !== 'chunked' || req.httpVersion === '1.0')) {
    const detail = 'The only transfer coding that this server reads is chunked, in HTTP/1.1.';
    return problem('bad-header', detail, { header: 'Transfer-Encoding', expected: 'chunked' });
  }
  return undefined;
}

/** The problem of an unknown expectation (RFC 9110, 10.1.1): its client may send the body or not. */
function expectationFault({ req }: HttpContext): Problem | undefined {
  const { expect } = req.headers;
  if (expect !== undefined && expect.toLowerCase() !== '100-continue' && req.httpVersion !== '1.0') {
    const detail = 'The only expectation that this server meets is 100-continue.';
    return problem('expectation-failed', detail, { header: 'Expect', expected: '100-continue' });
  }
  return undefined;
}

function decode(bytes: Buffer): string | undefined {
  try {
    return utf8.decode(bytes);
  } catch {
    return undefined;
  }
}
