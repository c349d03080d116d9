import { isUtf8 } from 'node:buffer';
import type { Next } from 'koa';
import { maskedRequestInPieces } from '../../contract/schema/masked-request.ts';
import type { RequestDetail } from '../../contract/schema/output.ts';
import type { CapturedBody } from '../../contract/schema/state.ts';
import { type Secrets, secretsOf } from '../../domain/request/secrets.ts';
import type { Explainer, Explanation } from '../../domain/response/explanation.ts';
import { headerLinesOf } from '../../domain/response/mock-response.ts';
import { immediateDelivery } from '../../domain/scenario/delivery.ts';
import { detail, type LogEntry, type SentResponse } from '../../log/log-entry.ts';
import type { RequestLog } from '../../log/request-log.ts';
import { headerPairs, headerValue } from '../../message/header-lines.ts';
import { type HttpResponse, problemResponse } from '../../message/http-response.ts';
import type { Clock } from '../../runtime/clock.ts';
import type { Scheduler } from '../../runtime/scheduler.ts';
import type { HttpContext } from '../connection/http-context.ts';
import { isSecure } from '../connection/scheme.ts';
import { type ForwardedResponse, headerOf, type Upstream } from '../upstream/upstream.ts';
import type { CapturedState } from './request-capture.ts';

export interface UpstreamResponsesOptions {
  readonly upstream: Upstream;
  readonly log: RequestLog;
  readonly clock: Clock;
  /** Masks long bodies in time slices. */
  readonly scheduler: Scheduler;
}

/** Methods without a meaning for a resource of the service: a tunnel, and a reflection of the request with its secrets. */
const keptHere = new Set(['CONNECT', 'TRACE']);
const safe = new Set(['GET', 'HEAD', 'OPTIONS']);
const dotSegment = /\/(?:\.|%2e){1,2}(?:\/|$)/i;

/**
 * Fetches responses from the real service: all of them, or those to requests for which the mock has no resource. Their log
 * entries and records have their secrets masked from the start.
 */
export function upstreamResponses({ upstream, log, clock, scheduler }: UpstreamResponsesOptions) {
  return function upstreamResponses(ctx: HttpContext<CapturedState>, next: Next): unknown {
    const { mode } = upstream;
    if (mode === 'off' || !mayForward(ctx)) return next();
    return mode === 'all' ? forward(ctx, null) : respondOrForward(ctx, next);
  };

  async function respondOrForward(ctx: HttpContext<CapturedState>, next: Next): Promise<void> {
    await next();
    const { response } = ctx.state;
    if (response?.isMissing) await forward(ctx, response);
  }

  /** `own` is the response of the mock, which has no resource; null if it was not asked. */
  async function forward(ctx: HttpContext<CapturedState>, own: HttpResponse | null): Promise<void> {
    const { state, req, res, method } = ctx;
    const { entry, target, context, bytes = null } = state;
    const { mode, href } = upstream;
    const secrets = secretsOf(context.settings);
    const sent = { ...detail(entry), request: messageOf(headerPairs(req.rawHeaders), bytes, secrets) };
    log.mask(entry, await scheduler.run(maskedRequestInPieces(sent, secrets)));
    const abort = new AbortController();
    const onClose = () => abort.abort();
    res.once('close', onClose);
    const began = clock.elapsed();
    const { path, query } = target;
    const { rawHeaders: headers } = req;
    const { signal } = abort;
    const fetched = await upstream.forward({
      method,
      path,
      query,
      headers,
      body: bytes,
      signal,
      isSecure: isSecure(req.socket),
    });
    res.off('close', onClose);
    state.response = undefined;
    if (res.destroyed) return;
    const delivery = own?.delivery ?? immediateDelivery;
    const outcome = { url: href, mode, milliseconds: clock.elapsed() - began };
    if (!fetched.ok) {
      const explainer = explain(own, entry, { ...outcome, status: null }, fetched.problem.detail);
      state.response = { ...problemResponse(fetched.problem), delivery, explainer };
      return;
    }
    const { status, headers: given, body } = fetched.value;
    const verdict = `${href} sent this response.`;
    const explainer = explain(own, entry, { ...outcome, status }, verdict);
    state.response = { status, headers: given, body, delivery, explainer };
    const pairs = headerPairs(headerLinesOf(given));
    const received = { ...sent, response: { statusText: '', ...messageOf(pairs, body, secrets) } };
    const masked = await scheduler.run(maskedRequestInPieces(received, secrets));
    state.maskedBody = contentOf(masked.response?.body ?? null);
    record(upstream, entry, method, masked, fetched.value);
  }
}

/** The response as the log may hold it. */
export function maskedResponse(sent: SentResponse, { context, maskedBody }: CapturedState): SentResponse {
  if (maskedBody === undefined) return sent;
  const headers = secretsOf(context.settings).headers(headerPairs(sent.headers)).flat();
  if (sent.body === null || maskedBody === null) return { ...sent, headers };
  return { ...sent, headers, body: maskedBody, bytes: Buffer.byteLength(maskedBody) };
}

/** False for requests that only the mock may respond to. */
function mayForward({ method, state }: HttpContext<CapturedState>): boolean {
  const { body, bytes, context, target } = state;
  const isCut = body !== undefined && !body.ok && bytes === undefined;
  if (isCut || keptHere.has(method) || dotSegment.test(target.path)) return false;
  return safe.has(method) || !context.fixturesOnly;
}

function record(
  upstream: Upstream,
  { session }: LogEntry,
  method: string,
  { path: target, response }: RequestDetail,
  { status, headers }: ForwardedResponse,
): void {
  const [path = '', query = ''] = target.replace(/^https?:\/\/[^/?]*/i, '').split(/\?(.*)/s);
  const body = response?.body?.encoding === 'utf8' ? response.body.content : '';
  const isJson = /\bjson\b/i.test(headerOf(headers, 'content-type') ?? '');
  const hasNext = /\brel="?next\b/i.test(headerOf(headers, 'link') ?? '');
  upstream.record({ method, path, query, status, body: isJson ? body : '', hasNext, session });
}

/** A message with its whole body. The parts of a form that is not UTF-8 are masked as bytes. */
function messageOf(headers: readonly (readonly [string, string])[], bytes: Buffer | null, secrets: Secrets) {
  return { headers, body: bytes === null || bytes.length === 0 ? null : bodyOf(headers, bytes, secrets) };
}

function bodyOf(headers: readonly (readonly [string, string])[], bytes: Buffer, secrets: Secrets): CapturedBody {
  const known = { bytes: bytes.length, truncated: false };
  if (isUtf8(bytes)) return { encoding: 'utf8', content: bytes.toString(), ...known };
  const isForm = /^multipart\//i.test(headerValue(headers.flat(), 'content-type') ?? '');
  const shown = isForm ? Buffer.from(secrets.multipart(bytes.toString('latin1')), 'latin1') : bytes;
  return { encoding: 'base64', content: shown.toString('base64'), ...known };
}

/** The body as the log captures it. */
function contentOf(body: CapturedBody | null): string | Buffer | null {
  if (body === null) return null;
  return body.encoding === 'utf8' ? body.content : Buffer.from(body.content, 'base64');
}

const notAsked: Omit<Explanation, 'verdict' | 'scenario'> = {
  route: { pattern: null, collection: null, id: null },
  conditions: [],
  query: null,
  record: null,
  patch: null,
};

/** Explains a response of the upstream, and why the mock did not respond itself. */
function explain(
  own: HttpResponse | null,
  { scenario: name }: LogEntry,
  outcome: NonNullable<Explanation['upstream']>,
  verdict: string,
): Explainer {
  return {
    explain(recorded, record) {
      const mine = own?.explainer?.explain(recorded, record);
      if (!mine) return { ...notAsked, scenario: { name, chosenBy: 'console', rules: [] }, verdict, upstream: outcome };
      return { ...mine, verdict: `${mine.verdict} ${verdict}`, upstream: outcome };
    },
  };
}
