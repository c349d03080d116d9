import { assertNever } from '../basics/result.ts';
import { parseQueryString } from '../request/query-string.ts';
import type { Rule, RuleCondition, RuleEffect } from './scenario.ts';

/** The parts of a request that rules compare. */
export interface RuleRequest {
  readonly method: string;
  readonly path: string;
  /** Undecoded, without the question mark. */
  readonly query: string;
  /** The value of a header, lower-case name. */
  readonly header: (name: string) => string | undefined;
}

/** The collection and the id of the record that a request is about, decoded; null for none. */
export interface RuleTarget {
  readonly collection: string | null;
  readonly id: string | null;
}

/** Methods that change an existing record. */
const writes: readonly string[] = ['PUT', 'PATCH', 'DELETE'];

/** A part of a condition that a request may fail. */
type Demand = 'method' | 'id' | 'path' | 'query' | 'headers' | 'record' | 'write';

/** The first demand that a request fails, or null. Ignores the occurrence. */
function firstUnmet(when: RuleCondition, then: RuleEffect, request: RuleRequest, { id }: RuleTarget): Demand | null {
  if (when.method !== undefined && when.method !== request.method) return 'method';
  if (when.id !== undefined && when.id !== id) return 'id';
  if (when.path !== undefined && !matchesPath(when.path, request.path)) return 'path';
  if (when.query !== undefined && !matchesQuery(when.query, request.query)) return 'query';
  if (when.headers !== undefined && !matchesHeaders(when.headers, request)) return 'headers';
  if (when.occurrence?.per === 'record' && id === null) return 'record';
  if (then.kind === 'ghost-write' && (id === null || !writes.includes(request.method))) return 'write';
  return null;
}

/** True if a request meets the rule's condition. Ignores the occurrence. */
export function matches({ when, then }: Rule, request: RuleRequest, target: RuleTarget): boolean {
  return firstUnmet(when, then, request, target) === null;
}

/** A phrase that says why a rule does not match a request; null if it matches. */
export function describeMismatch({ when, then }: Rule, request: RuleRequest, target: RuleTarget): string | null {
  const demand = firstUnmet(when, then, request, target);
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

function listed(pairs: RuleCondition['query'], separator: string): string {
  return Object.entries(pairs ?? {})
    .map(([name, value]) => (value === null ? name : name + separator + value))
    .join(', ');
}

/** Compares segment by segment: `{name}` matches one non-empty segment, a trailing `**` any rest, also an empty one. */
export function matchesPath(pattern: string, path: string): boolean {
  const expected = pattern.split('/');
  const given = path.split('/');
  for (const [index, segment] of expected.entries()) {
    if (segment === '**' && index === expected.length - 1) return true;
    if (index >= given.length) return false;
    const isParameter = segment.startsWith('{') && segment.endsWith('}');
    if (isParameter ? given[index] === '' : segment !== given[index]) return false;
  }
  return expected.length === given.length;
}

/** A query that cannot be decoded has no parameters. */
function matchesQuery(expected: Readonly<Record<string, string | null>>, query: string): boolean {
  const parsed = parseQueryString(query);
  const sent = parsed.ok ? parsed.value : [];
  return Object.entries(expected).every(([name, value]) =>
    sent.some((parameter) => parameter.name === name && (value === null || parameter.value === value)),
  );
}

function matchesHeaders(expected: Readonly<Record<string, string | null>>, request: RuleRequest): boolean {
  return Object.entries(expected).every(([name, value]) => {
    const sent = request.header(name.toLowerCase());
    return sent !== undefined && (value === null || sent === value);
  });
}
