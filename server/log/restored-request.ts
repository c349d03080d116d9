import type { RequestDetail } from '../contract/schema/output.ts';
import type { CapturedBody } from '../contract/schema/state.ts';
import { headerOf } from './har.ts';
import type { RequestLog } from './request-log.ts';

/** Enters a request of an earlier run into the log, unchanged. */
export function restoreRequest(log: RequestLog, detail: RequestDetail): void {
  const { method, path, scenario, session, time, origin, request, response, timing, status, durationMs } = detail;
  const head = { method, target: path, scenario, session, time, origin, started: 0, isSecure: detail.secure ?? false };
  const entry = log.begin({ ...head, headers: request.headers.flat() });
  if (request.body) log.received(entry, bytesOf(request.body), request.body.bytes, timing.bodyMs ?? 0);
  if (timing.decidedMs !== null) log.delayed(entry, { delayMs: timing.delayMs, status: null }, timing.decidedMs);
  entry.isUpstream = detail.upstream ?? false;
  const { explanation } = detail;
  if (status === null && !explanation) log.abandoned(entry, durationMs);
  else {
    const all = response?.headers ?? [];
    const length = headerOf(all, 'content-length');
    const headers = all.filter(([name]) => name.toLowerCase() !== 'content-length').flat();
    const sent = {
      status,
      headers,
      length: length === '' ? null : Number(length),
      body: response?.body ? bytesOf(response.body) : null,
      bytes: response?.body?.bytes ?? 0,
      explainer: explanation && { explain: () => explanation },
      brokenBy: detail.brokenBy ?? null,
    };
    log.answered(entry, sent, durationMs);
  }
  if (detail.pinned || detail.note !== '') log.annotate(entry.id, { pinned: detail.pinned, note: detail.note });
}

/** Bytes instead of text: the log compares their number with the size of the body to see that it was cut. */
function bytesOf({ encoding, content }: CapturedBody): Buffer {
  return Buffer.from(content, encoding);
}
