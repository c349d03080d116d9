import { assertNever } from '../../domain/basics/result.ts';
import { isJsonArray, isJsonObject, type Json } from '../../domain/json/json.ts';
import { parsePointer } from '../../domain/json/pointer.ts';
import {
  type BodyTest,
  longestDelay,
  type Occurrence,
  occurrenceKinds,
  plainQuirks,
  type Rule,
  type RuleCondition,
  type RuleEffect,
  ruleFaults,
  type Spread,
  sequenceEnds,
} from '../../domain/scenario/scenario.ts';
import type { CheckedCursor } from './checked-cursor.ts';
import { checkHeaderNames, decodeFixedResponse, responseMembers } from './response-format.ts';

export const effectKinds: readonly RuleEffect['kind'][] = [
  'user-status',
  'answer',
  'sequence',
  'delay',
  'dribble',
  'throttle',
  'fault',
  'rate-limit',
  'ghost-write',
  'quirk',
];
export const spreads: readonly Spread['kind'][] = ['uniform', 'log-normal'];
export const quirks = [...plainQuirks, 'page-size-capped'] as const;
/** The largest count or size: a bit operation can hold it. */
export const most = 2 ** 31 - 1;

export const mostPieces = 1000;
/** Seconds: a day. */
export const longestRateWindow = 86_400;
/** The largest standard deviation of a log-normal delay. */
export const mostSigma = 5;

export const methodName = /^[A-Z]+(-[A-Z]+)*$/;

/** Decodes a rule of a scenario. Its members are those of the domain's types. */
export function decodeRule(at: CheckedCursor): Rule {
  at.onlyMembers(['when', 'then']);
  const when = decodeCondition(at.member('when'));
  return { when, then: decodeEffect(at.required('then'), when.path) };
}

function decodeCondition(at: CheckedCursor): RuleCondition {
  at.onlyMembers(['method', 'path', 'id', 'query', 'headers', 'body', 'occurrence']);
  const { method, path, id, query, headers, body, occurrence } = {
    method: at.member('method'),
    path: at.member('path'),
    id: at.member('id'),
    query: at.member('query'),
    headers: at.member('headers'),
    body: at.member('body'),
    occurrence: at.member('occurrence'),
  };
  return {
    ...(method.value !== undefined && { method: method.read(isMethod, 'must be a method such as "GET"', '') }),
    ...(path.value !== undefined && { path: path.read(isPath, 'must be a path that begins with "/"', '/') }),
    ...(id.value !== undefined && { id: id.text() }),
    ...(query.value !== undefined && { query: decodeWanted(query) }),
    ...(headers.value !== undefined && { headers: decodeWantedHeaders(headers) }),
    ...(body.value !== undefined && { body: body.elements().map(decodeBodyTest) }),
    ...(occurrence.value !== undefined && { occurrence: decodeOccurrence(occurrence) }),
  };
}

/** Decodes values by name; null stands for any value. */
export function decodeWanted(at: CheckedCursor): Readonly<Record<string, string | null>> {
  const fits = (value: Json): value is string | null => value === null || typeof value === 'string';
  const read = (name: string) => at.member(name).read(fits, 'must be a text, or null for any value', '');
  return Object.fromEntries(at.names().map((name) => [name, read(name)]));
}

/** {@link decodeWanted} for headers. */
export function decodeWantedHeaders(at: CheckedCursor): Readonly<Record<string, string | null>> {
  checkHeaderNames(at);
  return decodeWanted(at);
}

function decodeBodyTest(at: CheckedCursor): BodyTest {
  at.onlyMembers(['pointer', 'equals', 'contains']);
  const pointer = at.required('pointer').read(isPointer, 'must be a JSON pointer such as "/status", or empty', '');
  const [equals, contains] = [at.member('equals').value, at.member('contains').value];
  if ((equals === undefined) === (contains === undefined)) at.refuse('must have either "equals" or "contains"');
  return { pointer, ...(equals !== undefined ? { equals } : { contains: contains ?? null }) };
}

function decodeOccurrence(at: CheckedCursor): Occurrence {
  at.onlyMembers(['kind', 'count', 'per']);
  const kind = at.required('kind').oneOf(occurrenceKinds, 'first');
  const count = at.required('count').integer(1, kind === 'percent' ? 100 : most, 1);
  const per = at.member('per');
  return { kind, count, ...(per.value !== undefined && { per: per.oneOf(['record'] as const, 'record') }) };
}

function decodeEffect(at: CheckedCursor, path: string | undefined): RuleEffect {
  const kind = at.required('kind').oneOf(effectKinds, 'delay');
  if (at.member('kind').value !== kind) return { kind: 'delay', milliseconds: 0 };
  switch (kind) {
    case 'user-status':
      at.onlyMembers(['kind', 'userId', 'status']);
      return { kind, userId: at.required('userId').text(), status: at.required('status').text() };
    case 'answer':
      at.onlyMembers(['kind', ...responseMembers]);
      return { kind, ...decodeFixedResponse(at, path) };
    case 'sequence':
      return decodeSequence(at, path);
    case 'delay':
      return decodeDelay(at);
    case 'dribble':
      at.onlyMembers(['kind', 'milliseconds', 'pieces']);
      return { kind, milliseconds: milliseconds(at), pieces: at.required('pieces').integer(1, mostPieces, 1) };
    case 'throttle':
      at.onlyMembers(['kind', 'bytesPerSecond']);
      return { kind, bytesPerSecond: at.required('bytesPerSecond').integer(1, most, 1) };
    case 'fault':
      at.onlyMembers(['kind', 'fault']);
      return { kind, fault: at.required('fault').oneOf(ruleFaults, 'reset') };
    case 'rate-limit':
      return decodeRateLimit(at);
    case 'ghost-write':
      return decodeGhostWrite(at);
    case 'quirk':
      return decodeQuirk(at);
    default:
      return assertNever(kind);
  }
}

function milliseconds(at: CheckedCursor): number {
  return at.required('milliseconds').integer(0, longestDelay, 0);
}

function decodeDelay(at: CheckedCursor): RuleEffect {
  at.onlyMembers(['kind', 'milliseconds', 'spread']);
  const spread = at.member('spread');
  return {
    kind: 'delay',
    milliseconds: milliseconds(at),
    ...(spread.value !== undefined && { spread: decodeSpread(spread) }),
  };
}

function decodeSpread(at: CheckedCursor): Spread {
  const kind = at.required('kind').oneOf(spreads, 'uniform');
  if (kind === 'uniform') {
    at.onlyMembers(['kind', 'most']);
    return { kind, most: at.required('most').integer(0, longestDelay, 0) };
  }
  at.onlyMembers(['kind', 'sigma']);
  const fits = (value: Json): value is number => typeof value === 'number' && value >= 0 && value <= mostSigma;
  return { kind, sigma: at.required('sigma').read(fits, `must be a number from 0 to ${mostSigma}`, 0) };
}

function decodeRateLimit(at: CheckedCursor): RuleEffect {
  at.onlyMembers(['kind', 'requests', 'seconds', 'announce']);
  const announce = at.member('announce');
  return {
    kind: 'rate-limit',
    requests: at.required('requests').integer(0, most, 0),
    seconds: at.required('seconds').integer(1, longestRateWindow, 1),
    ...(announce.value !== undefined && { announce: announce.boolean() }),
  };
}

function decodeGhostWrite(at: CheckedCursor): RuleEffect {
  at.onlyMembers(['kind', 'patch']);
  const patch = at.member('patch');
  return {
    kind: 'ghost-write',
    ...(patch.value !== undefined && { patch: patch.read(isJsonObject, 'must be an object', {}) }),
  };
}

function decodeQuirk(at: CheckedCursor): RuleEffect {
  const quirk = at.required('quirk').oneOf(quirks, 'weak-tags');
  if (quirk === 'page-size-capped') {
    at.onlyMembers(['kind', 'quirk', 'size']);
    return { kind: 'quirk', quirk, size: at.required('size').integer(1, most, 1) };
  }
  at.onlyMembers(['kind', 'quirk']);
  return { kind: 'quirk', quirk };
}

function decodeSequence(at: CheckedCursor, path: string | undefined): RuleEffect {
  at.onlyMembers(['kind', 'answers', 'end']);
  const answers = at.required('answers').elements();
  if (isJsonArray(at.member('answers').value) && answers.length === 0) {
    at.member('answers').refuse('must have at least one response');
  }
  const end = at.member('end');
  const decoded = answers.map((response) => {
    response.onlyMembers(responseMembers);
    return decodeFixedResponse(response, path);
  });
  return {
    kind: 'sequence',
    answers: decoded,
    ...(end.value !== undefined && { end: end.oneOf(sequenceEnds, 'stay') }),
  };
}

export function isMethod(value: Json): value is string {
  return typeof value === 'string' && methodName.test(value);
}

export function isPath(value: Json): value is string {
  return typeof value === 'string' && value.startsWith('/');
}

function isPointer(value: Json): value is string {
  return typeof value === 'string' && parsePointer(value).ok;
}
