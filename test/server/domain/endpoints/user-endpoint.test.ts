import { expect, test } from 'vitest';
import type { JsonObject } from '../../../../server/domain/json/json.ts';
import type { RuleEffect } from '../../../../server/domain/scenario/scenario.ts';
import { ask, mockOf } from './ask.ts';

const users: readonly JsonObject[] = [
  { id: '42', name: 'Ada', email: 'ada@example.com', status: 'active' },
  { id: '007', name: 'Bond', status: 'active' },
  { id: 'x', name: 5, status: 'active' },
  { id: '8', status: 'locked' },
  { id: '9', status: 3 },
  { id: '10', name: 'Grace' },
];

const inactive = (message: string) => ({ message, status: 'inactive' });

test.each<[id: string, status: number, body: JsonObject, verdict: string]>([
  ['42', 200, { userId: '42', name: 'Ada', status: 'active' }, 'User 42 is active.'],
  ['x', 200, { userId: 'x', name: '', status: 'active' }, 'User x is active.'],
  [
    '8',
    404,
    inactive('User 8 is not active.'),
    'User 8 exists, but is not active: its record has the status "locked".',
  ],
  ['9', 404, inactive('User 9 is not active.'), 'User 9 exists, but is not active: its record has the status 3.'],
  ['10', 404, inactive('User 10 is not active.'), 'User 10 exists, but is not active: its record has no status.'],
  ['11', 404, inactive('User 11 was not found.'), 'There is no user 11.'],
])('GET /users/%s responds with %i and only the members of the service', (id, status, body, verdict) => {
  const answer = ask(mockOf({ users }), `GET /users/${id}`);
  expect(answer).toMatchObject({ status, verdict, route: { pattern: '/users/{userId}', collection: 'users', id } });
  expect(answer.body).toEqual(body);
});

test('only a user that there never was is missing', () => {
  const context = mockOf({ users });
  context.collections.get('users')?.remove('42');
  const missing = (id: string) => {
    const { status, isMissing, body } = ask(context, `GET /users/${id}`);
    return [status, isMissing ?? false, body.message];
  };
  expect(missing('42')).toEqual([404, false, 'User 42 was not found.']);
  expect(missing('8')).toEqual([404, false, 'User 8 is not active.']);
  expect(missing('11')).toEqual([404, true, 'User 11 was not found.']);
  expect(ask(mockOf({}), 'GET /users/42')).toMatchObject({ status: 404, isMissing: true });
});

test('a status that the scenario sets decides, and is told from that of the record', () => {
  const effects: readonly RuleEffect[] = [
    { kind: 'user-status', userId: '42', status: 'locked' },
    { kind: 'user-status', userId: '8', status: 'active' },
    { kind: 'user-status', userId: '10', status: 'gone' },
  ];
  const context = mockOf({ users }, {}, ...effects);
  expect(['42', '8', '10'].map((id) => ask(context, `GET /users/${id}`).verdict)).toEqual([
    'User 42 exists, but is not active: the scenario sets the status "locked".',
    'User 8 is active.',
    'User 10 exists, but is not active: the scenario sets the status "gone".',
  ]);
});

test('a scenario turns ids that are written as numbers into numbers, and no others', () => {
  const context = mockOf({ users }, {}, { kind: 'quirk', quirk: 'numeric-user-id' });
  expect(['42', '007', 'x'].map((id) => ask(context, `GET /users/${id}`).body.userId)).toEqual([42, '007', 'x']);
});

test.each([
  ['PUT', ' /api/users/42 accepts PUT.'],
  ['DELETE', ' /api/users/42 accepts DELETE.'],
  ['POST', ' /api/users accepts POST.'],
  ['TRACE', ''],
])('%s is refused, with the path that accepts it if there is one', (method, hint) => {
  const refused = ask(mockOf({ users }), `${method} /users/42`);
  expect([refused.status, refused.headers.Allow]).toEqual([405, 'GET, HEAD, OPTIONS']);
  expect(refused.verdict).toBe(`${method} is not allowed here; GET, HEAD, OPTIONS are.${hint}`);
  expect(ask(mockOf({}), `${method} /users/42`).verdict).toBe(`${method} is not allowed here; GET, HEAD, OPTIONS are.`);
});

test('a 404 that the request asks for has the form of the service, and every other status its own', () => {
  const asked = (code: number) => ask(mockOf({ users }), 'GET /users/42', { headers: { prefer: `code=${code}` } });
  expect(asked(404)).toMatchObject({
    status: 404,
    headers: { 'Preference-Applied': 'code=404' },
    verdict: 'The request asked for this status.',
  });
  expect(asked(404).body).toEqual(inactive('The request asked for this status.'));
  expect(asked(410)).toMatchObject({
    status: 410,
    headers: { 'Preference-Applied': 'code=410' },
    body: { type: '/problems/chosen-status' },
  });
});

test.each<[string, RuleEffect, unknown]>([
  ['a 404 of a rule', { kind: 'answer', status: 404, body: 'tea' }, 'tea'],
  [
    'a 404 of a rule with the header in two lines',
    { kind: 'answer', status: 404, body: 'tea', headers: { 'Preference-Applied': ['code=404', 'wait=1'] } },
    'tea',
  ],
])('%s stays as it is', (_, effect, body) => {
  expect(ask(mockOf({ users }, {}, effect), 'GET /users/42')).toMatchObject({ status: 404, body });
});

test('the service has its own forms in every dialect', () => {
  for (const id of ['42', '8']) {
    const plain = ask(mockOf({ users }), `GET /users/${id}`);
    const { headers, body } = ask(mockOf({ users }, { dialect: 'json-api' }), `GET /users/${id}`);
    expect([headers, body]).toEqual([plain.headers, plain.body]);
  }
});
