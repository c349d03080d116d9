import { expect, test } from 'vitest';
import { refusedMethod } from '../../../../../renderer/features/requests/expectations/refused-method.ts';
import type { CollectionPath } from '../../../../../server/domain/model/collection-path.ts';
import { defaultSettings } from '../../../../../server/domain/model/settings.ts';
import { PathTable } from '../../../../../server/domain/request/path-table.ts';

function refused(method: string, path: string, paths: readonly CollectionPath[] = []) {
  return refusedMethod(
    method,
    path,
    new PathTable([{ name: 'users', paths }], { ...defaultSettings, userService: true }),
  );
}

test('a method that a path refuses has the accepted ones and a path that accepts it', () => {
  expect(refused('PATCH', '/users/42')).toEqual({ accepted: ['GET', 'HEAD'], instead: '/api/users/42' });
  expect(refused('PATCH', '/users/{userId}')?.instead).toBe('/api/users/{userId}');
  expect(refused('DELETE', '/api/users')).toEqual({ accepted: ['GET', 'HEAD', 'POST'], instead: '/api/users/{id}' });
  expect(refused('POST', '/api/users/42')?.instead).toBe('/api/users');
  expect(refused('POST', '/users/42')).toEqual({ accepted: ['GET', 'HEAD'], instead: null });
});

test('a path of the workspace refuses what its list or record does', () => {
  const paths = [
    { path: '/users', record: null },
    { path: '/users/{id}', record: null },
  ];
  expect(refused('PATCH', '/users/{id}', paths)).toBeNull();
  expect(refused('POST', '/users/42', paths)?.instead).toBe('/users');
});

test('no method is refused where the path accepts it, leaves it open or is unknown', () => {
  expect(refused('GET', '/users/42')).toBeNull();
  expect(refused('OPTIONS', '/users/42')).toBeNull();
  expect(refused('', '/users/42')).toBeNull();
  expect(refused('POST', '/api/users/**')).toBeNull();
  expect(refused('PATCH', '/elsewhere')).toBeNull();
  expect(refused('PATCH', '')).toBeNull();
});
