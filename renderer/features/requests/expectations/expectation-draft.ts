import type { CommandInput } from '../../../../server/contract/command.ts';
import type { RequestDetail } from '../../../../server/contract/schema/output.ts';
import type { Expectation, RequestCount } from '../../../../server/domain/verification/expectation.ts';

/** What the form declares: it always has a count. */
export type Declared = CommandInput<'expectations.add'> & { readonly expectation: Pick<Expectation, 'count'> };
export type CountKind = 'atLeast' | 'exactly' | 'atMost';

/** The texts of the form; an empty text accepts any value. */
export interface ExpectationDraft {
  readonly name: string;
  readonly method: string;
  readonly path: string;
  /** As in a URL: `status=active&limit=10`; a name alone accepts any value. */
  readonly query: string;
  /** Lines such as `If-Match: "1-a"`; a name alone accepts any value. */
  readonly headers: string;
  readonly session: string;
  /** JSON. */
  readonly body: string;
  readonly kind: CountKind;
  readonly number: string;
  /** Name of the expectation that must be met first. */
  readonly after: string;
  /** `next` counts requests from now on; `log` counts those in the log as well. */
  readonly from: 'next' | 'log';
}

/** An invalid field with the reason. */
export interface DraftFault {
  readonly field: 'path' | 'query' | 'headers' | 'body' | 'number' | 'method';
  readonly reason: string;
}

export const emptyDraft: ExpectationDraft = {
  name: '',
  method: '',
  path: '',
  query: '',
  headers: '',
  session: '',
  body: '',
  kind: 'atLeast',
  number: '1',
  after: '',
  from: 'next',
};

/** An expectation for requests like a logged one: method, path, query, and a complete JSON body. */
export function draftLike({ method, path: target, session, request }: RequestDetail): ExpectationDraft {
  const [path = '', query = ''] = /^([^?]*)\??(.*)$/s.exec(target)?.slice(1) ?? [];
  const { body } = request;
  const json = body && !body.truncated && body.encoding === 'utf8' ? readJson(body.content) : undefined;
  const like = { ...emptyDraft, method, path, query, session: session ?? '' };
  return { ...like, body: json === undefined ? '' : JSON.stringify(json, null, 2) };
}

/** The texts of an expectation. */
export function draftOf({
  name,
  method,
  path,
  query,
  headers,
  session,
  body,
  count,
  after,
}: Expectation): ExpectationDraft {
  const [kind, number] = 'exactly' in count ? (['exactly', count.exactly] as const) : rangedCount(count);
  return {
    name,
    method: method ?? '',
    path: path ?? '',
    query: Object.entries(query ?? {})
      .map(([parameter, value]) =>
        value === null ? encodeURIComponent(parameter) : `${new URLSearchParams([[parameter, value]])}`,
      )
      .join('&'),
    headers: Object.entries(headers ?? {})
      .map(([header, value]) => (value === null ? header : `${header}: ${value}`))
      .join('\n'),
    session: session ?? '',
    body: body === undefined ? '' : JSON.stringify(body, null, 2),
    kind,
    number: String(number),
    after: after ?? '',
    from: 'next',
  };
}

function rangedCount(count: Exclude<RequestCount, { readonly exactly: number }>): readonly [CountKind, number] {
  return 'atLeast' in count ? ['atLeast', count.atLeast] : ['atMost', count.atMost];
}

/** The expectation of the form, or the first invalid field. */
export function readDraft(draft: ExpectationDraft): Declared | DraftFault {
  const { name, path, query, session, body, kind, after, from } = draft;
  const method = draft.method.trim().toUpperCase();
  const json = body.trim() === '' ? undefined : readJson(body);
  const number = /^\d{1,9}$/.test(draft.number.trim()) ? Number(draft.number) : undefined;
  const parameters = readQuery(query);
  const headers = readHeaders(draft.headers);
  if (!/^[A-Z]*(-[A-Z]+)*$/.test(method)) return { field: 'method', reason: 'A method has letters only, such as GET.' };
  if (path !== '' && !path.startsWith('/')) return { field: 'path', reason: 'A path must start with /.' };
  if (parameters === undefined) return { field: 'query', reason: 'A parameter appears twice; expect each one once.' };
  if (typeof headers === 'string') return { field: 'headers', reason: headers };
  if (body.trim() !== '' && json === undefined) return { field: 'body', reason: 'This is not valid JSON.' };
  if (number === undefined) return { field: 'number', reason: 'Enter a whole number.' };
  return {
    expectation: {
      ...(name.trim() !== '' && { name: name.trim() }),
      ...(method !== '' && { method }),
      ...(path !== '' && { path }),
      ...(query !== '' && { query: parameters }),
      ...(Object.keys(headers).length > 0 && { headers }),
      ...(session.trim() !== '' && { session: session.trim() }),
      ...(json !== undefined && { body: json }),
      ...(after !== '' && { after }),
      count: countOf(kind, number),
    },
    ...(from === 'log' && { since: 0 }),
  };
}

export function countOf(kind: CountKind, number: number): RequestCount {
  if (kind === 'exactly') return { exactly: number };
  return kind === 'atLeast' ? { atLeast: number } : { atMost: number };
}

/** Values by name, null for a name alone, which accepts any value; undefined if a name comes twice. */
function readQuery(query: string): Record<string, string | null> | undefined {
  const parameters = query
    .split('&')
    .flatMap((part) =>
      Array.from(new URLSearchParams(part), ([name, value]) => [name, part.includes('=') ? value : null] as const),
    );
  const byName = Object.fromEntries(parameters);
  return Object.keys(byName).length === parameters.length ? byName : undefined;
}

/** Values by name, null for any value; a sentence if a line is no header or a name comes twice. */
function readHeaders(text: string): Readonly<Record<string, string | null>> | string {
  const headers = new Map<string, string | null>();
  for (const line of text.split('\n').filter((one) => one.trim() !== '')) {
    const [, name = '', value] = /^\s*([^\s:]+)\s*(?::(.*))?$/.exec(line) ?? [];
    if (!/^[!#$%&'*+.^_`|~\w-]+$/.test(name)) return `"${line.trim()}" is not a header. Write Name: value.`;
    if (headers.has(name.toLowerCase())) return `"${name}" appears twice.`;
    headers.set(name.toLowerCase(), value === undefined || value.trim() === '' ? null : value.trim());
  }
  return Object.fromEntries(headers);
}

/** Undefined for invalid JSON. */
function readJson(text: string): Declared['expectation']['body'] {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
