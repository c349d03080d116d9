import { expect, test } from 'vitest';
import { subjectOf } from '../../../../../renderer/features/try-it/model/draft.ts';
import { listedMethods } from '../../../../../renderer/features/try-it/model/methods.ts';

const service = { userService: true, paths: [] };

function supported(target: string, served: Parameters<typeof listedMethods>[1] = service, present = 'GET') {
  const all = listedMethods(subjectOf(target), served, present);
  return all.flatMap(({ name, note }) => (note === null ? [name] : []));
}

test('tells the methods that the path of a user, a list and a record supports', () => {
  expect(supported('/users/42')).toEqual(['GET', 'HEAD', 'OPTIONS']);
  expect(supported('/api/users?status=active')).toEqual(['GET', 'HEAD', 'POST', 'OPTIONS']);
  expect(supported('/api/users/42')).toEqual(['GET', 'HEAD', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']);
});

test('supports every method where the workspace may serve the path itself', () => {
  expect(supported('/openapi.json')).toHaveLength(7);
  expect(supported('/users/42', { userService: false, paths: [] })).toHaveLength(7);
  expect(supported('/users/42', { userService: true, paths: [{ path: '/users/{id}', record: null }] })).toHaveLength(7);
  expect(supported('/users/42', { userService: true, paths: [{ path: '/users', record: null }] })).toHaveLength(3);
});

test('notes 405 for a method that the path refuses, and lists a present method that is no other', () => {
  expect(listedMethods(subjectOf('/users/42'), service, 'QUERY')).toEqual(
    expect.arrayContaining([
      { name: 'PATCH', note: '405 here' },
      { name: 'QUERY', note: '405 here' },
    ]),
  );
});
