import fc from 'fast-check';
import type { Json } from '../../../../server/domain/json/json.ts';
import type { ReceivedBody, ReceivedRequest } from '../../../../server/domain/verification/comparison.ts';
import type { Expectation, RequestCount } from '../../../../server/domain/verification/expectation.ts';

const methods = ['GET', 'PATCH'];
const values = fc.constantFrom('1', '2');
const json: fc.Arbitrary<Json> = fc.constantFrom<Json>(
  null,
  1,
  'a',
  { a: 1 },
  { a: 1, b: 2 },
  { a: { c: [1] } },
  { a: { c: [1, 2], d: null } },
  [{ a: 1 }],
  [{ a: 1, b: 2 }],
  [1, 2],
);
/** Mostly missing, so that many requests match. */
const optional = <T>(arbitrary: fc.Arbitrary<T>) =>
  fc.oneof({ weight: 2, arbitrary: fc.constant(undefined) }, { weight: 1, arbitrary });
const numbers = fc.integer({ min: 0, max: 4 });

const counts: fc.Arbitrary<RequestCount> = fc.oneof(
  numbers.map((exactly) => ({ exactly })),
  numbers.map((atLeast) => ({ atLeast })),
  numbers.map((atMost) => ({ atMost })),
);

/** Expectations, some with an `after`. */
export const arbitraryExpectations: fc.Arbitrary<readonly Expectation[]> = fc
  .array(
    fc.record({
      method: optional(fc.constantFrom(...methods)),
      path: optional(fc.constantFrom('/a', '/a/{id}', '/a/**', '/b/1')),
      query: optional(fc.dictionary(fc.constantFrom('p', 'q'), fc.option(values), { maxKeys: 2 })),
      headers: optional(fc.dictionary(fc.constantFrom('X-One', 'x-two'), fc.option(values), { maxKeys: 2 })),
      body: optional(json),
      session: optional(values),
      count: counts,
      after: fc.option(fc.nat(3), { nil: undefined }),
    }),
    { minLength: 1, maxLength: 5 },
  )
  .map((list) =>
    list.map(({ after, ...rest }, index): Expectation => {
      const known = Object.fromEntries(Object.entries(rest).filter(([, value]) => value !== undefined));
      const isKnown = after !== undefined && after < index && list[after]?.session === rest.session;
      const order = isKnown ? { after: `number ${after}` } : {};
      return { ...known, count: rest.count, name: `number ${index}`, ...order };
    }),
  );

export interface SentRequest extends Omit<ReceivedRequest, 'header' | 'body' | 'status'> {
  readonly headers: Readonly<Record<string, string>>;
  readonly body: ReceivedBody;
}

const bodies: fc.Arbitrary<ReceivedBody> = fc.oneof(
  { weight: 3, arbitrary: json.map((value) => ({ kind: 'json', value }) as const) },
  { weight: 1, arbitrary: fc.constantFrom<ReceivedBody>({ kind: 'none' }, { kind: 'other' }, { kind: 'unknown' }) },
);

/** Requests in the order of their arrival, numbered from 1. */
export const arbitraryRequests: fc.Arbitrary<readonly SentRequest[]> = fc
  .array(
    fc.record({
      method: fc.constantFrom(...methods),
      path: fc.constantFrom('/a', '/a/1', '/a/', '/a/1/2', '/b/1', '/b'),
      query: fc.constantFrom('', 'p=1', 'p=2&p=1', 'q=', 'q=1&p=%20', 'p=%zz'),
      headers: fc.dictionary(fc.constantFrom('x-one', 'x-two'), values, { maxKeys: 2 }),
      session: optional(values),
      body: bodies,
    }),
    { maxLength: 30 },
  )
  .map((list) =>
    list.map(({ session, headers, ...rest }, index) => ({
      ...rest,
      id: index + 1,
      headers: session === undefined ? headers : { ...headers, 'x-mock-session': session },
    })),
  );

export function received({ headers, body, ...rest }: SentRequest): ReceivedRequest {
  return { status: 200, ...rest, header: (name) => headers[name], body: () => body };
}
