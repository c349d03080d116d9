import { expect, test } from 'vitest';
import { finish, isWork, type Work } from '../../../../server/domain/basics/work.ts';
import { startExchange } from '../../../../server/domain/endpoints/endpoint.ts';
import { respondTo } from '../../../../server/domain/endpoints/respond-to.ts';
import type { MockResponse } from '../../../../server/domain/response/mock-response.ts';
import { respondOnce } from '../../../../server/domain/response/respond-once.ts';
import type { RuleEffect } from '../../../../server/domain/scenario/scenario.ts';
import type { MockContext } from '../../../../server/domain/session/context.ts';
import { answerTo, bodyOf, collectionOf, contextUnder, explained, requestOf, type Sent } from './answers.ts';

const contextWith = (...rules: readonly RuleEffect[]) =>
  contextUnder(rules, [collectionOf('things', [{ id: 1 }])], { idempotencyKeys: true });
const post = (key: string, more: Partial<Sent> = {}): Sent => ({
  ...{ method: 'POST', path: '/api/things', headers: { 'idempotency-key': key }, body: { name: 'Ada' } },
  ...more,
});
const size = (context: MockContext) => context.collections.get('things')?.size;

test('a request with a key is carried out once, and its retry gets the same response again', () => {
  const context = contextWith();
  const first = answerTo(context, post('k'));
  const again = answerTo(context, post('k'));
  expect([first.status, first.headers.Location, size(context)]).toEqual([201, '/api/things/2', 2]);
  expect([again.status, again.body]).toEqual([201, first.body]);
  expect(again.headers).toEqual(first.headers);
  expect(explained(context, post('k'), again).verdict).toBe(
    'The Idempotency-Key was used before; its response is repeated and nothing is carried out.',
  );
  expect(answerTo(context, post('other')).headers.Location).toBe('/api/things/3');
});

test('a key belongs to one request', () => {
  const context = contextWith();
  answerTo(context, post('k'));
  const reused = answerTo(context, post('k', { body: { name: 'Bob' } }));
  expect([reused.status, bodyOf(reused), size(context)]).toEqual([
    422,
    expect.objectContaining({
      ...{ type: '/problems/key-reused', header: 'Idempotency-Key' },
      detail: 'The Idempotency-Key belongs to another request.',
    }),
    2,
  ]);
});

test.each([
  ['without a key', { headers: {} }, [201, 201]],
  ['of another method', { method: 'PUT', path: '/api/things/9', body: { id: 9, name: 'Ada' } }, [201, 200]],
])('a request %s is carried out each time', (_, more, statuses) => {
  const context = contextWith();
  expect([answerTo(context, post('k', more)).status, answerTo(context, post('k', more)).status]).toEqual(statuses);
});

test('a PATCH is carried out once too, and no key counts unless the workspace says so', () => {
  const context = contextWith();
  const patch = post('k', { method: 'PATCH', path: '/api/things/1', body: { name: 'Bob' } });
  expect(
    [answerTo(context, patch), answerTo(context, patch)].map(({ headers }) => headers['X-Resource-Version']),
  ).toEqual([...['2', '2']]);
  const without = contextUnder([], [collectionOf('things', [{ id: 1 }])]);
  expect([answerTo(without, post('k')), answerTo(without, post('k'))].map(({ status }) => status)).toEqual([201, 201]);
  expect(size(without)).toBe(3);
});

test.each<[string, string]>([
  ['k', '"k"'],
  [' k ', 'k'],
  ['"a\\"b\\\\c"', '"a\\"b\\\\c"'],
  ['!#[]^~', '"!#[]^~"'],
  ['x'.repeat(255), `"${'x'.repeat(255)}"`],
])('the keys %j and %j are the same', (one, other) => {
  const context = contextWith();
  expect(answerTo(context, post(one)).status).toBe(201);
  expect(answerTo(context, post(other)).status).toBe(201);
  expect(size(context)).toBe(2);
});

test('escapes in a key are resolved', () => {
  const context = contextWith();
  answerTo(context, post('a\\b'));
  answerTo(context, post('"a\\\\b"'));
  expect(size(context)).toBe(2);
});

test.each([
  ...['', ' ', '""', 'a b', '"a', 'a"', '"a"b', 'b"a"', '"a\\b"', 'é', '"é"', '"\u007f"', '\u007f', '"a"b"', '"\t"'],
  ...['x'.repeat(256), `"${'x'.repeat(256)}"`],
])('%j is no key', (key) => {
  const context = contextWith();
  const refused = answerTo(context, post(key));
  expect([refused.status, size(context)]).toEqual([400, 1]);
  expect(bodyOf(refused)).toMatchObject({
    ...{ type: '/problems/bad-header', header: 'Idempotency-Key' },
    detail: 'Idempotency-Key must be one text of 1 to 255 characters, such as "8e03978e-40d5-43e8-bc93-6894a57f9324".',
  });
});

test('a response that says that nothing is there is not kept, and one that refuses the content is', () => {
  const context = contextWith();
  const missing = post('k', { method: 'PATCH', path: '/api/things/2', body: {} });
  expect(answerTo(context, missing).status).toBe(404);
  answerTo(context, post('other'));
  expect(answerTo(context, missing).status).toBe(200);
  const wrong = post('wrong', { body: '[]' });
  expect([answerTo(context, wrong).status, answerTo(context, wrong).status]).toEqual([422, 422]);
  expect(explained(context, wrong).verdict).toContain('repeated');
});

test.each([
  [499, 1],
  [500, 2],
  [503, 2],
])('a request whose response has the status %i is carried out %i times', (status, times) => {
  const context = contextWith();
  let carriedOut = 0;
  const respond = () => {
    const routeOf = () => ({ pattern: null, collection: null, id: null });
    const exchange = startExchange(context, requestOf(post('k')), routeOf);
    return respondOnce(exchange, () => {
      carriedOut += 1;
      return exchange.respond(status, {}, null, 'Why.');
    });
  };
  expect([respond(), respond()]).toMatchObject([{ status }, { status }]);
  expect(carriedOut).toBe(times);
});

test('a response of a rule is not kept', () => {
  const context = contextWith({ kind: 'sequence', answers: [{ status: 503 }], end: 'pass' });
  expect([answerTo(context, post('k')).status, answerTo(context, post('k')).status]).toEqual([503, 201]);
});

test('a key is in progress until its delayed response was sent', () => {
  const context = contextWith({ kind: 'delay', milliseconds: 5 });
  const first = answerTo(context, post('k'));
  const early = answerTo(context, post('k'));
  expect([early.status, bodyOf(early)]).toEqual([
    409,
    expect.objectContaining({
      ...{ type: '/problems/request-in-progress', header: 'Idempotency-Key' },
      detail: 'The first request with this Idempotency-Key has no response yet.',
    }),
  ]);
  first.settled?.();
  expect(answerTo(context, post('k'))).toMatchObject({ status: 201, body: first.body });
  expect([size(context), answerTo(contextWith(), post('k')).settled]).toEqual([2, undefined]);
});

/** A context with so many records that a request about all of them pauses. */
function largeContext() {
  const records = Array.from({ length: 5000 }, (_, id) => ({ id }));
  return contextUnder([], [collectionOf('things', records)], { idempotencyKeys: true, maxPageSize: 5000 });
}

/** A POST whose condition is about the whole list. */
const conditional = (key: string) =>
  post(key, { query: 'limit=5000', headers: { 'idempotency-key': key, 'if-none-match': '"other"' } });

/** The work of such a request after its first part. */
function begun(context: MockContext, key: string): Work<MockResponse> {
  const response = respondTo(context, requestOf({ ...conditional(key), scenario: 'Rules' }));
  if (!isWork(response) || response.next().done) throw new Error('The response needs no pause');
  return response;
}

test('a key is in progress while its request is, and keeps the response of the work', () => {
  const context = largeContext();
  const work = begun(context, 'k');
  expect(answerTo(context, conditional('k')).status).toBe(409);
  const first = finish(work);
  expect(answerTo(context, conditional('k'))).toMatchObject({ status: 201, body: first.body });
  expect(size(context)).toBe(5001);
});

test('a key is forgotten if the client disconnects, and its retry is carried out', () => {
  const context = largeContext();
  begun(context, 'k').return(undefined as never);
  expect(size(context)).toBe(5000);
  expect([answerTo(context, conditional('k')).status, size(context)]).toEqual([201, 5001]);
});
