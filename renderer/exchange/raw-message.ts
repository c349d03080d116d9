import type { RequestDetail } from '../../server/contract/schema/output.ts';
import { maskedHeaders } from '../../server/contract/schema/secrets.ts';
import type { CapturedBody } from '../../server/contract/schema/state.ts';

type Headers = RequestDetail['request']['headers'];

/** The request as HTTP/1.1 text, with the captured part of its body. `secrets` shows secret headers unmasked. */
export function rawRequest({ method, path, request: { headers, body } }: RequestDetail, secrets: boolean): string {
  return rawMessage(`${method} ${path} HTTP/1.1`, headers, body, secrets);
}

/** The response as HTTP/1.1 text; null if there was none. */
export function rawResponse({ status, response }: RequestDetail, secrets: boolean): string | null {
  if (!response) return null;
  const { statusText, headers, body } = response;
  return rawMessage(`HTTP/1.1 ${status} ${statusText}`, headers, body, secrets);
}

function rawMessage(line: string, headers: Headers, body: CapturedBody | null, secrets: boolean): string {
  const shown = secrets ? headers : maskedHeaders(headers);
  return [line, ...shown.map(([name, value]) => `${name}: ${value}`), '', body?.content ?? ''].join('\r\n');
}
