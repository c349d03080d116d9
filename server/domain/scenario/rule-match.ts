import { assertNever } from '../basics/result.ts';
import { parseQueryString } from '../request/query-string.ts';
import type { Rule, RuleCondition, RuleEffect } from './scenario.ts';

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

/** What a rule may ask of a request. */
type Demand = 'method' | 'id' | 'path' | 'query' | 'headers' | 'record' | 'write';

/** The first demand of a rule that a request does not meet, whichever occurrence this is; null where it meets all. */
function unmet(when: RuleCondition, then: RuleEffect, request: RuleRequest, { id }: RuleTarget): Demand | null {
  if (when.method !== undefined && when.method !== request.method) return 'method';
  if (when.id !== undefined && when.id !== id) return 'id';
  if (when.path !== undefined && !matchesPath(when.path, request.path)) return 'path';
  if (when.query !== undefined && !matchesQuery(when.query, request.query)) return 'query';
  if (when.headers !== undefined && !matchesHeaders(when.headers, request)) return 'headers';
  if (when.occurrence?.per === 'record' && id === null) return 'record';
  if (then.kind === 'ghost-write' && (id === null || !writes.includes(request.method))) return 'write';
  return null;
}

/** True where a rule has something to do: all that its condition names is there, whichever occurrence this is. */
export function matches({ when, then }: Rule, request: RuleRequest, target: RuleTarget): boolean {
  return unmet(when, then, request, target) === null;
}

/** Why a rule does not match a request, as a phrase; null where it does. */
export function describeMismatch({ when, then }: Rule, request: RuleRequest, target: RuleTarget): string | null {
  const demand = unmet(when, then, request, target);
  switch (demand) {
    case null:
      return null;
    case 'method':
      return `only for ${when.method}`;
    case 'id':
      return `only for the record ${when.id}`;
    case 'path':
      return `only for the path ${when.path}`;
    case 'query':
      return `only with the query ${listed(when.query, '=')}`;
    case 'headers':
      return `only with the header ${listed(when.headers, ': ')}`;
    case 'record':
      return 'only for requests about one record';
    case 'write':
      return 'only for PUT, PATCH and DELETE of one record';
    default:
      return assertNever(demand);
  }
}

function listed(wanted: RuleCondition['query'], separator: string): string {
  return Object.entries(wanted ?? {})
    .map(([name, value]) => (value === null ? name : name + separator + value))
    .join(', ');
}

/** Segment by segment: `{name}` stands for any one segment, a last `**` for any rest, also an empty one. */
export function matchesPath(pattern: string, path: string): boolean {
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
