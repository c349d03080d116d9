import { expect, test } from 'vitest';
import type { Json, JsonObject } from '../../../../../server/domain/json/json.ts';
import { isOwnPath } from '../../../../../server/domain/openapi/import/import-collections.ts';
import { id, imported, notesOf, openApi, resource, responds } from './imported.ts';

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

const thing = { type: 'object', required: ['id'], properties: { id, name: { type: 'string' } } };
const other = { type: 'object', required: ['id'], properties: { id, price: { type: 'number' } } };
const listOf = (schema: Json) => ({ get: responds({ type: 'array', items: schema }) });
const user = { type: 'object', required: ['userId'], properties: { userId: id, name: { type: 'string' } } };

/** The names of the collections with their keys, and the notes. */
function found(paths: JsonObject) {
  const document = openApi(paths);
  const names = imported(document).collections.map(({ definition }) => `${definition.name} by ${definition.key}`);
  return [...names, ...notesOf(document).filter((note) => !note.startsWith('These operations'))];
}

const renamed = 'These collections have a longer name, because another collection has the short one';

test.each<[string, JsonObject, readonly string[]]>([
  [
    'a list of other records',
    { ...resource('/things', 'id', thing), '/parts/free': listOf(other) },
    ['things by id', 'free by id'],
  ],
  [
    'a list of the same records',
    { ...resource('/things', 'id', thing), '/things/free': listOf(thing) },
    ['things by id'],
  ],
  [
    'a list of the third records of three',
    { ...resource('/a', 'id', thing), ...resource('/b', 'id', other), '/b/free': listOf(other) },
    ['a by id', 'b by id'],
  ],
  ['records of one form', { ...resource('/a', 'id', thing), ...resource('/b', 'id', thing) }, ['a by id', 'b by id']],
  [
    'one name and one form',
    { ...resource('/v1/things', 'id', thing), ...resource('/v2/things', 'id', thing) },
    ['things by id'],
  ],
  [
    'one name and two forms',
    { ...resource('/v1/things', 'id', thing), ...resource('/v2/things', 'id', other) },
    ['things by id', 'v2-things by id', `${renamed}: v2-things.`],
  ],
  [
    'one name and two keys',
    {
      ...resource('/v1/things', 'id', { properties: { id, code: id } }),
      ...resource('/v2/things', 'code', { properties: { id, code: id } }),
    },
    ['things by id', 'v2-things by code', `${renamed}: v2-things.`],
  ],
  [
    'a name that nothing makes longer',
    { ...resource('/things', 'id', thing), ...resource('/{tenant}/things', 'id', other) },
    ['things by id', 'These paths give no valid and free name for a collection: /{tenant}/things/{id}.'],
  ],
  [
    'a segment that is no name',
    resource('/a b', 'id', thing),
    ['These paths give no valid and free name for a collection: /a b/{id}.'],
  ],
  [
    'a list with a segment that is no name',
    { '/a b': listOf(thing) },
    ['These paths give no valid and free name for a collection: /a b.'],
  ],
  [
    'users of the mock API beside the path of the service',
    { ...resource('/api/users', 'userId', user), '/users/{userId}': { get: responds(other) } },
    ['users by userId'],
  ],
  [
    'another record beside users',
    { ...resource('/api/users', 'userId', user), '/things/{id}': { get: responds(thing) } },
    ['users by userId', 'things by id'],
  ],
  [
    'one name and two forms on long paths',
    { ...resource('/a/v1/things', 'id', thing), ...resource('/b/v2/things', 'id', other) },
    ['things by id', 'v2-things by id', `${renamed}: v2-things.`],
  ],
  [
    'users of the mock API beside a list and records at the path of the service',
    { ...resource('/api/users', 'userId', user), ...resource('/users', 'userId', other) },
    ['users by userId', 'These paths give no valid and free name for a collection: /users/{userId}.'],
  ],
  ['the path of the service alone', { '/users/{userId}': { get: responds(user) } }, ['users by userId']],
])('finds the collections of %s', (_, paths, expected) => {
  expect(found(paths)).toEqual(expected);
});

test('the paths of one collection are all known', () => {
  const paths = { ...resource('/v1/things', 'id', thing), ...resource('/v2/things', 'id', thing) };
  const [only] = imported(openApi(paths)).collections;
  expect(only?.definition.paths?.map(({ path }) => path)).toEqual([
    '/v1/things',
    '/v1/things/{id}',
    '/v2/things',
    '/v2/things/{id}',
  ]);
});

test('a note about the name of a collection leads to the path of its records', () => {
  const places = (paths: JsonObject) =>
    imported(openApi(paths))
      .notes.filter(({ sentence }) => sentence.startsWith(renamed))
      .map(({ pointer }) => pointer);
  const first = resource('/v1/things', 'id', thing);
  expect(places({ ...first, ...resource('/v2/things', 'id', other) })).toEqual(['/paths/~1v2~1things~1{id}']);
  expect(places({ ...first, '/v2/things/{id}': { get: responds(other) } })).toEqual(['/paths/~1v2~1things~1{id}']);
  expect(places({ ...first, '/v2/things': listOf(other) })).toEqual(['/paths/~1v2~1things']);
});
