import type { Rule } from '../../../../server/domain/scenario/scenario.ts';

/** A request as the dry run has it. */
export interface TriedRequest {
  readonly method: string;
  /** Path and query. */
  readonly target: string;
  /** As typed: `Name: value`, separated by semicolons. */
  readonly headers: string;
  /** JSON text; empty for none. */
  readonly body?: string;
}

/** The record that an example is about, unless the rule names another one. */
const someId = '42';

/** A request that a rule applies to, as far as its method, path, record, query and headers decide; the user 42 without a rule. */
export function exampleRequest(rule: Rule | undefined): TriedRequest {
  const { method, path, id, query, headers } = rule?.when ?? {};
  const { then } = rule ?? {};
  const isGhost = then?.kind === 'ghost-write';
  const record = encodeURIComponent(id ?? (then?.kind === 'user-status' ? then.userId : someId));
  const pairs = Object.entries(query ?? {}).map(([name, value]): [string, string] => [name, value ?? '1']);
  const parameters = new URLSearchParams(pairs).toString();
  const filled = path === undefined ? `${isGhost ? '/api' : ''}/users/${record}` : filledPath(path, record);
  return {
    method: method ?? (isGhost ? 'PATCH' : 'GET'),
    target: parameters === '' ? filled : `${filled}?${parameters}`,
    headers: Object.entries(headers ?? {})
      .map(([name, value]) => `${name}: ${value ?? '1'}`)
      .join('; '),
  };
}

/** A path that meets the pattern of a rule. */
function filledPath(pattern: string, record: string): string {
  return pattern
    .split('/')
    .map((segment, index, all) => {
      if (segment === '**' && index === all.length - 1)
        return index > 2 || (index === 2 && all[1] !== 'api') ? record : `users/${record}`;
      return segment.startsWith('{') && segment.endsWith('}') ? record : segment;
    })
    .join('/');
}
