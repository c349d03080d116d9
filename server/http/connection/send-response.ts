import type { ServerResponse } from 'node:http';
import { LongText } from '../../domain/basics/long-text.ts';
import type { ResponseHeaders } from '../../domain/response/mock-response.ts';
import type { SentResponse } from '../../log/log-entry.ts';
import type { HttpResponse } from '../../message/http-response.ts';
import { textEncoding } from '../../message/text-body.ts';
import type { HttpContext, HttpState } from './http-context.ts';
import { awaitsBody, awaitsContinue } from './read-body.ts';
import { unsentResponses } from './unsent-responses.ts';

/** Headers that only the connection may set: a wrong value would end the message elsewhere than its body. */
const framing = /^(?:content-length|transfer-encoding|connection|keep-alive|trailer|upgrade)$/i;
const unsafe = /[^\t\x20-\x7e]/;

/** Writes a whole response at once; Koa's own response would write header by header. */
export function sendResponse(ctx: HttpContext, response: HttpResponse): SentResponse {
  const sent = writeHead(ctx, response);
  endResponse(ctx.res, sent);
  return sent;
}

/** Bytes and milliseconds for which the rest of a request's body is discarded after a response that did not wait for it. */
const mostDrained = 8 * 2 ** 20;
const longestDrain = 2_000;

/** Writes the body and ends the response, which sends the head as well. */
export function endResponse(res: ServerResponse, sent: SentResponse): void {
  const { body, bytes } = sent;
  if (awaitsBody(res.req) && !awaitsContinue(res.req)) {
    endAfterBody(res, sent);
    return;
  }
  if (typeof body === 'string') res.end(body, textEncoding(body, bytes));
  else res.end(body);
  if (res.writableLength > 0) unsentResponses.count(res);
}

/**
 * Sends a response at once, but ends it, and with it the connection, after the rest of the request's body: a connection
 * that is closed while its client sends may lose the response.
 */
function endAfterBody(res: ServerResponse, { body }: SentResponse): void {
  const { req } = res;
  let drained = 0;
  const timer = setTimeout(end, longestDrain);
  if (body === null) res.flushHeaders();
  else res.write(body);
  if (res.writableLength > 0) unsentResponses.count(res);
  req.on('data', onData).on('end', end).on('close', end);
  req.resume();

  function onData(chunk: Buffer): void {
    drained += chunk.length;
    if (drained > mostDrained) end();
  }
  function end(): void {
    clearTimeout(timer);
    req.off('data', onData).off('end', end).off('close', end);
    res.end();
  }
}

/** Prepares the head of a response. Returns the response as it is once its body is sent. */
export function writeHead(ctx: HttpContext, response: HttpResponse): SentResponse {
  const { status, explainer } = response;
  const isEmpty = status === 204 || status === 304;
  const body = isEmpty ? null : sendable(response.body);
  const bytes = body === null ? 0 : Buffer.byteLength(body);
  const length = body === null ? null : bytes;
  const lines = headerLines(ctx.state, response.headers);
  // A copied array has no spare capacity: the request log holds thousands of them.
  const headers = lines.slice();

  if (length !== null) lines.push('Content-Length', String(length));
  // The unread rest of a body must never be parsed as the next request.
  if (ctx.state.closing ?? awaitsBody(ctx.req)) lines.push('Connection', 'close');
  ctx.res.writeHead(status, lines);
  if (body === null || ctx.req.method === 'HEAD') return { status, headers, length, body: null, bytes: 0, explainer };
  return { status, headers, length, body, bytes, explainer };
}

/** The header section without the framing headers; names and values alternate. */
function headerLines(state: HttpState, headers: ResponseHeaders): string[] {
  const lines: string[] = [];
  let vary = state.vary;
  for (const name in headers) {
    const value = headers[name] ?? '';
    if (typeof value !== 'string') {
      if (!framing.test(name)) for (const one of value) lines.push(name, safeValue(one));
    } else if (name === 'Vary') vary = joinedVary(vary, value);
    else if (!framing.test(name)) lines.push(name, safeValue(value));
  }
  if (vary !== undefined) lines.push('Vary', vary);
  if (state.headers !== undefined) lines.push(...state.headers);
  return lines;
}

/** The latest joined Vary value. Most responses have the same one, so that the log holds a single copy. */
let latest = { middleware: '', endpoint: '', joined: '' };

function joinedVary(middleware: string | undefined, endpoint: string): string {
  if (middleware === undefined) return endpoint;
  if (latest.middleware !== middleware || latest.endpoint !== endpoint) {
    latest = { middleware, endpoint, joined: `${middleware}, ${endpoint}` };
  }
  return latest.joined;
}

/** Node copies other bytes than a Buffer's when it sends them. */
function sendable(body: HttpResponse['body']): string | Buffer {
  if (body === null) return '';
  if (body instanceof LongText) return body.toString();
  return typeof body === 'string' || Buffer.isBuffer(body)
    ? body
    : Buffer.from(body.buffer, body.byteOffset, body.length);
}

function safeValue(value: string): string {
  return unsafe.test(value) ? percentEncoded(value) : value;
}

/** Encodes the characters that a header cannot hold, such as a line break in a text from a user. */
function percentEncoded(text: string): string {
  const encode = (byte: number) => `%${byte.toString(16).toUpperCase().padStart(2, '0')}`;
  return text.replace(/[^\t\x20-\x7e]+/g, (run) => Array.from(Buffer.from(run), encode).join(''));
}
