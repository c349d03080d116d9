import { expect, test } from 'vitest';
import type { JsonObject } from '../../../../server/domain/json/json.ts';
import type { Settings } from '../../../../server/domain/model/settings.ts';
import { evaluateScenario, readControls } from '../../../../server/domain/response/evaluate-scenario.ts';
import { Exchange } from '../../../../server/domain/response/exchange.ts';
import { wholeCollection } from '../../../../server/domain/response/scope.ts';
import type { RuleEffect } from '../../../../server/domain/scenario/scenario.ts';
import { answerTo, bodyOf, collectionOf, contextUnder, explained, requestOf } from './answers.ts';

const locked = { kind: 'user-status', userId: '42', status: 'locked' } as const;
const users = (records: readonly JsonObject[] = [{ id: '42', status: 'active' }, { id: '7' }]) =>
  collectionOf('users', records);

function exchangeWith(rules: readonly RuleEffect[], settings: Partial<Settings> = {}, headers = {}) {
  const context = contextUnder(rules, [], settings);
  const request = requestOf({ path: '/users/42', scenario: 'Rules', headers });
  const routeOf = () => ({ pattern: null, collection: null, id: null });
  const controls = readControls(context, request);
  return new Exchange(context, request, routeOf, controls, evaluateScenario(context, request, routeOf, controls));
}

test('a user is shown with the status that the scenario sets, at the same version', () => {
  const [all, other] = [users(), collectionOf('others', [{ id: '42', status: 'active' }])];
  const shown = (collection: typeof all, id: string, rules: readonly RuleEffect[] = [locked]) => {
    const record = collection.get(id);
    const result = record && exchangeWith(rules).shownRecord(collection, record);
    return result === record ? 'as stored' : [result?.id, result?.value, result?.version];
  };
  expect(shown(all, '42')).toEqual(['42', { id: '42', status: 'locked' }, 1]);
  expect([shown(all, '7'), shown(other, '42'), shown(all, '42', [])]).toEqual(Array(3).fill('as stored'));
  expect(shown(all, '42', [{ ...locked, status: 'active' }])).toBe('as stored');
  expect(shown(all, '42', [{ ...locked, userId: '7' }])).toBe('as stored');
});

test('lists see the users whose status differs, as they are now', () => {
  const all = users();
  const rules = [locked, { ...locked, userId: '7' }, { ...locked, userId: '8' }];
  const overlay = exchangeWith(rules).overlay(all);
  const seen = () => {
    const { changes, revision } = overlay?.() ?? { changes: [], revision: -1 };
    return [revision, ...changes.map(({ id, before, after }) => [id, before?.value.status, after?.value.status])];
  };
  expect(seen()).toEqual([all.revision, ['42', 'active', 'locked'], ['7', undefined, 'locked']]);
  all.write('42', { id: '42', status: 'locked' });
  expect(seen()).toEqual([all.revision, ['7', undefined, 'locked']]);
  expect(exchangeWith([]).overlay(all)).toBeUndefined();
  expect(exchangeWith(rules).overlay(collectionOf('others', []))).toBeUndefined();
});

test.each<[string, JsonObject, (name: string) => boolean, JsonObject]>([
  ['42', { id: '42', status: 'locked', n: 1 }, () => false, { id: '42', status: 'active', n: 1 }],
  ['42', { id: '42', status: 'locked' }, (name) => name === 'status', { id: '42', status: 'locked' }],
  ['42', { id: '42', status: 'new' }, () => false, { id: '42', status: 'new' }],
  ['42', { id: '42' }, () => false, { id: '42' }],
  ['7', { id: '7', status: 'locked', n: 1 }, () => false, { id: '7', n: 1 }],
  ['9', { id: '9', status: 'locked' }, () => false, { id: '9', status: 'locked' }],
])('a client that sends back user %s as %j does not store the status of the scenario', (id, value, names, stored) => {
  const all = users([{ id: '42', status: 'active' }, { id: '7' }]);
  const exchange = exchangeWith([locked, { ...locked, userId: '7' }]);
  const record = all.get(id);
  const shown = record && exchange.shownRecord(all, record);
  expect(exchange.valueToStore(all, value, shown, names)).toStrictEqual(stored);
  expect(exchangeWith([]).valueToStore(all, value, record, names)).toBe(value);
});

test('a record that is shown as it is stored is stored as it was sent', () => {
  const all = users([{ id: '42', status: 'locked' }]);
  const value = { id: '42', status: 'locked' };
  expect(exchangeWith([locked]).valueToStore(all, value, all.get('42'), () => false)).toBe(value);
});

test('a whole record that comes back as it was shown keeps the status that is stored', () => {
  const all = users();
  const put = { method: 'PUT', path: '/api/users/42', body: { id: '42', status: 'locked', n: 1 } };
  expect(bodyOf(answerTo(contextUnder([locked], [all]), put))).toEqual(put.body);
  expect(all.get('42')?.value).toEqual({ ...put.body, status: 'active' });
});

test('validators are the tag and the version, and a list has no version', () => {
  expect(exchangeWith([]).validators({ tag: '"a"', version: 0 })).toEqual({ ETag: '"a"', 'X-Resource-Version': '0' });
  expect(exchangeWith([{ kind: 'quirk', quirk: 'weak-tags' }]).validators({ tag: '"a"' })).toEqual({ ETag: 'W/"a"' });
});

test('a rate limit says when the next window begins, after a second at least', () => {
  const context = contextUnder([{ kind: 'rate-limit', requests: 1, seconds: 60 }]);
  expect(answerTo(context, { path: '/' }).status).toBe(200);
  const at = (now: number) => answerTo({ ...context, now: () => now }, { path: '/' });
  expect([at(1500).headers['Retry-After'], at(59_999).headers['Retry-After']]).toEqual(['59', '1']);
  expect([at(2000).status, bodyOf(at(2000))]).toEqual([
    429,
    expect.objectContaining({
      ...{ type: '/problems/rate-limited', retryAfter: 58 },
      detail: 'The limit of requests is used up; the next window begins in 58 s.',
    }),
  ]);
});

test('a fault of the connection has a reason, and neither a body nor its type', () => {
  const context = contextUnder([{ kind: 'fault', fault: 'reset' }]);
  const response = answerTo(context, { path: '/' });
  expect(response).toMatchObject({ status: 503, body: null, delivery: { fault: 'reset' } });
  expect(response.headers).toEqual({ 'Cache-Control': 'no-cache', Vary: 'Prefer, X-Mock-Scenario, X-Mock-Session' });
  expect(explained(context, { path: '/' }, response).verdict).toBe(
    'The scenario let the connection fail; nothing was read or written.',
  );
});

test('a status can be asked for, and is said to be applied', () => {
  const response = answerTo(contextUnder([]), { path: '/', headers: { prefer: 'code=418' } });
  expect([response.status, response.headers['Preference-Applied'], response.headers['Content-Type']]).toEqual([
    ...[418, 'code=418', 'application/problem+json'],
  ]);
  expect(bodyOf(response)).toMatchObject({
    ...{ type: '/problems/chosen-status', status: 418 },
    detail: 'The request asked for this status with Prefer: code=418.',
  });
});

test('the answer of a rule names its status, and the values in it', () => {
  const body = { id: '{id}' };
  const context = contextUnder([{ kind: 'answer', status: 202, body, substitute: true }]);
  const response = answerTo(context, { path: '/api/things/7' });
  expect([response.status, bodyOf(response), response.headers['Content-Type']]).toEqual([
    ...[202, { id: '7' }, 'application/json; charset=utf-8'],
  ]);
  expect(explained(context, { path: '/api/things/7' }, response)).toMatchObject({
    ...{ verdict: 'The scenario answered 202.', scenario: { values: [{ name: 'id', value: '7' }] } },
  });
});

test('an exchange knows the values that a rule put into its response, and has none without', () => {
  const exchange = exchangeWith([{ kind: 'answer', status: 200, body: '{userId}', substitute: true }]);
  expect(exchange.insertedValues).toEqual([]);
  exchange.earlyResponse();
  expect(exchange.insertedValues).toEqual([{ name: 'userId', value: 'null' }]);
});

test('headers that a rule adds are on the responses of the mock API and of refusals', () => {
  const announced = { kind: 'rate-limit', requests: 5, seconds: 60, announce: true } as const;
  for (const path of ['/', '/nowhere']) {
    const { headers } = answerTo(contextUnder([announced]), { path });
    expect(Object.keys(headers)).toEqual(expect.arrayContaining(['Content-Type', 'RateLimit', 'RateLimit-Policy']));
  }
});

test('the options of a list are those of the workspace, the request, the rules and the path', () => {
  const settings = { pageSize: 5, maxPageSize: 9, unknownFields: 'ignore', dialect: 'scim' } as const;
  const exchange = exchangeWith([{ kind: 'quirk', quirk: 'pages-from-zero' }], settings, {
    prefer: 'handling=lenient',
  });
  const options = { ...settings, lenient: true, quirks: expect.objectContaining({ firstPage: 0 }) };
  expect(exchange.listOptions).toEqual(options);
  expect(exchangeWith([]).listOptions).toMatchObject({ lenient: false, quirks: { firstPage: 1 } });
  const members = [{ name: 'userId', value: '7' }];
  exchange.scope = { ...wholeCollection, members };
  expect(exchange.listOptions).toEqual({ ...options, scope: members });
});

test('a refusal of a resource that was there once is not missing', () => {
  const things = collectionOf('things', [{ id: 1 }]);
  things.remove('1');
  const context = contextUnder([], [things]);
  expect(answerTo(context, { path: '/api/things/1' })).toMatchObject({ status: 404 });
  expect(answerTo(context, { path: '/api/things/1' }).isMissing).toBeUndefined();
  expect(answerTo(context, { path: '/api/things/2' })).toMatchObject({ status: 404, isMissing: true });
});

test('a refused patch explains that nothing of it was written', () => {
  const context = contextUnder([], [collectionOf('things', [{ id: 1, n: 1 }])]);
  const sent = { method: 'PATCH', path: '/api/things/1', body: { n: 2, id: 3 } };
  const steps = (body: object) => explained(context, { ...sent, body }).patch?.steps.map(({ applied }) => applied);
  expect([steps({ n: 2, id: 3 }), steps({ n: 2 })]).toEqual([[false, false], [true]]);
  const list = { path: '/api/things', query: 'page=1', headers: { 'if-match': '"old"' } };
  const refused = explained(context, list);
  expect([refused.patch, refused.query?.matched]).toEqual([null, 1]);
});
