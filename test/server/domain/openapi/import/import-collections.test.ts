import { expect, test } from 'vitest';
import { isOwnPath } from '../../../../../server/domain/openapi/import/import-collections.ts';

test.each([
  ['/users/{userId}', true],
  ['/users/{id}/', true],
  ['/users/{}', false],
  ['/users/{a}{b}', false],
  ['/users/{id}//', false],
  ['/users/{id}/orders', false],
  ['/api/users/{id}', false],
  ['/users', false],
])('%s is the path of the User Information Service: %j', (path, isOwn) => {
  expect(isOwnPath(path)).toBe(isOwn);
});
