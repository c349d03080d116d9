import { expect, test } from 'vitest';
import type { JsonObject } from '../../../../server/domain/json/json.ts';
import {
  type Compare,
  compare,
  type Deviation,
  deviations,
  json,
  responding,
  type Service,
  sample,
  sending,
  toyService,
  when,
} from './toy-service.ts';

const missing = '987654321';
const problem = 'sends application/problem+json with status, title';
const conditional: Deviation = when(
  ({ headers }) => headers.some(([name]) => name === 'If-None-Match'),
  (next) => (request) => next({ ...request, headers: [] }),
);

test.each<[string, Deviation, Record<string, string>]>([
  [
    'refuses it',
    responding('GET /api/things/1', json(403, {})),
    { 'record-status': 'responds with 200 → responds with 403' },
  ],
  ['gives no response', responding('GET /api/things/1', null), { 'record-status': '? service' }],
  ['ignores If-None-Match', conditional, { 'conditional-get': 'responds with 304 → responds with 200' }],
  ['refuses HEAD', responding('HEAD', json(405, {})), { head: 'responds with 200 → responds with 405' }],
  [
    'sends no version',
    sending('X-Resource-Version'),
    { version: 'sends X-Resource-Version → sends no X-Resource-Version' },
  ],
  [
    'has a missing record',
    responding(missing, json(200, {})),
    { missing: 'responds with 404 → responds with 200', 'error-form': `${problem} → responds with 200` },
  ],
  [
    'has another form of errors',
    responding(missing, json(410, { b: 1, a: 1 })),
    { missing: 'responds with 404 → responds with 410', 'error-form': `${problem} → sends application/json with a, b` },
  ],
  [
    'has empty errors',
    responding(missing, json(404, {})),
    { 'error-form': `${problem} → sends application/json with an empty object` },
  ],
  [
    'has errors as text',
    responding(missing, { status: 404, headers: [], body: 'no' }),
    { 'error-form': `${problem} → sends no media type with no object` },
  ],
  ['is silent about a missing record', responding(missing, null), { missing: '? service', 'error-form': '? service' }],
])('compares a record: the service %s', (_, deviation, expected) => {
  expect(deviations(compare(deviation(toyService())))).toEqual(expected);
});

test('only the status of a record is compared where the mock refuses it', () => {
  const ours = responding('GET /api/things/1', json(403, {}))(toyService());
  const checks = compare(toyService(), { ours });
  expect(deviations(checks)).toEqual({ 'record-status': 'responds with 403 → responds with 200' });
  expect(checks.map(({ rule }) => rule)).not.toContain('record-type');
});

test('a status below 400 is no error', () => {
  const formOf = (status: number) =>
    deviations(compare(responding(missing, json(status, {}))(toyService())))['error-form'];
  expect([399, 400].map(formOf)).toEqual([
    `${problem} → responds with 399`,
    `${problem} → sends application/json with an empty object`,
  ]);
});

test('information is no drift', () => {
  const found = compare(sending('X-Resource-Version')(toyService()));
  expect(found.find(({ rule }) => rule === 'version')?.severity).toBe('information');
});

/** The targets of records that both sides were asked for, in their order. */
function asked(theirs: readonly JsonObject[], ours: readonly JsonObject[], options: Compare = {}) {
  const seen: string[][] = [[], []];
  const noting =
    (service: Service, targets: string[]): Service =>
    (request) => {
      if (request.target.split('/').length > 3) targets.push(request.target);
      return service(request);
    };
  const services = [ours, theirs].map((records, index) => noting(toyService(records), seen[index] ?? []));
  const [first = toyService(), second = toyService()] = services;
  compare(second, { ours: first, ...options });
  return seen.map((targets) => [...new Set(targets)].map((target) => target.split('/').at(-1)));
}

test('reads a record that both sides have, else one of each', () => {
  const of = (...ids: readonly (string | number)[]) => ids.map((id) => ({ id }));
  expect(asked(of(1, 2), of(2, 3))).toEqual([
    ['2', missing],
    ['2', missing],
  ]);
  expect(asked(of(1, 2), of(3, 4))).toEqual([
    ['3', missing],
    ['1', missing],
  ]);
  expect(asked(of('a', 2), of(2))).toEqual([
    ['2', 'zzz'],
    ['2', 'zzz'],
  ]);
  expect(asked(of('a1', '2'), of('b'))).toEqual([
    ['b', 'zzz'],
    ['a1', 'zzz'],
  ]);
  expect(asked(of('1a'), of('1a'))[0]).toEqual(['1a', 'zzz']);
  expect(asked(of(1), of())).toEqual([[missing], [missing]]);
  expect(asked([{ name: 'a' }], of(1))).toEqual([[missing], [missing]]);
  expect(deviations(compare(toyService([])))['record-status']).toBe('? A side has no record with a key.');
});

const users: readonly JsonObject[] = sample.map((record, index) => ({
  ...record,
  status: index < 2 ? 'inactive' : 'active',
}));

/** A service with /users/{userId}, which has a body for active users and one for all others. */
const userService = (active: JsonObject, other = { status: 404, message: 'None' }, records = users): Service => {
  const known = new Set(records.filter(({ status }) => status === 'active').map(({ id }) => `/users/${id}`));
  const isUser: Deviation = when(
    ({ target }) => target.startsWith('/users/'),
    () => (request) => (known.has(request.target) ? json(200, active) : json(other.status, other)),
  );
  return isUser(toyService(records));
};

const standard = { userId: '3', name: 'A', status: 'active' };
const does = 'responds with 200 and name, status, userId, without the user with 404 and message, status';

test.each<[string, JsonObject, Service, string | undefined, boolean?]>([
  ['the same service', standard, userService(standard), undefined],
  [
    'no service',
    standard,
    userService({ error: 'None' }),
    `${does} → responds with 200 and error, without the user with 404 and message, status [{userService:false}]`,
  ],
  [
    'another status without the user',
    standard,
    userService(standard, { status: 400, message: 'None' }),
    `${does} → ${does.replace('404', '400')} [{userService:false}]`,
  ],
  [
    'a service that the mock lacks',
    { error: 'None' },
    userService(standard),
    `responds with 200 and error, without the user with 404 and message, status → ${does} [{userService:true}]`,
    false,
  ],
  [
    'other services of both',
    { error: 'None' },
    userService({ wrong: 'None' }),
    'responds with 200 and error, without the user with 404 and message, status → responds with 200 and wrong, without the user with 404 and message, status',
    false,
  ],
])('compares the User Information Service: %s', (_, ours, theirs, expected, isOn = true) => {
  const options = { ours: userService(ours), name: 'users', settings: { userService: isOn } };
  const checks = compare(theirs, options);
  expect(deviations(checks)['user-service']).toBe(expected);
  const ofUsers = checks.filter(({ rule }) => rule.startsWith('user-'));
  expect(ofUsers.map(({ rule, exchanges }) => [rule, exchanges.length])).toEqual([
    ['user-service', 2],
    ...(expected === undefined ? [['user-id', 1]] : []),
  ]);
});

test('compares the type of userId', () => {
  const numeric = { ...standard, userId: 3 };
  const of = (ours: JsonObject, theirs: JsonObject) =>
    deviations(compare(userService(theirs), { ours: userService(ours), name: 'users' }));
  const [text, number] = ['sends userId as a string', 'sends userId as a number'];
  expect(of(standard, standard)).toEqual({});
  expect(of(standard, numeric)).toEqual({ 'user-id': `${text} → ${number} [numeric-user-id on]` });
  expect(of(numeric, standard)).toEqual({ 'user-id': `${number} → ${text} [numeric-user-id off]` });
  expect(of(standard, { ...standard, userId: null })).toEqual({ 'user-id': `${text} → sends userId as a object` });
});

test('a user without a response or without an object is told', () => {
  const of = (deviation: Deviation) =>
    deviations(compare(deviation(userService(standard)), { ours: userService(standard), name: 'users' }))[
      'user-service'
    ];
  expect(of(responding('/users/3', null))).toBe('? service');
  expect(of(responding('/users/zzz', null))).toBe('? service');
  expect(of(responding('/users/zzz', json(404, [])))).toBe(
    `${does} → ${does.replace('message, status', 'no object')} [{userService:false}]`,
  );
});

test('needs an active user of both sides', () => {
  const inactive = users.map((user) => ({ ...user, status: 'inactive' }));
  const ours = userService(standard);
  const found = deviations(compare(userService(standard, undefined, inactive), { ours, name: 'users' }));
  expect(found['user-service']).toBe('? A side has no active user.');
  const reversed = compare(ours, { ours: userService(standard, undefined, inactive), name: 'users' });
  expect(deviations(reversed)['user-service']).toBe('? A side has no active user.');
  const keyless = toyService([{ status: 'active' }]);
  expect(deviations(compare(keyless, { ours, name: 'users' }))['user-service']).toBe('? A side has no active user.');
  const rules = compare(ours, { ours }).map(({ rule }) => rule);
  expect(rules).not.toContain('user-service');
  const later = users.map((user) => ({ ...user, id: Number(user.id) + 100 }));
  expect(deviations(compare(userService(standard, undefined, later), { ours, name: 'users' }))).toEqual({});
});

test('asks for an active user that both sides have, else for one of each', () => {
  const askedUsers = (theirs: readonly number[], ours: readonly number[]) => {
    const targets: string[][] = [[], []];
    const [mock, service] = [ours, theirs].map((ids, index): Service => {
      const next = toyService(ids.map((id) => ({ id, status: 'active' })));
      return (request) => {
        if (request.target.startsWith('/users/')) targets[index]?.push(request.target);
        return next(request);
      };
    });
    compare(service ?? toyService(), { ours: mock ?? toyService(), name: 'users' });
    return targets.map(([first]) => first);
  };
  expect(askedUsers([3, 4], [4, 5])).toEqual(['/users/4', '/users/4']);
  expect(askedUsers([3], [5])).toEqual(['/users/5', '/users/3']);
});

test('without a tag, a repeated GET has no condition', () => {
  const conditions: string[] = [];
  const noting: Deviation = (next) => (request) => {
    conditions.push(...request.headers.map(([name]) => name));
    return next(request);
  };
  compare(noting(sending('ETag')(toyService())));
  expect(conditions).toEqual([]);
  compare(noting(toyService()));
  expect(conditions).toEqual(['If-None-Match']);
});
