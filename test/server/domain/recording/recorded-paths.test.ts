import { expect, test } from 'vitest';
import type { JsonObject } from '../../../../server/domain/json/json.ts';
import { keyInPath, listPattern, segmentsOf, singular } from '../../../../server/domain/recording/recorded-paths.ts';

test.each<[string, readonly string[] | null]>([
  ['/a/b', ['a', 'b']],
  ['/a/b/', ['a', 'b']],
  ['/a%20b/c%2Fd', ['a b', 'c/d']],
  ['/', []],
  ['/%zz', null],
])('the segments of %s are %j', (path, segments) => {
  expect(segmentsOf(path)).toEqual(segments);
});

const uuid = '123e4567-e89b-12d3-a456-426614174000';
const letters = 'abcdefab-abcd-abcd-abcd-abcdefabcdef';

test.each<[string, readonly JsonObject[], string | null]>([
  ['/users', [], '/users'],
  ['/v1/users', [], '/v1/users'],
  ['/v1.2/users', [], '/v1.2/users'],
  ['/users/7/orders', [{ userId: 7 }, { userId: '7' }], '/users/{userId}/orders'],
  ['/users/7/orders', [{ userId: 7 }, { userId: 8 }], null],
  ['/users/7/orders', [], null],
  ['/users/7/orders', [{ x: 7, ownerId: 7 }], '/users/{ownerId}/orders'],
  ['/users/7/orders', [{ x: 7 }], '/users/{x}/orders'],
  ['/users/7/orders', [{ 'x y': 7 }], null],
  [`/users/${uuid}/orders`, [{ userId: uuid }], '/users/{userId}/orders'],
  [`/users/${uuid}/orders`, [], null],
  ['/users/a1b2c3d4e5f6a7b8/orders', [], null],
  ['/users/a1b2c3d4e5f6a7b/orders', [], '/users/a1b2c3d4e5f6a7b/orders'],
  ['/users/abcdefghijklmnopq/orders', [], '/users/abcdefghijklmnopq/orders'],
  ['/teams/red/users', [{ team: 'red' }], '/teams/{team}/users'],
  ['/teams/red/users', [{ colour: 'red' }], '/teams/red/users'],
  ['/cities/rome/users', [{ cityName: 'rome' }], '/cities/{cityName}/users'],
  ['/users/7', [], '/users/7'],
  ['/users//orders', [], null],
  ['/my%20users', [], null],
  ['/users/%7Bx%7D', [], null],
  ['/%7Bx%7D/users', [], null],
  ['/users/7/orders', [{ ownerId: 7, userId: 7 }], '/users/{userId}/orders'],
  ['/users/7/orders', [{ idle: 7, ownerId: 7 }], '/users/{ownerId}/orders'],
  ['/red/users', [{ colour: 'red' }], '/red/users'],
  ['/teams/red/users', [{ 'team name': 'red' }], '/teams/red/users'],
])('the path %s with the records %j has the pattern %j', (path, records, pattern) => {
  expect(listPattern(segmentsOf(path) ?? [], records)).toBe(pattern);
});

test.each([
  ...['7', '77', letters, letters.toUpperCase(), 'a1b2c3d4e5f6a7b8', 'abcd-efgh-ijkl-mno7', 'ABCDEFGHIJKLMN_7'],
])('%s in a path looks like an id, so a member must name it', (segment) => {
  expect(listPattern(['users', segment, 'orders'], [])).toBeNull();
});

test.each([
  ...['v2', 'V2', 'v1.12.3', 'red', '7a', 'a7', `x${letters}`, `${letters}f`, letters.replace('-', 'f')],
  ...[
    'abcdef-abcd-abcd-abcd-abcdefabcdef',
    'abcdefabcdefabcdefabcdef',
    'a1b2.c3d4e5f6a7b8a9b0',
    'a1b2c3d4e5f6a7b8.csv',
  ],
])('%s in a path is a word', (segment) => {
  expect(listPattern(['users', segment, 'orders'], [])).toBe(`/users/${segment}/orders`);
});

test('the key is the member with the last segment of the path, a usual one first', () => {
  expect(keyInPath(['users', '7'], { code: '7', id: 7 })).toBe('id');
  expect(keyInPath(['users', '7'], { code: '7', id: 8 })).toBe('code');
  expect(keyInPath(['users', '7'], { id: 8 })).toBeUndefined();
  expect(keyInPath(['7'], { id: 7 })).toBeUndefined();
});

test.each([
  ['users', 'user'],
  ['cities', 'city'],
  ['boxes', 'box'],
  ['classes', 'class'],
  ['dishes', 'dish'],
  ['user', 'user'],
  ['Users', 'User'],
  ['diesels', 'diesel'],
  ['ladies-parties', 'ladies-party'],
  ['boxes-lists', 'boxes-list'],
])('the singular of %s is %s', (word, expected) => {
  expect(singular(word)).toBe(expected);
});
