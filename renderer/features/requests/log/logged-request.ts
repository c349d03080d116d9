import { maskedRequest } from '../../../../server/contract/schema/masked-request.ts';
import type { RequestDetail } from '../../../../server/contract/schema/output.ts';
import type { CapturedBody } from '../../../../server/contract/schema/state.ts';
import { type Result, refuse } from '../../../../server/domain/basics/result.ts';
import { parseJson } from '../../../../server/domain/json/json-text.ts';
import { type ExchangeRecords, recordsOfExchange } from '../../../../server/domain/records/exchange-records.ts';
import type { Secrets } from '../../../../server/domain/request/secrets.ts';
import { portableHeaders } from '../../../exchange/headers.ts';
import { type SnippetKind, type SnippetRequest, snippet } from '../../../exchange/snippets.ts';

/** A logged request as a code snippet that sends it again, with those secrets masked; null masks none. */
export function loggedSnippet(
  kind: SnippetKind,
  detail: RequestDetail,
  origin: string,
  secrets: Secrets | null,
): string {
  const { method, path, status, request } = secrets ? maskedRequest(detail, secrets) : detail;
  const headers = portableHeaders(request.headers);
  return snippet(kind, { method, target: path, headers, body: sentBody(request.body) }, origin, status);
}

function sentBody(body: CapturedBody | null): SnippetRequest['body'] {
  return body?.encoding === 'base64' ? { base64: body.content } : (body?.content ?? null);
}

/** The records in the body of a request, or a sentence with the reason why there are none. */
export function sentRecords({ path, request: { body } }: RequestDetail): Result<ExchangeRecords, string> {
  if (!body) return refuse('The request has no body to create fixtures from.');
  if (body.truncated) return refuse('The log has only part of the body, so it cannot become fixtures.');
  const json = body.encoding === 'utf8' ? parseJson(body.content) : null;
  if (!json?.ok) return refuse('The body is not valid JSON.');
  const found = recordsOfExchange(path, json.value);
  return found.ok ? found : refuse(`The body cannot become fixtures: ${found.problem}.`);
}
