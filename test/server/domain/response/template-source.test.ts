import { expect, test } from 'vitest';
import type { Json } from '../../../../server/domain/json/json.ts';
import type { Settings } from '../../../../server/domain/model/settings.ts';
import type { RuleCondition } from '../../../../server/domain/scenario/scenario.ts';
import { answerTo, bodyOf, collectionOf, contextUnder, explained, type Sent } from './answers.ts';

/** A context in which a rule answers with a body that names values of the request. */
function contextWith(body: Json, when: RuleCondition = {}, settings: Partial<Settings> = {}) {
  const things = collectionOf('things', [{ id: 7, name: 'Ada', token: 's3cret', tags: ['a', 'b'] }]);
  const rule = { when, then: { kind: 'answer', status: 200, body, substitute: true } as const };
  let made = 0;
  const newId = () => {
    made += 1;
    return `new ${made}`;
  };
  return { ...contextUnder([rule], [things], settings), wallTime: () => 1000, newId };
}

const filled = (body: Json, sent: Sent, when?: RuleCondition) => bodyOf(answerTo(contextWith(body, when), sent));

test.each<[string, string, string | undefined, Json]>([
  ['{id} of {collection}', '/api/things/a%2Fb', undefined, 'a/b of things'],
  ['{id} of {collection}', '/api/things', undefined, ' of things'],
  ['{id} of {collection}', '/nowhere', undefined, ' of '],
  ['{userId}', '/users/4%32', undefined, '42'],
  ['{id} of {collection}', '/users/42', undefined, '42 of users'],
  ['{other}', '/users/42', '/users/{other}', '42'],
  ['{userId}', '/users/%zz', '/users/{userId}', 'refused'],
  ['{userId}', '/api/things/7', undefined, null],
  ['{one}-{two}', '/a/1/2', '/a/{one}/{two}', '1-2'],
  ['{one}-{two}', '/a/50%/2', '/a/{one}/{two}', '-2'],
  ['{id}', '/api/things/7', '/{id}/things/{other}', 'api'],
  ['{collection}', '/api/things/7', '/api/{area}/{id}', 'things'],
])('%j at %s under %s is %j', (template, path, pattern, value) => {
  const response = answerTo(contextWith(template, pattern === undefined ? {} : { path: pattern }), { path });
  if (value === 'refused') expect(response.status).toBe(400);
  else expect(bodyOf(response)).toBe(value);
});

test.each<[string, string, Json]>([
  ['{query.a}', 'a=1&a=2', '1'],
  ['{query.b}', 'a=1&b=x+y%21', 'x y!'],
  ['{query.c}', 'a=1', null],
  ['{query.a}', 'a=1&b=%zz', null],
])('%s of ?%s is %j', (template, query, value) => {
  expect(filled(template, { path: '/a', query })).toBe(value);
});

test.each<[string, Sent['body'], Json]>([
  ['{body}', { a: [1] }, { a: [1] }],
  ['{body./a/0}', { a: [1] }, 1],
  ['{body./a/1}', { a: [1] }, null],
  ['{body}', 'no JSON', 'no JSON'],
  ['{body./a}', 'no JSON', null],
  ['{body}', undefined, null],
])('%s of the body %j is %j', (template, body, value) => {
  const sent = { method: 'POST', path: '/a', ...(body !== undefined && { body }) };
  expect(filled(template, sent)).toEqual(value);
});

test('a long body is parsed before, and a body that is no text has no value', () => {
  const context = contextWith('{body}');
  const parsed = { ok: true, value: { known: true } } as const;
  expect(bodyOf(answerTo(context, { path: '/a', body: '{}', parsed }))).toEqual({ known: true });
});

test.each<[string, string, Json]>([
  ['{record./name}', '/api/things/7', 'Ada'],
  ['{record./tags/1}', '/api/things/7', 'b'],
  ['{record./none}', '/api/things/7', null],
  ['{record./name}', '/api/things/8', null],
  ['{record./name}', '/api/things', null],
  ['{record./name}', '/api/others/7', null],
  ['{record./name}', '/nowhere', null],
])('%s at %s is %j', (template, path, value) => {
  expect(filled(template, { path })).toBe(value);
});

test('a record has the status that the scenario sets', () => {
  const users = collectionOf('users', [{ id: '42', status: 'active' }]);
  const rules = [
    { kind: 'user-status', userId: '42', status: 'locked' } as const,
    { kind: 'answer', status: 200, body: '{record./status}', substitute: true } as const,
  ];
  expect(bodyOf(answerTo(contextUnder(rules, [users]), { path: '/users/42' }))).toBe('locked');
});

test('all values see the same time, and each new id is another one', () => {
  expect(filled(['{now}', '{now}', '{uuid}', '{uuid}'], { path: '/a' })).toEqual([
    ...['1970-01-01T00:00:01.000Z', '1970-01-01T00:00:01.000Z'],
    ...['new 1', 'new 2'],
  ]);
});

/** The values that the explanation of a response lists. */
const listed = (body: Json, sent: Sent, settings: Partial<Settings> = {}) =>
  explained(contextWith(body, {}, settings), sent).scenario.values;

test('an explanation lists the values, shortened, without secrets', () => {
  const sent = {
    method: 'POST',
    path: '/api/things/7',
    query: 'key=k3y&q=text',
    body: { token: 's3cret', long: 'x'.repeat(100), deep: { password: [1] }, own: 'x', n: 5 },
  };
  const names = [
    ...['query.key', 'query.q', 'body./token', 'body./long', 'body./deep/password/0', 'body./own', 'body./n'],
    ...['record./token', 'record./tags', 'id'],
  ];
  const shown = (settings?: Partial<Settings>) =>
    Object.fromEntries(
      listed(
        names.map((name) => `{${name}}`),
        sent,
        settings,
      )?.map((one) => [one.name, one.value]) ?? [],
    );
  const values = {
    ...{ 'query.key': '***', 'query.q': 'text', 'body./token': '***', 'body./long': `${'x'.repeat(59)}…` },
    ...{ 'body./deep/password/0': '***', 'body./own': 'x', 'body./n': '5', id: '7' },
    ...{ 'record./token': '***', 'record./tags': '["a","b"]' },
  };
  expect(shown()).toEqual(values);
  expect(shown({ secretNames: ['own', 'id', 'q'] })).toEqual({
    ...values,
    'body./own': '***',
    id: '***',
    'query.q': '***',
  });
});

test('an explanation lists the first fifty values, and none of a response without any', () => {
  const many = listed(Array(60).fill('{id}'), { path: '/api/things/7' });
  expect(many).toEqual(Array(50).fill({ name: 'id', value: '7' }));
  expect(listed('plain', { path: '/api/things/7' })).toBeUndefined();
});
