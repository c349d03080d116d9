import type { RequestDetail } from '../../../../server/contract/schema/output.ts';
import { maskedHeaders } from '../../../../server/contract/schema/secrets.ts';
import type { CapturedBody } from '../../../../server/contract/schema/state.ts';
import { portableHeaders } from '../../../exchange/headers.ts';
import { type SnippetKind, type SnippetRequest, snippet } from '../../../exchange/snippets.ts';

/** A logged request as a code snippet that sends it again; secrets are masked unless `secrets` is true. */
export function loggedSnippet(kind: SnippetKind, detail: RequestDetail, origin: string, secrets: boolean): string {
  const { method, path, status, request } = detail;
  const headers = portableHeaders(secrets ? request.headers : maskedHeaders(request.headers));
  return snippet(kind, { method, target: path, headers, body: sentBody(request.body) }, origin, status);
}

function sentBody(body: CapturedBody | null): SnippetRequest['body'] {
  return body?.encoding === 'base64' ? { base64: body.content } : (body?.content ?? null);
}
