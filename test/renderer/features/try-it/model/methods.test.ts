import { expect, test } from 'vitest';
import { subjectOf } from '../../../../../renderer/exchange/subject.ts';
import { listedMethods } from '../../../../../renderer/features/try-it/model/methods.ts';
import type { CollectionPath } from '../../../../../server/domain/model/collection-path.ts';
import { defaultSettings } from '../../../../../server/domain/model/settings.ts';
import { PathTable } from '../../../../../server/domain/request/path-table.ts';

function listed(target: string, paths: readonly CollectionPath[] = [], present = 'GET', userService = true) {
  const served = new PathTable([{ name: 'users', paths }], { ...defaultSettings, userService });
  return listedMethods(subjectOf(target, served), present);
}

function supported(...given: Parameters<typeof listed>) {
  return listed(...given).flatMap(({ name, note }) => (note === null ? [name] : []));
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

test('notes 405 for a method that the path refuses, and lists a present method that is no other', () => {
  expect(listed('/users/42', [], 'QUERY')).toEqual(
    expect.arrayContaining([
      { name: 'PATCH', note: '405 here' },
      { name: 'QUERY', note: '405 here' },
    ]),
  );
});
