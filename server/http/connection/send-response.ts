import type { ServerResponse } from 'node:http';
import type { SentResponse } from '../../log/log-entry.ts';
import type { HttpResponse } from '../../message/http-response.ts';
import { textEncoding } from '../../message/text-body.ts';
import type { HttpContext, HttpState } from './http-context.ts';
import { awaitsBody } from './read-body.ts';

/** Headers that are the edge's to set, because a wrong one would end the message elsewhere than the body does. */
const framing = /^(?:content-length|transfer-encoding|connection|keep-alive|trailer|upgrade)$/i;
const unsafe = /[^\t\x20-\x7e]/;

/** Writes an answer in one go and says what was sent. Koa's own response would write header by header. */
export function sendResponse(ctx: HttpContext, answer: HttpResponse): SentResponse {
  const sent = writeHead(ctx, answer);
  sendBody(ctx.res, sent);
  return sent;
}

/** Writes the body behind the head, and both leave. */
export function sendBody(res: ServerResponse, { body, bytes }: SentResponse): void {
  if (typeof body === 'string') res.end(body, textEncoding(body, bytes));
  else res.end(body);
}

/** Writes the head of an answer, and says what is sent when its body follows; null is for no body. */
export function writeHead(ctx: HttpContext, answer: HttpResponse): SentResponse {
  const { status, explained } = answer;
  const isEmpty = status === 204 || status === 304;
  const body = isEmpty ? null : (answer.body ?? '');
  const bytes = body === null ? 0 : Buffer.byteLength(body);
  const length = body === null ? null : bytes;
  const lines = headerLines(ctx.state, answer.headers);
  // A copy takes no more room than it needs: thousands of these lie in the request log.
  const headers = lines.slice();

  if (length !== null) lines.push('Content-Length', String(length));
  // What is left of a body that nobody waits for must never be read as the next request.
  if (ctx.state.closing ?? awaitsBody(ctx.req)) lines.push('Connection', 'close');
  ctx.res.writeHead(status, lines);
  if (body === null || ctx.req.method === 'HEAD') return { status, headers, length, body: null, bytes: 0, explained };
  return { status, headers, length, body, bytes, explained };
}

/** The header section but for the framing, names and values alternating. */
function headerLines(state: HttpState, headers: Readonly<Record<string, string>>): string[] {
  const lines: string[] = [];
  let vary = state.vary;
  for (const name in headers) {
    const value = headers[name] ?? '';
    if (name === 'Vary') vary = joinedVary(vary, value);
    else if (!framing.test(name)) lines.push(name, unsafe.test(value) ? percentEncoded(value) : value);
  }
  if (vary !== undefined) lines.push('Vary', vary);
  if (state.headers !== undefined) lines.push(...state.headers);
  return lines;
}

/** The latest Vary of two parts: with most answers it is the same, and the log need not keep a copy for each. */
let latest = { edge: '', answer: '', whole: '' };

function joinedVary(edge: string | undefined, answer: string): string {
  if (edge === undefined) return answer;
  if (latest.edge !== edge || latest.answer !== answer) latest = { edge, answer, whole: `${edge}, ${answer}` };
  return latest.whole;
}

/** Text that came from a user may hold what a header cannot, a line break above all. */
function percentEncoded(text: string): string {
  const encode = (byte: number) => `%${byte.toString(16).toUpperCase().padStart(2, '0')}`;
  return text.replace(/[^\t\x20-\x7e]+/g, (run) => Array.from(Buffer.from(run), encode).join(''));
}
