import { isDeepStrictEqual } from 'node:util';
import type { Json } from '../../../../server/domain/json/json.ts';
import type { Expectation } from '../../../../server/domain/verification/expectation.ts';
import type { SentRequest } from './arbitrary-expectations.ts';

type Match = 'yes' | 'no' | 'perhaps';

/**
 * The outcome of each expectation by its definition: evaluates the whole list of requests for every possible match of the
 * uncertain ones.
 */
export function referenceOutcomes(expectations: readonly Expectation[], requests: readonly SentRequest[]): string[] {
  const matches = expectations.map((expectation) => requests.map((request) => match(expectation, request)));
  const worlds = (['no', 'yes'] as const).map((meaning) =>
    matches.map((row) => row.map((one) => (one === 'perhaps' ? meaning : one) === 'yes')),
  );
  const counts = worlds.map((world) => countIn(world, expectations));
  return expectations.map(({ count }, index) => {
    const [low = 0, high = 0] = counts.map((world) => world[index]?.length ?? 0);
    const numbers = Array.from({ length: high - low + 1 }, (_, more) => low + more);
    const verdicts = new Set(numbers.map((number) => allows(count, number)));
    return verdicts.size === 2 ? 'unknown' : verdicts.has(true) ? 'met' : 'not-met';
  });
}

/** Indexes of the requests that count for each expectation. */
function countIn(world: readonly boolean[][], expectations: readonly Expectation[]): number[][] {
  const counted: number[][] = [];
  for (const [index, { after }] of expectations.entries()) {
    const before = expectations.findIndex(({ name }) => name === after);
    const least = before < 0 ? 0 : leastOf(expectations[before]);
    const metAt = least === 0 ? -1 : (counted[before]?.[least - 1] ?? Number.POSITIVE_INFINITY);
    counted.push((world[index] ?? []).flatMap((matches, place) => (matches && place > metAt ? [place] : [])));
  }
  return counted;
}

function leastOf(expectation: Expectation | undefined): number {
  if (!expectation || 'atMost' in expectation.count) return 0;
  return 'exactly' in expectation.count ? expectation.count.exactly : expectation.count.atLeast;
}

function allows(count: Expectation['count'], number: number): boolean {
  if ('exactly' in count) return number === count.exactly;
  return 'atLeast' in count ? number >= count.atLeast : number <= count.atMost;
}

function match({ method, path, query, headers, session, body }: Expectation, request: SentRequest): Match {
  const sent = parametersOf(request.query);
  const sure =
    (method === undefined || method === request.method) &&
    (path === undefined || patternOf(path).test(request.path)) &&
    Object.entries(query ?? {}).every(([name, value]) =>
      sent.some(([sentName, sentValue]) => sentName === name && (value === null || value === sentValue)),
    ) &&
    Object.entries(headers ?? {}).every(([name, value]) => {
      const sentValue = request.headers[name.toLowerCase()];
      return sentValue !== undefined && (value === null || value === sentValue);
    }) &&
    (session === undefined || request.headers['x-mock-session'] === session);
  if (!sure) return 'no';
  if (body === undefined) return 'yes';
  if (request.body.kind === 'unknown') return 'perhaps';
  return request.body.kind === 'json' && isWithin(body, request.body.value) ? 'yes' : 'no';
}

function parametersOf(query: string): readonly (readonly [string, string])[] {
  return /%(?![\da-f]{2})/i.test(query) ? [] : [...new URLSearchParams(query)];
}

function patternOf(path: string): RegExp {
  return new RegExp(`^${path.replaceAll(/\{\w+\}/g, '[^/]+').replace('/**', '(/.*)?')}$`);
}

/** True if all named values are equal; other members may be anything. */
function isWithin(expected: Json, got: Json): boolean {
  return isDeepStrictEqual(cutTo(expected, got), expected);
}

/** The value without the members that the other value does not have. */
function cutTo(expected: Json, got: Json | undefined): Json | undefined {
  if (typeof expected !== 'object' || typeof got !== 'object' || expected === null || got === null) return got;
  if (Array.isArray(expected) && Array.isArray(got))
    return got.map((value, index) => cutTo(expected[index] ?? null, value) ?? null);
  if (Array.isArray(expected) || Array.isArray(got)) return got;
  const left = Object.entries(got).flatMap(([name, value]) => {
    const wanted = (expected as Record<string, Json>)[name];
    return wanted === undefined ? [] : [[name, cutTo(wanted, value)]];
  });
  return Object.fromEntries(left);
}
