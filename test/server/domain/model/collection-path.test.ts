import { expect, test } from 'vitest';
import {
  parsePath,
  pathFault,
  pathKind,
  pathShape,
  recordPathAt,
} from '../../../../server/domain/model/collection-path.ts';

const long = `/${'a'.repeat(299)}`;
const segments = (count: number) => '/a'.repeat(count);

test('a path has fixed segments and parameters', () => {
  expect(parsePath('/v2/users/{userId}')).toEqual({
    ok: true,
    value: [
      { kind: 'fixed', text: 'v2' },
      { kind: 'fixed', text: 'users' },
      { kind: 'parameter', name: 'userId' },
    ],
  });
  for (const path of [long, segments(12), "/a.b/..c/~!$&'()*+,;=:@-_"])
    expect(parsePath(path)).toMatchObject({ ok: true });
});

const form = 'must be a path such as /v2/accounts or /v2/accounts/{accountId}, without a slash at its end';

test.each([
  [`${long}a`, 'must have at most 300 characters'],
  ['', form],
  ['/', form],
  ['a', form],
  ['/a/', form],
  ['/a//b', form],
  ['/a b', form],
  ['/a{b}', form],
  ['/a/{}', form],
  ['/a/{1}', form],
  ['x/a', form],
  ['/a?', form],
  [segments(13), 'must have at most 12 segments'],
  ['/a/.', 'cannot contain the segments . and .., which clients resolve'],
  ['/../a', 'cannot contain the segments . and .., which clients resolve'],
  ['/{a}/{b}', 'needs a segment that is not a parameter'],
  ['/a/{b}/{b}', 'has two parameters of one name'],
])('the path %s is refused', (path, problem) => {
  expect(parsePath(path)).toEqual({ ok: false, problem });
  expect(pathFault({ path, record: null })).toBe(problem);
});

test('a path is one of a list, of records, or of one record', () => {
  expect(pathKind({ path: '/a', record: null })).toBe('list');
  expect(pathKind({ path: '/a/{id}', record: null })).toBe('records');
  expect(pathKind({ path: '/a', record: '7' })).toBe('record');
  expect(pathFault({ path: '/a/{id}', record: null })).toBeUndefined();
  expect(pathFault({ path: '/a', record: '7' })).toBeUndefined();
  expect(pathFault({ path: '/a/{id}', record: '7' })).toBe('cannot end with a parameter, because it serves one record');
});

test('the names of parameters do not tell paths apart', () => {
  expect(pathShape('/a/{b}/c/{order_id}')).toBe('/a/{}/c/{}');
});

test('the path of a record has its id encoded', () => {
  expect(recordPathAt('/a/{b}/c/{d}', 'x/y')).toBe('/a/{b}/c/x%2Fy');
});
