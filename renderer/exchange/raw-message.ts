import type { RequestDetail } from '../../server/contract/schema/output.ts';
import type { CapturedBody } from '../../server/contract/schema/state.ts';

type Headers = RequestDetail['request']['headers'];

/** The request as HTTP/1.1 text, with the captured part of its body. */
export function rawRequest({ method, path, request: { headers, body } }: RequestDetail): string {
  return rawMessage(`${method} ${path} HTTP/1.1`, headers, body);
}

/** The response as HTTP/1.1 text; null if there was none. */
export function rawResponse({ status, response }: RequestDetail): string | null {
  if (!response) return null;
  const { statusText, headers, body } = response;
  return rawMessage(`HTTP/1.1 ${status} ${statusText}`, headers, body);
}

function rawMessage(line: string, headers: Headers, body: CapturedBody | null): string {
  return [line, ...headers.map(([name, value]) => `${name}: ${value}`), '', body?.content ?? ''].join('\r\n');
}
