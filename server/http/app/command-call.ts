import type { Reply } from '../../contract/decode.ts';
import { type Problem, problem } from '../../domain/basics/problem.ts';
import { accept, type Result, refuse } from '../../domain/basics/result.ts';
import type { Work } from '../../domain/basics/work.ts';
import { jsonInPieces, parseJsonInPieces } from '../../domain/json/json-text.ts';
import { maxDepth, maxValues } from '../../domain/json/limits.ts';
import { headerValue } from '../../message/header-lines.ts';
import { httpResponse, problemResponse } from '../../message/http-response.ts';
import { decodeInPieces, shortText } from '../../message/long-text.ts';
import type { Scheduler } from '../../runtime/scheduler.ts';
import type { HttpContext, HttpState } from '../connection/http-context.ts';

export interface CommandCallOptions {
  /** Reads long inputs and writes long outputs in time slices. */
  readonly scheduler: Scheduler;
  /** Decodes and executes a command; a refusal comes back as a problem. */
  readonly call: (name: string, input: unknown, caller: unknown) => Promise<Reply<unknown>>;
}

/**
 * A command wraps a record, which may be as deep and as wide as the domain allows; lists of ids are longer, but have no
 * members.
 */
const inputLimits = { maxDepth: maxDepth + 2, maxMembers: 2 * maxValues };

/** `POST /call/<command>`: hands a command to the host and responds with `{"ok":true,"value":…}` or a problem. */
export function commandCall({ call, scheduler }: CommandCallOptions) {
  return async function commandCall(ctx: HttpContext & { captures?: readonly string[] }): Promise<void> {
    const input = await readInput(ctx, scheduler);
    const reply = input.ok ? await call(ctx.captures?.[0] ?? '', input.value, callerOf(ctx.req.rawHeaders)) : input;
    ctx.state.response = reply.ok
      ? httpResponse(
          200,
          { 'Content-Type': 'application/json', 'Cache-Control': 'no-store' },
          await run(jsonInPieces(reply), scheduler),
        )
      : problemResponse(reply.problem, { 'Cache-Control': 'no-store' });
  };
}

/** The JSON of a request's body, `{}` without one. Refused with `unsupported-media-type` or `bad-body`. */
export async function readInput({ req, state }: HttpContext, scheduler: Scheduler): Promise<Result<unknown, Problem>> {
  return run(commandInput(req.rawHeaders, state), scheduler);
}

/** Short work is done at once, long work in time slices. */
function run<T>(work: Work<T>, scheduler: Scheduler): T | Promise<T> {
  const begun = work.next();
  return begun.done ? begun.value : scheduler.run(work);
}

/** The headers that identify the caller; the quotes of a structured field are optional. */
function callerOf(rawHeaders: readonly string[]): { console: string | undefined; key: string | undefined } {
  const word = (name: string) => headerValue(rawHeaders, name)?.replace(/^"(.*)"$/, '$1');
  return { console: word('x-console'), key: word('idempotency-key') };
}

/** Accepts only JSON: a foreign web page may send the media types of forms without a preflight request. */
function* commandInput(
  rawHeaders: readonly string[],
  { body, bytes }: Pick<HttpState, 'body' | 'bytes'>,
): Work<Result<unknown, Problem>> {
  const type = (headerValue(rawHeaders, 'content-type') ?? '').split(';')[0]?.trim().toLowerCase();
  if (type !== 'application/json') {
    return refuse(problem('unsupported-media-type', 'A command needs a body of type application/json.'));
  }
  if (body === undefined) return accept({});
  if (!body.ok) return body;
  // As one string, a long body would be copied in one go.
  const long = bytes && bytes.length > shortText ? yield* decodeInPieces(bytes) : undefined;
  const parsed = yield* parseJsonInPieces(long ?? body.value, inputLimits);
  return parsed.ok ? parsed : refuse(problem('bad-body', parsed.problem.detail));
}
