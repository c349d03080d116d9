import type { RequestDetail } from '../contract/schema/output.ts';
import type { CapturedBody } from '../contract/schema/state.ts';

type Headers = RequestDetail['request']['headers'];

/** An HTTP archive (HAR 1.2) of these entries. */
export function harLog(entries: readonly ReturnType<typeof harEntry>[]) {
  return { log: { version: '1.2', creator: { name: 'Mock API Console', version: '1' }, entries } };
}

/**
 * One request as an entry of an archive, timed by the mock: `send` lasts until the end of the request's body, `receive` is
 * the time over which the scenario stretched the response. A request without a response has status 0, as in browsers.
 */
export function harEntry(detail: RequestDetail) {
  const { time, durationMs, scenario, explanation, timing, instance } = detail;
  const send = Math.min(timing.bodyMs ?? 0, durationMs);
  const firstByte = Math.max(send, Math.min((timing.decidedMs ?? durationMs) + timing.delayMs, durationMs));
  const timings = { send, wait: firstByte - send, receive: durationMs - firstByte };
  return {
    startedDateTime: new Date(time).toISOString(),
    time: timings.send + timings.wait + timings.receive,
    request: harRequest(detail),
    response: harResponse(detail),
    cache: {},
    timings,
    comment: explanation ? `Scenario "${scenario}": ${explanation.verdict}` : `Scenario "${scenario}"`,
    ...(instance !== undefined && { _instance: instance }),
  };
}

function harRequest({ method, path, secure, requestBytes, request: { headers, body } }: RequestDetail) {
  return {
    method,
    url: absoluteUrl(path, headers, secure ? 'https' : 'http'),
    httpVersion: 'HTTP/1.1',
    cookies: [],
    headers: headers.map(([name, value]) => ({ name, value })),
    queryString: queryString(path),
    ...(body && { postData: { mimeType: headerOf(headers, 'content-type'), params: [], ...content(body) } }),
    headersSize: -1,
    bodySize: requestBytes,
  };
}

function harResponse({ status, response, responseBytes }: RequestDetail) {
  const headers = response?.headers ?? [];
  const mimeType = headerOf(headers, 'content-type');
  return {
    status: status ?? 0,
    statusText: response?.statusText ?? '',
    httpVersion: 'HTTP/1.1',
    cookies: [],
    headers: headers.map(([name, value]) => ({ name, value })),
    content: { size: responseBytes, mimeType, ...(response?.body && content(response.body)) },
    redirectURL: headerOf(headers, 'location'),
    headersSize: -1,
    bodySize: status === null ? -1 : responseBytes,
  };
}

function content({ content: text, encoding, bytes, truncated }: CapturedBody) {
  return {
    text,
    ...(encoding === 'base64' && { encoding }),
    ...(truncated && { comment: `Cut by the request log: ${bytes} bytes were sent.` }),
  };
}

/** A client may send any target, but an archive needs a URL (RFC 3986). */
function absoluteUrl(path: string, headers: Headers, scheme: 'http' | 'https'): string {
  const named = headerOf(headers, 'host');
  const isHost = /^[\w.-]+(:\d{1,5})?$|^\[[\da-f:.]+\](:\d{1,5})?$/i.test(named) && URL.canParse(`http://${named}`);
  const host = isHost ? named : 'localhost';
  const target = path.replace(/[^!-~]|["<>\\^`{|}]/gu, (text) =>
    Array.from(Buffer.from(text), (byte) => `%${byte.toString(16).toUpperCase().padStart(2, '0')}`).join(''),
  );
  if (URL.canParse(target)) return target;
  return `${scheme}://${host}${target.startsWith('/') ? '' : '/'}${target}`;
}

function queryString(path: string): { readonly name: string; readonly value: string }[] {
  const mark = path.indexOf('?');
  if (mark < 0) return [];
  return Array.from(new URLSearchParams(path.slice(mark)), ([name, value]) => ({ name, value }));
}

/** The value of the first header with this lower-case name, or an empty text. */
export function headerOf(headers: Headers, name: string): string {
  return headers.find(([candidate]) => candidate.toLowerCase() === name)?.[1] ?? '';
}
