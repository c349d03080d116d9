import { finish, type Work } from '../../domain/basics/work.ts';
import { spellingsOf, withoutFound } from '../../domain/request/masked-json.ts';
import type { Secrets } from '../../domain/request/secrets.ts';
import type { Explanation } from '../../domain/response/explanation.ts';
import type { RequestDetail } from './output.ts';
import type { CapturedBody } from './state.ts';

type Headers = RequestDetail['request']['headers'];

/**
 * The request with its secrets masked: in the query, in headers and links, in bodies that are JSON or forms, and in the
 * explanation. A masked value is masked wherever else it stands.
 */
export function maskedRequest(detail: RequestDetail, secrets: Secrets): RequestDetail {
  return finish(maskedRequestInPieces(detail, secrets));
}

/** {@link maskedRequest} with pauses, for bodies of any length. */
export function* maskedRequestInPieces(detail: RequestDetail, secrets: Secrets): Work<RequestDetail> {
  const { path, request, response, explanation } = detail;
  const found = new Set<string>();
  const masked = {
    ...detail,
    path: secrets.target(path, found),
    request: {
      ...request,
      headers: secrets.headers(request.headers, found),
      body: yield* maskedBody(request, secrets, found),
    },
    response: response && {
      ...response,
      headers: secrets.headers(response.headers, found),
      body: yield* maskedBody(response, secrets, found),
    },
    explanation: explanation && maskedExplanation(explanation, secrets),
  };
  if (found.size === 0) return masked;
  const { note, ...rest } = masked;
  const spellings = spellingsOf(found);
  return { ...withTexts(rest, (text) => withoutFound(text, spellings)), note };
}

function maskedExplanation(explanation: Explanation, secrets: Secrets): Explanation {
  const { patch } = explanation;
  const steps = patch?.steps.map((step) => (secrets.isPointer(step.path) ? { ...step, detail: '***' } : step));
  const masked = patch && steps ? { ...explanation, patch: { ...patch, steps } } : explanation;
  return withTexts(masked, (text) => secrets.prose(text));
}

/** A copy of a value of JSON types with each text in it changed. */
function withTexts<T>(value: T, change: (text: string) => string): T {
  if (typeof value === 'string') return change(value) as T;
  if (Array.isArray(value)) return value.map((element) => withTexts(element, change)) as T;
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, withTexts(inner, change)])) as T;
}

/** True if {@link maskedRequest} hides something. */
export function hasSecrets(detail: RequestDetail, secrets: Secrets): boolean {
  return JSON.stringify(maskedRequest(detail, secrets)) !== JSON.stringify(detail);
}

function* maskedBody(
  { headers, body }: { readonly headers: Headers; readonly body: CapturedBody | null },
  secrets: Secrets,
  found: Set<string>,
): Work<CapturedBody | null> {
  if (body?.encoding !== 'utf8') return body;
  const type = headers.find(([name]) => name.toLowerCase() === 'content-type')?.[1] ?? '';
  return { ...body, content: yield* maskedContent(type, body.content, secrets, found) };
}

function* maskedContent(type: string, content: string, secrets: Secrets, found: Set<string>): Work<string> {
  if (/^application\/x-www-form-urlencoded\b/i.test(type)) return secrets.query(content, found);
  if (/^multipart\//i.test(type)) return secrets.multipart(content, found);
  const masked = yield* secrets.jsonInPieces(content, found);
  return /^application\/problem\+json\b/i.test(type) ? maskedProblem(masked, secrets) : secrets.links(masked);
}

/** The sentences of a problem name values of records. */
function maskedProblem(content: string, secrets: Secrets): string {
  try {
    const value: unknown = JSON.parse(content);
    const masked = withTexts(value, (text) => secrets.prose(text));
    return JSON.stringify(masked) === JSON.stringify(value) ? content : JSON.stringify(masked);
  } catch {
    return secrets.prose(content);
  }
}
