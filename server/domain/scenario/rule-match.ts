import { parseQueryString } from '../query/query-string.ts';
import type { RuleCondition, RuleEffect } from './scenario.ts';

/** What the rules need to know of a request. */
export interface RuleRequest {
  readonly method: string;
  /** The path as it was sent. */
  readonly path: string;
  /** The query as it was sent, without the question mark. */
  readonly query: string;
  /** The value of a header, lower-case name. */
  readonly header: (name: string) => string | undefined;
}

/** What a request is about: a collection, and the key of a record, decoded; null when it is about none. */
export interface RuleTarget {
  readonly collection: string | null;
  readonly id: string | null;
}

/** Methods that change a record that is there. */
const writes: readonly string[] = ['PUT', 'PATCH', 'DELETE'];

/** True where a rule has something to do: all that its condition names is there, whichever occurrence this is. */
export function matches(when: RuleCondition, then: RuleEffect, request: RuleRequest, { id }: RuleTarget): boolean {
  return (
    (when.method === undefined || when.method === request.method) &&
    (when.id === undefined || when.id === id) &&
    (when.path === undefined || matchesPath(when.path, request.path)) &&
    (when.query === undefined || matchesQuery(when.query, request.query)) &&
    (when.headers === undefined || matchesHeaders(when.headers, request)) &&
    (when.occurrence?.per !== 'record' || id !== null) &&
    (then.kind !== 'ghost-write' || (id !== null && writes.includes(request.method)))
  );
}

/** Segment by segment: `{name}` stands for any one segment, a last `**` for any rest, also an empty one. */
function matchesPath(pattern: string, path: string): boolean {
  const wanted = pattern.split('/');
  const given = path.split('/');
  for (const [index, segment] of wanted.entries()) {
    if (segment === '**' && index === wanted.length - 1) return true;
    if (index >= given.length) return false;
    const anyOne = segment.startsWith('{') && segment.endsWith('}');
    if (anyOne ? given[index] === '' : segment !== given[index]) return false;
  }
  return wanted.length === given.length;
}

/** A query that cannot be decoded matches no parameter. */
function matchesQuery(wanted: Readonly<Record<string, string | null>>, query: string): boolean {
  const parsed = parseQueryString(query);
  const sent = parsed.ok ? parsed.value : [];
  return Object.entries(wanted).every(([name, value]) =>
    sent.some((parameter) => parameter.name === name && (value === null || parameter.value === value)),
  );
}

function matchesHeaders(wanted: Readonly<Record<string, string | null>>, request: RuleRequest): boolean {
  return Object.entries(wanted).every(([name, value]) => {
    const sent = request.header(name.toLowerCase());
    return sent !== undefined && (value === null || sent === value);
  });
}
