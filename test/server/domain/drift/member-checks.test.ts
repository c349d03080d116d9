import { expect, test } from 'vitest';
import { Compared } from '../../../../server/domain/drift/compared.ts';
import { compareMembers } from '../../../../server/domain/drift/member-checks.ts';
import type { JsonObject } from '../../../../server/domain/json/json.ts';
import { defaultSettings } from '../../../../server/domain/model/settings.ts';

const definition = { name: 'users', key: 'id', sort: null, time: null, schema: null };

/** What a comparison of the records finds. */
function compared(ours: readonly JsonObject[], theirs: readonly JsonObject[]) {
  const both = new Compared({ definition, list: '/api/users', record: null }, defaultSettings, 'word');
  both.records = { ours, theirs };
  compareMembers(both, []);
  return both.findings.checks;
}

const same = 'Both: has the same members and types.';

test.each<[string, readonly JsonObject[], readonly JsonObject[], string]>([
  ['equal members', [{ a: 1, b: [{ c: 'x' }] }], [{ a: 2, b: [{ c: 'y' }, { c: 'z' }] }], same],
  ['a member of the service', [{ a: 1 }], [{ a: 1, b: 1 }], 'Only the service has "b".'],
  ['a member of one record of the service', [{ a: 1 }], [{ a: 1 }, { b: 1 }], 'Only the service has "b".'],
  ['a member of the mock', [{ a: 1, b: 1 }], [{ a: 1 }], 'Only the mock has "b".'],
  ['a member of one record of the mock', [{ a: 1, b: 1 }, { a: 1 }], [{ a: 1 }], same],
  ['a nested member', [{ a: { b: 1 } }], [{ a: { b: 1, c: 1 } }], 'Only the service has "a/c".'],
  ['a nested member of the mock', [{ a: { b: 1, c: 1 } }], [{ a: { b: 1 } }], 'Only the mock has "a/c".'],
  ['a nested member of some of its objects', [{ a: { b: 1, c: 1 } }, { a: { b: 1 } }], [{ a: { b: 1 } }], same],
  ['a nested member of the objects that there are', [{ a: { c: 1 } }, {}], [{ a: {} }], 'Only the mock has "a/c".'],
  ['a whole object', [{ a: 1 }], [{ a: 1, b: { c: 1 } }], 'Only the service has "b".'],
  ['a whole object of the mock', [{ a: 1, b: { c: 1 } }], [{ a: 1 }], 'Only the mock has "b".'],
  ['an empty list of the mock', [{ a: [] }], [{ a: [1] }], same],
  ['an element of no list', [{ a: {} }], [{ a: { '*': 1 } }], 'Only the service has "a/*".'],
  ['an element of a missing list', [{ b: 1 }], [{ b: 1, a: [1] }], 'Only the service has "a".'],
  ['an empty list of the service', [{ a: [1] }], [{ a: [] }], same],
  ['another type', [{ a: 1 }], [{ a: 'x' }], '"a" is number in the mock, string in the service.'],
  [
    'further types',
    [{ a: 1 }, { a: true }],
    [{ a: null }, { a: [] }, { a: 1 }],
    '"a" is number or boolean in the mock, null or array in the service.',
  ],
  ['a type that only the mock has', [{ a: 1 }, { a: null }], [{ a: 1 }], same],
  ['a type of elements', [{ a: [1] }], [{ a: ['x'] }], '"a/*" is number in the mock, string in the service.'],
  [
    'a list instead of an object',
    [{ a: {} }],
    [{ a: [1] }],
    '"a" is object in the mock, array in the service; only the service has "a/*".',
  ],
  [
    'an object instead of a list',
    [{ a: [1] }],
    [{ a: { b: 1 } }],
    '"a" is array in the mock, object in the service; only the service has "a/b".',
  ],
  ['two differences', [{ a: 1 }], [{ b: 1 }], 'Only the service has "b"; only the mock has "a".'],
  [
    'six levels',
    [{ a: { b: { c: { d: { e: { f: 1 } } } } } }],
    [{ a: { b: { c: { d: { e: { f: 'x' } } } } } }],
    '"a/b/c/d/e/f" is number in the mock, string in the service.',
  ],
  [
    'no seventh level',
    [{ a: { b: { c: { d: { e: { f: { g: 1 } } } } } } }],
    [{ a: { b: { c: { d: { e: { f: { g: 'x' } } } } } } }],
    same,
  ],
])('compares %s', (_, ours, theirs, detail) => {
  const outcome = detail === same ? 'same' : 'different';
  expect(compared(ours, theirs)).toMatchObject([{ rule: 'members', detail, outcome }]);
});

test('names ten differences', () => {
  const many = (count: number) => Object.fromEntries(Array.from({ length: count }, (_, index) => [`m${index}`, 1]));
  expect(compared([{}], [many(10)])[0]?.detail).toMatch(/^Only the service has "m0"; .*; only the service has "m9"\.$/);
  expect(compared([{}], [many(13)])[0]?.detail).toMatch(/only the service has "m9"; 3 more\.$/);
});

test('offers the schema of the records of the service', () => {
  const change = { kind: 'schema', collection: 'users', schema: { type: 'object', required: ['b'] } };
  expect(compared([{ a: 1 }], [{ b: 1 }])).toMatchObject([{ change }]);
  expect(compared([{ a: 1 }], [{ attributes: {} }])).toMatchObject([{ change: null }]);
  expect(compared([{ a: 1 }], [{ b: 1 }, { attributes: {} }])).toMatchObject([{ change: null }]);
  expect(compared([{ a: 1 }], [{ attributes: null }])).toMatchObject([{ change: { kind: 'schema' } }]);
});

test.each([
  [[], [{ a: 1 }]],
  [[{ a: 1 }], []],
])('does not compare %j with %j', (ours, theirs) => {
  expect(compared(ours, theirs)).toMatchObject([
    { rule: 'members', outcome: 'unknown', detail: 'A side has no records.' },
  ]);
});
