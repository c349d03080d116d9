import { expect, test } from 'vitest';
import { subjectOf } from '../../../../../renderer/exchange/subject.ts';
import { listedMethods, refusalOf } from '../../../../../renderer/features/try-it/model/methods.ts';
import type { CollectionPath } from '../../../../../server/domain/model/collection-path.ts';
import { defaultSettings } from '../../../../../server/domain/model/settings.ts';
import { PathTable } from '../../../../../server/domain/request/path-table.ts';

function listed(target: string, paths: readonly CollectionPath[] = [], present = 'GET', userService = true) {
  const served = new PathTable([{ name: 'users', paths }], { ...defaultSettings, userService });
  return listedMethods(subjectOf(target, served), present);
}

function supported(...given: Parameters<typeof listed>) {
  return listed(...given).supported;
}

test('tells the methods that the path of a user, a list and a record supports', () => {
  expect(supported('/users/42')).toEqual(['GET', 'HEAD', 'OPTIONS']);
  expect(supported('/api/users?status=active')).toEqual(['GET', 'HEAD', 'POST', 'OPTIONS']);
  expect(supported('/api/users/42')).toEqual(['GET', 'HEAD', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']);
});

test('a path of the workspace supports what its list or record does', () => {
  expect(supported('/users/42', [{ path: '/users/{id}', record: null }])).toEqual(supported('/api/users/42'));
  expect(supported('/users', [{ path: '/users', record: null }])).toEqual(supported('/api/users'));
  expect(supported('/users/42', [{ path: '/users', record: null }])).toEqual(['GET', 'HEAD', 'OPTIONS']);
});

test('supports every method where the mock has no record', () => {
  expect(supported('/openapi.json')).toHaveLength(7);
  expect(supported('/users/42', [], 'GET', false)).toHaveLength(7);
});

test('lists the methods that the path refuses apart, with a present method that is no other', () => {
  expect(listed('/users/42', [], 'QUERY').refused).toEqual(['POST', 'PUT', 'PATCH', 'DELETE', 'QUERY']);
});

const served = new PathTable([{ name: 'users', paths: [] }], defaultSettings);

test.each([
  ['/users/42', 'PATCH', { kind: 'record', collection: 'users', id: '42' }],
  ['/users/42', 'POST', null],
  ['/api/users', 'PATCH', null],
  ['/api/users/42', 'POST', { kind: 'list', collection: 'users' }],
  ['/api/users/42', 'QUERY', null],
])('at %s, %s gets 405, and %j supports it', (target, method, instead) => {
  const refusal = refusalOf(subjectOf(target, served), method);
  expect(refusal?.reason).toContain(`${method}`);
  expect(refusal?.reason).toContain('405');
  expect(refusal?.instead).toEqual(instead);
});

test.each([
  ['/users/42', 'GET'],
  ['/users/42', 'OPTIONS'],
  ['/api/users/42', 'PATCH'],
  ['/openapi.json', 'PATCH'],
])('at %s, %s is not refused', (target, method) => {
  expect(refusalOf(subjectOf(target, served), method)).toBeNull();
});
