import { isJsonArray, isJsonObject, type Json, jsonEqual, member } from '../json/json.ts';
import { formatPointer, type Pointer } from '../json/pointer.ts';
import { quote, valueName } from '../json/wording.ts';
import { parseQueryString } from '../request/query-string.ts';
import { type Secrets, usualSecrets } from '../request/secrets.ts';
import { matchesPath, type RuleRequest } from '../scenario/rule-match.ts';
import type { RequestPattern } from './expectation.ts';

/** The body of a request. */
export type ReceivedBody =
  | { readonly kind: 'none' }
  | { readonly kind: 'json'; readonly value: Json }
  /** Not JSON. */
  | { readonly kind: 'other' }
  /** The log no longer holds the whole body. */
  | { readonly kind: 'unknown' };

/** A request to the mock API. */
export interface ReceivedRequest extends Omit<RuleRequest, 'body'> {
  /** Grows in the order in which requests arrived. */
  readonly id: number;
  /** Of the response; null without one. */
  readonly status: number | null;
  readonly body: () => ReceivedBody;
}

/** A difference between a request and an expectation. */
export interface Difference {
  /** A JSON pointer into the expectation, such as `/method`, `/query/limit` or `/body/address/city`. */
  readonly pointer: string;
  readonly expected: string;
  readonly got: string;
}

export interface Comparison {
  readonly differences: readonly Difference[];
  /** The number of differences, weighted; 0 for a match. */
  readonly distance: number;
  /** True if the request is about something else: more of it differs than matches. */
  readonly isForeign: boolean;
  /** True if the comparison needs the body, and the body is unknown. */
  readonly isUncertain: boolean;
}

/** The limit of listed differences; the distance counts all. */
const namedDifferences = 20;

/** Compares a request with an expectation. The differences do not name the values of `secrets`. */
export function compare(
  pattern: RequestPattern,
  request: ReceivedRequest,
  secrets: Secrets = usualSecrets,
): Comparison {
  const found: Difference[] = [];
  let distance = 0;
  let matching = 0;
  const differs = (place: Pointer, expected: string, got: string, weight = 1) => {
    distance += weight;
    if (found.length < namedDifferences) found.push({ pointer: formatPointer(place), expected, got });
  };
  const same = (weight = 1) => {
    matching += weight;
  };

  const { method, path, query, headers, session, body } = pattern;
  if (method !== undefined) {
    if (method === request.method) same();
    else differs(['method'], method, request.method);
  }
  if (path !== undefined) {
    const { distance, shared } = comparePaths(path, request.path);
    same(shared);
    if (!matchesPath(path, request.path)) differs(['path'], path, request.path, distance);
  }
  for (const [name, value] of Object.entries(query ?? {})) {
    const sent = valuesOf(request.query, name);
    if (value === null ? sent.length > 0 : sent.includes(value)) same();
    else if (secrets.isParameter(name)) {
      differs(['query', name], 'a secret value', sent.length === 0 ? 'nothing' : 'another value');
    } else differs(['query', name], expectedText(value), sent.length === 0 ? 'nothing' : sent.map(quote).join(', '));
  }
  for (const [name, value] of Object.entries(headers ?? {})) {
    const sent = request.header(name.toLowerCase());
    if (sent !== undefined && (value === null || sent === value)) same();
    else if (secrets.isHeader(name)) {
      differs(['headers', name], 'a secret value', sent === undefined ? 'nothing' : 'another value');
    } else differs(['headers', name], expectedText(value), sent === undefined ? 'nothing' : quote(sent));
  }
  if (session !== undefined) {
    const sent = request.header('x-mock-session');
    if (sent === session) same();
    else differs(['session'], quote(session), sent === undefined ? 'nothing' : quote(sent));
  }
  let isUncertain = false;
  if (body !== undefined) {
    const sent = request.body();
    if (sent.kind === 'unknown') isUncertain = true;
    else if (sent.kind === 'other') differs(['body'], valueName(body), 'a body that is not JSON');
    else compareJson(body, sent.kind === 'none' ? undefined : sent.value, ['body'], { differs, same, secrets });
  }
  const isElsewhere = found.some(({ pointer }) => pointer === '/method' || pointer === '/path');
  const isForeign = distance > 0 && (matching === 0 || (isElsewhere && distance > matching));
  return { differences: found, distance, isForeign, isUncertain };
}

interface Findings {
  readonly differs: (place: Pointer, expected: string, got: string) => void;
  readonly same: () => void;
  readonly secrets: Secrets;
}

function compareJson(
  expected: Json,
  got: Json | undefined,
  place: Pointer,
  findings: Findings,
  isSecret = false,
): void {
  const { secrets } = findings;
  if (isJsonObject(expected) && isJsonObject(got)) {
    const isOnSecret = [expected, got].some(({ path }) => typeof path === 'string' && secrets.isPointer(path));
    for (const [name, value] of Object.entries(expected)) {
      const hides = isSecret || secrets.isMember(name) || (isOnSecret && name === 'value');
      compareJson(value, member(got, name), [...place, name], findings, hides);
    }
    findings.same();
  } else if (isJsonArray(expected) && isJsonArray(got) && expected.length === got.length) {
    for (const [index, value] of expected.entries()) {
      compareJson(value, got[index], [...place, String(index)], findings, isSecret);
    }
    findings.same();
  } else if (jsonEqual(expected, got)) findings.same();
  else if (isSecret) findings.differs(place, 'a secret value', got === undefined ? 'nothing' : 'another value');
  else findings.differs(place, valueName(expected), valueName(got));
}

/** The number of segments to change, add or remove (at least 1), and the number of equal segments. */
function comparePaths(pattern: string, path: string): { readonly distance: number; readonly shared: number } {
  const expected = pattern.split('/').slice(1);
  const given = path.split('/').slice(1);
  let distance = 0;
  let shared = 0;
  for (let index = 0; index < Math.max(expected.length, given.length); index += 1) {
    const segment = expected[index];
    if (segment === '**') break;
    const isParameter = segment?.startsWith('{') && segment.endsWith('}') && given[index] !== undefined;
    if (segment === given[index]) shared += 1;
    else if (!isParameter) distance += 1;
  }
  return { distance: Math.max(1, distance), shared };
}

/** A query that cannot be decoded has no parameters. */
function valuesOf(query: string, name: string): readonly string[] {
  const parsed = parseQueryString(query);
  return parsed.ok ? parsed.value.filter((parameter) => parameter.name === name).map(({ value }) => value) : [];
}

function expectedText(value: string | null): string {
  return value === null ? 'any value' : quote(value);
}
