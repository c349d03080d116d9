import type { Secrets } from '../../domain/request/secrets.ts';
import type { RequestDetail } from './output.ts';
import type { CapturedBody } from './state.ts';

type Headers = RequestDetail['request']['headers'];

/** The request with its secrets masked: in the query, in headers, and in bodies that are JSON or forms. */
export function maskedRequest(detail: RequestDetail, secrets: Secrets): RequestDetail {
  const { path, request, response } = detail;
  return {
    ...detail,
    path: secrets.target(path),
    request: { ...request, headers: secrets.headers(request.headers), body: maskedBody(request, secrets) },
    response: response && {
      ...response,
      headers: secrets.headers(response.headers),
      body: maskedBody(response, secrets),
    },
  };
}

/** True if {@link maskedRequest} hides something. */
export function hasSecrets(detail: RequestDetail, secrets: Secrets): boolean {
  return JSON.stringify(maskedRequest(detail, secrets)) !== JSON.stringify(detail);
}

function maskedBody(
  { headers, body }: { readonly headers: Headers; readonly body: CapturedBody | null },
  secrets: Secrets,
): CapturedBody | null {
  if (body?.encoding !== 'utf8') return body;
  const type = headers.find(([name]) => name.toLowerCase() === 'content-type')?.[1] ?? '';
  const isForm = /^application\/x-www-form-urlencoded\b/i.test(type);
  return { ...body, content: isForm ? secrets.query(body.content) : secrets.json(body.content) };
}
