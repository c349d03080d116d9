import type { CommandInput } from '../../../../server/contract/command.ts';
import type { RequestDetail } from '../../../../server/contract/schema/output.ts';

type Declared = CommandInput<'expectations.add'>;
export type CountKind = 'atLeast' | 'exactly' | 'atMost';

/** An expectation as it stands in the form: texts, of which each may be empty where anything will do. */
export interface ExpectationDraft {
  readonly name: string;
  readonly method: string;
  readonly path: string;
  /** As in an address: `status=active&limit=10`. */
  readonly query: string;
  /** JSON. */
  readonly body: string;
  readonly kind: CountKind;
  readonly number: string;
  /** Name of the expectation that has to be met before. */
  readonly after: string;
  /** `next`: requests from now on; `log`: those that the log holds as well. */
  readonly from: 'next' | 'log';
}

/** Which field of the form cannot be used, and why. */
export interface DraftFault {
  readonly field: 'path' | 'query' | 'body' | 'number' | 'method';
  readonly reason: string;
}

export const emptyDraft: ExpectationDraft = {
  name: '',
  method: '',
  path: '',
  query: '',
  body: '',
  kind: 'atLeast',
  number: '1',
  after: '',
  from: 'next',
};

/** Requests like one that came: its method, path, query, and its body where that is JSON and whole. */
export function draftLike({ method, path: target, request }: RequestDetail): ExpectationDraft {
  const [path = '', query = ''] = /^([^?]*)\??(.*)$/s.exec(target)?.slice(1) ?? [];
  const { body } = request;
  const json = body && !body.truncated && body.encoding === 'utf8' ? readJson(body.content) : undefined;
  return { ...emptyDraft, method, path, query, body: json === undefined ? '' : JSON.stringify(json, null, 2) };
}

/** What the form declares, or the first field that cannot be used. */
export function readDraft(draft: ExpectationDraft): Declared | DraftFault {
  const { name, method, path, query, body, kind, after, from } = draft;
  const json = body.trim() === '' ? undefined : readJson(body);
  const number = /^\d{1,9}$/.test(draft.number.trim()) ? Number(draft.number) : undefined;
  const parameters = readQuery(query);
  if (!/^[A-Z]*(-[A-Z]+)*$/.test(method)) return { field: 'method', reason: 'A method is in capital letters.' };
  if (path !== '' && !path.startsWith('/')) return { field: 'path', reason: 'A path begins with "/".' };
  if (parameters === undefined)
    return { field: 'query', reason: 'A name stands there twice; each can be expected once.' };
  if (body.trim() !== '' && json === undefined) return { field: 'body', reason: 'This is not JSON.' };
  if (number === undefined) return { field: 'number', reason: 'A whole number is needed.' };
  return {
    expectation: {
      ...(name.trim() !== '' && { name: name.trim() }),
      ...(method !== '' && { method }),
      ...(path !== '' && { path }),
      ...(query !== '' && { query: parameters }),
      ...(json !== undefined && { body: json }),
      ...(after !== '' && { after }),
      count: countOf(kind, number),
    },
    ...(from === 'log' && { since: 0 }),
  };
}

function countOf(kind: CountKind, number: number): NonNullable<Declared['expectation']['count']> {
  if (kind === 'exactly') return { exactly: number };
  return kind === 'atLeast' ? { atLeast: number } : { atMost: number };
}

function readQuery(query: string): Record<string, string> | undefined {
  const parameters = [...new URLSearchParams(query)];
  const byName = Object.fromEntries(parameters);
  return Object.keys(byName).length === parameters.length ? byName : undefined;
}

/** Undefined for what is no JSON. */
function readJson(text: string): Declared['expectation']['body'] {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
