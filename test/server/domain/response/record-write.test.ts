import { expect, test } from 'vitest';
import { finish } from '../../../../server/domain/basics/work.ts';
import type { JsonObject } from '../../../../server/domain/json/json.ts';
import { PathTable } from '../../../../server/domain/request/path-table.ts';
import type { Exchange } from '../../../../server/domain/response/exchange.ts';
import { refuseWrite } from '../../../../server/domain/response/record-write.ts';
import type { RuleEffect } from '../../../../server/domain/scenario/scenario.ts';
import { answerTo, bodyOf, collectionOf, contextUnder, explained, type Sent } from './answers.ts';

const refused = (method: string, fixturesOnly: boolean) =>
  refuseWrite({ context: { fixturesOnly }, request: { method } } as Exchange);

test.each(['POST', 'PUT', 'PATCH', 'DELETE'])('a mock that serves its fixtures only refuses %s', (method) => {
  expect(refused(method, true)).toMatchObject({
    type: '/problems/fixtures-only',
    detail: `This mock serves its fixtures only, so ${method} changes nothing. To allow it, start the program without --fixtures-only.`,
  });
  expect(refused(method, false)).toBeUndefined();
});

test.each(['GET', 'HEAD'])('a mock that serves its fixtures only takes %s', (method) => {
  expect(refused(method, true)).toBeUndefined();
});

const contextWith = (...rules: readonly RuleEffect[]) =>
  contextUnder(rules, [collectionOf('things', [{ id: 1, n: 1 }])]);

test('the collections that there are are named to a client that asks for another', () => {
  const response = answerTo(contextWith(), { path: `/api/${'x'.repeat(100)}` });
  expect([response.status, response.isMissing, bodyOf(response)]).toEqual([
    404,
    true,
    expect.objectContaining({
      ...{ type: '/problems/unknown-collection', expected: ['things'] },
      detail: `There is no collection "${'x'.repeat(59)}…".`,
    }),
  ]);
});

test.each<[Sent, number, string | undefined, unknown, string]>([
  [
    { method: 'PUT', path: '/api/things/1', body: { n: 2 } },
    ...([200, undefined, { id: 1, n: 2 }, 'Record 1 was changed and is now at version 2.'] as const),
  ],
  [
    { method: 'PUT', path: '/api/things/2', body: { n: 2 } },
    ...([201, '/api/things/2', { id: 2, n: 2 }, 'Record 2 was created and is now at version 1.'] as const),
  ],
  [
    { method: 'POST', path: '/api/things', body: { n: 2 } },
    ...([201, '/api/things/2', { id: 2, n: 2 }, 'Record 2 was created and is now at version 1.'] as const),
  ],
  [
    { method: 'PATCH', path: '/api/things/1', body: { n: 2 } },
    ...([200, undefined, { id: 1, n: 2 }, 'Record 1 was changed and is now at version 2.'] as const),
  ],
])('a write is answered with the record: %j', (sent, status, location, body, verdict) => {
  for (const preferred of [undefined, 'representation', 'minimal']) {
    const context = contextWith();
    const headers = { prefer: preferred && `return=${preferred}` };
    const response = answerTo(context, { ...sent, headers });
    const isMinimal = preferred === 'minimal';
    expect([response.status, bodyOf(response)]).toEqual([
      isMinimal && status === 200 ? 204 : status,
      isMinimal ? null : body,
    ]);
    expect(response.headers).toMatchObject({
      ETag: expect.any(String),
      'X-Resource-Version': status === 201 ? '1' : '2',
    });
    expect([response.headers.Location, response.headers['Preference-Applied']]).toEqual([
      location,
      preferred && `return=${preferred}`,
    ]);
    expect(response.headers['Content-Type']).toBe(isMinimal ? undefined : 'application/json; charset=utf-8');
    expect(explained(context, { ...sent, headers }, response).verdict).toBe(verdict);
  }
});

test('a record that does not fit, or belongs to another key, is refused and not written', () => {
  const context = { ...contextWith(), checkSchema: () => [{ pointer: '/n', detail: 'must be at least 5' }] };
  const invalid = answerTo(context, { method: 'PUT', path: '/api/things/1', body: { n: 2 } });
  expect([invalid.status, bodyOf(invalid)]).toEqual([
    422,
    expect.objectContaining({
      detail: 'n must be at least 5.',
      errors: [{ pointer: '/n', detail: 'must be at least 5' }],
    }),
  ]);
  const moved = answerTo(contextWith(), { method: 'PATCH', path: '/api/things/1', body: { id: 2 } });
  expect([moved.status, bodyOf(moved)]).toEqual([
    422,
    expect.objectContaining({ detail: 'The key id cannot be changed from "1".' }),
  ]);
  expect(context.collections.get('things')?.get('1')?.value).toEqual({ id: 1, n: 1 });
});

const ghost = { kind: 'ghost-write', patch: { n: 9 } } as const;
const versionOf = (context: ReturnType<typeof contextWith>) => context.collections.get('things')?.get('1')?.version;

test('another client writes just before this one', () => {
  const context = contextWith(ghost);
  expect(bodyOf(answerTo(context, { method: 'PATCH', path: '/api/things/1', body: { m: 1 } }))).toEqual({
    ...{ id: 1, n: 9, m: 1 },
  });
  expect(versionOf(context)).toBe(3);
  answerTo(context, { path: '/api/things/1' });
  answerTo(context, { method: 'PUT', path: '/api/things/2', body: {} });
  expect(versionOf(context)).toBe(3);
  expect(answerTo(context, { method: 'DELETE', path: '/api/things/3' }).status).toBe(404);
});

test.each<JsonObject>([{ id: 2 }, { n: 'invalid' }, {}])(
  'a write of another client that would not be valid makes a version: %j',
  (patch) => {
    const context = {
      ...contextWith({ kind: 'ghost-write', patch }),
      checkSchema: (_: unknown, { n }: { readonly n?: unknown }) =>
        n === 'invalid' ? [{ pointer: '/n', detail: 'must be a number' }] : [],
    };
    const body = bodyOf(answerTo(context, { method: 'PATCH', path: '/api/things/1', body: { m: 1 } }));
    expect([body, versionOf(context)]).toEqual([{ id: 1, n: 1, m: 1 }, 3]);
  },
);

test('a mock that serves its fixtures only has no other writers', () => {
  const context = { ...contextWith(ghost), fixturesOnly: true };
  expect(answerTo(context, { method: 'DELETE', path: '/api/things/1' }).status).toBe(403);
  expect([versionOf(context), context.collections.get('things')?.get('1')?.value.n]).toEqual([1, 1]);
});

test('explanations of equal writes are shared, except of a record whose id the path does not have', () => {
  const context = contextWith();
  const put = (id: number) => answerTo(context, { method: 'PUT', path: `/api/things/${id}`, body: { n: 2 } }).explainer;
  const created = put(2);
  expect([put(3) === created, put(2) === put(3), put(2) === created]).toEqual([true, true, false]);
  const post = () => answerTo(context, { method: 'POST', path: '/api/things', body: {} }).explainer;
  expect(post()).not.toBe(post());
});

test('a record that belongs to another path is not written', () => {
  const orders = collectionOf('orders', [{ id: 1, userId: 7, n: 1 }]);
  finish(orders.indexFields());
  const settings = { userService: true };
  const path = { path: '/users/{userId}/orders/{id}', record: null };
  const context = {
    ...contextUnder([], [orders]),
    paths: new PathTable([{ name: 'orders', paths: [path] }], settings),
  };
  const patch = (body: object) => answerTo(context, { method: 'PATCH', path: '/users/7/orders/1', body });
  expect([patch({ n: 2 }).status, patch({ userId: 8 }).status]).toEqual([200, 422]);
  expect(bodyOf(patch({ userId: 8 }))).toMatchObject({ detail: 'userId must be "7", as the path says.' });
  expect(orders.get('1')?.value).toEqual({ id: 1, userId: 7, n: 2 });
  const created = answerTo(context, { method: 'PUT', path: '/users/7/orders/2', body: { n: 3 } });
  expect([created.headers.Location, bodyOf(created)]).toEqual(['/users/7/orders/2', { id: 2, userId: 7, n: 3 }]);
});
