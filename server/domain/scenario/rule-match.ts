import { assertNever, type Result } from '../basics/result.ts';
import { isJsonArray, isJsonObject, type Json, jsonEqual, member } from '../json/json.ts';
import { parseJson } from '../json/json-text.ts';
import { parsePointer, valueAt } from '../json/pointer.ts';
import { count as counted, excerpt, ordinal } from '../json/wording.ts';
import { parseQueryString } from '../request/query-string.ts';
import { usualSecrets } from '../request/secrets.ts';
import type { MissedRule } from './rule-outcome.ts';
import type { BodyTest, Occurrence, Rule, RuleCondition, RuleEffect } from './scenario.ts';

/** The parts of a request that rules compare. */
export interface RuleRequest {
  readonly method: string;
  readonly path: string;
  /** Undecoded, without the question mark. */
  readonly query: string;
  /** The value of a header, lower-case name. */
  readonly header: (name: string) => string | undefined;
  /** The body as text; undefined without a body; a problem if its bytes are not text. */
  readonly body: Result<string, unknown> | undefined;
}

/** The collection and the id of the record that a request is about, decoded; null for none. */
export interface RuleTarget {
  readonly collection: string | null;
  readonly id: string | null;
}

/** Methods that change an existing record. */
const writes: readonly string[] = ['PUT', 'PATCH', 'DELETE'];

/** A part of a condition that a request may fail. */
type Demand = 'method' | 'id' | 'path' | 'query' | 'headers' | 'record' | 'write' | 'body';

/** The first demand that a request fails, or null. Ignores the occurrence. */
function firstUnmet(when: RuleCondition, then: RuleEffect, request: RuleRequest, { id }: RuleTarget): Demand | null {
  if (when.method !== undefined && when.method !== request.method) return 'method';
  if (when.id !== undefined && when.id !== id) return 'id';
  if (when.path !== undefined && !matchesPath(when.path, request.path)) return 'path';
  if (when.query !== undefined && !matchesQuery(when.query, request.query)) return 'query';
  if (when.headers !== undefined && !matchesHeaders(when.headers, request)) return 'headers';
  if (when.occurrence?.per === 'record' && id === null) return 'record';
  if (then.kind === 'ghost-write' && (id === null || !writes.includes(request.method))) return 'write';
  if (when.body !== undefined && !matchesBody(when.body, request.body)) return 'body';
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
      return `only with the query ${listed(when.query, '=', (name) => usualSecrets.isParameter(name))}`;
    case 'headers':
      return `only with the header ${listed(when.headers, ': ', (name) => usualSecrets.isHeader(name))}`;
    case 'record':
      return 'only for requests about one record';
    case 'write':
      return 'only for PUT, PATCH and DELETE of one record';
    case 'body':
      return `only with ${when.body?.map(describeBodyTest).join(' and ')}`;
    default:
      return assertNever(demand);
  }
}

/** A phrase that says why a rule that matched a request did not apply, such as
 * "the 2nd request since the activation; this rule is for the 3rd". */
export function describeMiss({ when, then }: Rule, { place, cause }: MissedRule): string {
  const which = `${ordinal(place + 1)} request${when.occurrence?.per === 'record' ? ' for this record' : ''} since the activation`;
  switch (cause) {
    case 'occurrence':
      return `the ${which}; this rule is for ${when.occurrence ? describeOccurrence(when.occurrence) : 'others'}`;
    case 'limit':
      return `the ${ordinal(place + 1)} request, within the limit`;
    case 'end':
      return `all ${then.kind === 'sequence' ? counted(then.answers.length, 'response') : 'responses'} were sent`;
    case 'earlier':
      return 'an earlier rule decides that';
    default:
      return assertNever(cause);
  }
}

/** The requests of an occurrence, such as "the 3rd". */
function describeOccurrence({ kind, count }: Occurrence): string {
  switch (kind) {
    case 'first':
      return count === 1 ? 'the 1st' : `the first ${count}`;
    case 'nth':
      return `the ${ordinal(count)}`;
    case 'from':
      return `the ${ordinal(count)} and later`;
    case 'every':
      return `every ${ordinal(count)}`;
    case 'percent':
      return `${count} % of them`;
    default:
      return assertNever(kind);
  }
}

/** A test of the body as a phrase, such as `/status equal to "active"`. */
export function describeBodyTest({ pointer, equals, contains }: BodyTest): string {
  const place = pointer === '' ? 'a body' : excerpt(pointer);
  return equals === undefined
    ? `${place} that contains ${excerpt(JSON.stringify(contains) ?? '')}`
    : `${place} equal to ${excerpt(JSON.stringify(equals))}`;
}

function listed(pairs: RuleCondition['query'], separator: string, isSecret: (name: string) => boolean): string {
  return Object.entries(pairs ?? {})
    .map(([name, value]) => (value === null ? name : name + separator + (isSecret(name) ? '…' : value)))
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

/** Parsed bodies, because several rules may test the body of one request. A body that is not JSON is one text. */
const parsedBodies = new WeakMap<object, Json>();

function matchesBody(tests: readonly BodyTest[], body: RuleRequest['body']): boolean {
  if (!body?.ok) return false;
  if (!parsedBodies.has(body)) {
    const parsed = parseJson(body.value);
    parsedBodies.set(body, parsed.ok ? parsed.value : body.value);
  }
  const json = parsedBodies.get(body) ?? null;
  return tests.every(({ pointer, equals, contains }) => {
    const found = valueBelow(json, pointer);
    if (found === undefined) return false;
    return equals === undefined ? contains !== undefined && includes(found, contains) : jsonEqual(found, equals);
  });
}

function valueBelow(json: Json, pointer: string): Json | undefined {
  const tokens = parsePointer(pointer);
  return tokens.ok ? valueAt(json, tokens.value) : undefined;
}

/** True for a part of a text, an element of an array, members of an object, and an equal value. */
function includes(value: Json, part: Json): boolean {
  if (typeof value === 'string' && typeof part === 'string') return value.includes(part);
  if (isJsonArray(value) && !isJsonArray(part)) return value.some((element) => jsonEqual(element, part));
  if (isJsonArray(value) && isJsonArray(part)) {
    return part.every((one) => value.some((element) => jsonEqual(element, one)));
  }
  if (isJsonObject(value) && isJsonObject(part)) {
    return Object.entries(part).every(([name, one]) => {
      const found = member(value, name);
      return found !== undefined && (isJsonObject(one) ? includes(found, one) : jsonEqual(found, one));
    });
  }
  return jsonEqual(value, part);
}
