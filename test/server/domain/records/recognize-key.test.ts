import { expect, test, vi } from 'vitest';
import { finish, wholeRecordsLength } from '../../../../server/domain/basics/work.ts';
import type { JsonObject } from '../../../../server/domain/json/json.ts';
import {
  distinctKey,
  distinctMembers,
  keyCandidates,
  keyNote,
  keyOfList,
  keySample,
  type ListKey,
  nameAmong,
  recognizeKey,
  withNewKeys,
} from '../../../../server/domain/records/recognize-key.ts';
import { largestPiece } from '../../../support/largest-piece.ts';
import { watchedRecords } from '../../../support/watched-records.ts';

test.each([
  [
    'id',
    'books',
    [
      { id: 1, isbn: 'a' },
      { id: 2, isbn: 'b' },
    ],
  ],
  ['isbn', 'books', [{ isbn: 'a' }, { isbn: 'b' }]],
  ['Book_ID', 'books', [{ Book_ID: 1 }, { Book_ID: 2 }]],
  [
    'code',
    'pets',
    [
      { id: 1, code: 'a' },
      { id: 1, code: 'b' },
    ],
  ],
  ['userId', 'users', [{ userId: 'a', id: 1 }]],
  ['id', 'users', [{ id: 1 }]],
  ['id', 'books', [{ userId: 'a', id: 1 }]],
  ['userId', 'books', [{ userId: 'a' }]],
  ['id', 'books', [{ title: 'A' }, { id: 1 }]],
  [
    'id',
    'books',
    [
      { id: 1, isbn: 'a' },
      { id: 1, isbn: 'a' },
    ],
  ],
  [
    'isbn',
    'books',
    [
      { id: null, isbn: 'a' },
      { id: null, isbn: 'a' },
    ],
  ],
  [undefined, 'books', [{ title: 'A' }]],
] as const)('recognizes %s as the key of %s', (key, collection, records) => {
  expect(recognizeKey(collection, records)).toBe(key);
});

test('takes the candidate itself before a name that differs in case or separators', () => {
  expect(nameAmong(['ID', 'id', '_id'], ['id'])).toBe('id');
  expect(nameAmong(['Order-No', 'note'], ['id', 'orderNo'])).toBe('Order-No');
  expect(nameAmong(['note'], ['id'])).toBeUndefined();
});

test('users are known by their userId, other records by their id', () => {
  expect(keyCandidates('users').slice(0, 2)).toEqual(['userId', 'id']);
  expect(keyCandidates('orders')[0]).toBe('id');
});

test('reads the names of a bounded number of members', () => {
  const wide = Object.fromEntries(Array.from({ length: 9000 }, (_, index) => [`c${index}`, index]));
  const keys = vi.spyOn(Object, 'keys');
  recognizeKey(
    '',
    Array.from({ length: 200 }, () => ({ ...wide })),
  );
  expect(keys.mock.calls.length).toBeLessThan(10);
  keys.mockRestore();
});

test.each(['bookId', 'bookUuid', 'bookKey', 'bookCode', 'bookNo', 'bookNumber'])('%s identifies books', (key) => {
  expect(recognizeKey('books', [{ [key]: 1 }])).toBe(key);
});

test.each([
  ['parties', ['party', 'parti', 'partie', 'parties']],
  ['boxes', ['boxes', 'box', 'boxe']],
  ['seriesEstate', ['seriesEstate']],
])('the key of %s may be named after %j', (collection, words) => {
  const names = keyCandidates(collection).filter((name) => name.endsWith('Number'));
  expect(names).toEqual(words.map((word) => `${word}Number`));
});

test('the first records tell the key', () => {
  const first = Array.from({ length: keySample }, (_, id) => ({ id, code: 'a' }));
  const others = Array.from({ length: keySample }, (_, index) => ({ code: `c${index}` }));
  expect(recognizeKey('books', [...first, ...others])).toBe('id');
  expect(distinctKey([...first, ...first])).toBe('id');
});

test('reads all names of the first record, and those of others up to 10,000 members', () => {
  const wide = (length: number) => Object.fromEntries(Array.from({ length }, (_, index) => [`c${index}`, index]));
  expect(recognizeKey('', [{ ...wide(10_000), id: 1 }])).toBe('id');
  expect(recognizeKey('', [wide(9999), { id: 1 }])).toBe('id');
  expect(recognizeKey('', [wide(10_000), { id: 1 }])).toBeUndefined();
});

test.each<[string | undefined, readonly JsonObject[]]>([
  [
    'b',
    [
      { a: 1, b: 1 },
      { a: 1, b: 2 },
    ],
  ],
  [
    'b',
    [
      { a: null, b: 1 },
      { a: 2, b: 2 },
    ],
  ],
  ['b', [{ b: 1 }, { a: 2, b: 2 }]],
  [undefined, [{ a: 1 }, { a: 1 }]],
  [undefined, []],
])('%s is the first member that tells all records apart', (key, records) => {
  expect(distinctKey(records)).toBe(key);
});

test('lists the members that could be the key of at least so many records', () => {
  const records: readonly JsonObject[] = [
    { a: 1, c: 1, d: 1, e: null },
    { b: 1, c: 2, d: 1, e: null },
    { a: 2, c: 3, d: 2, e: null },
  ];
  expect(distinctMembers(records)).toEqual(['c']);
  expect(distinctMembers(records, 2)).toEqual(['a', 'c']);
  expect(distinctMembers(records, 0)).toEqual(['a', 'c', 'b']);
});

test('tries a hundred members', () => {
  const unusable = (length: number) => Object.fromEntries(Array.from({ length }, (_, index) => [`c${index}`, null]));
  expect(distinctKey([{ ...unusable(99), a: 1 }])).toBe('a');
  expect(distinctKey([{ ...unusable(100), a: 1 }])).toBeUndefined();
});

const codes = Array.from({ length: 10 }, (_, index) => `c-${index}`);

test.each<[string, string, readonly JsonObject[], ListKey]>([
  ['its name', 'cars', [{ id: 1 }, { id: 2 }], { key: 'id', toldBy: 'name' }],
  ['the name of half', 'cars', [{ id: 1 }, { id: 1 }], { key: 'id', toldBy: 'name' }],
  ['the name of its first member', 'people', [{ personId: 1 }, { personId: 2 }], { key: 'personId', toldBy: 'name' }],
  ['words of its first member', 'staff', [{ 'Employee ID': 'a' }], { key: 'Employee ID', toldBy: 'name' }],
  ['a first id that repeats', 'people', [{ ownerId: 1 }, { ownerId: 1 }], { key: 'id', toldBy: 'nothing' }],
  ['a second id', 'people', [{ a: 1, ownerId: 1 }], { key: 'id', toldBy: 'nothing' }],
  ['a word that ends in id', 'people', [{ valid: 1 }], { key: 'id', toldBy: 'nothing' }],
  ['no records', 'cars', [], { key: 'id', toldBy: 'name' }],
  ['no users', 'users', [], { key: 'userId', toldBy: 'name' }],
  ['codes', 'cars', codes.map((a) => ({ b: 1, a })), { key: 'a', toldBy: 'values' }],
  ['the first codes', 'cars', codes.map((a) => ({ a, b: a })), { key: 'a', toldBy: 'values' }],
  ['few codes', 'cars', codes.slice(1).map((a) => ({ a })), { key: 'id', toldBy: 'nothing' }],
  ['texts with a space', 'cars', codes.map((a) => ({ a: `${a} b` })), { key: 'id', toldBy: 'nothing' }],
  [
    'a text with a space among codes',
    'cars',
    [{ a: 'd e' }, ...codes.map((a) => ({ a }))],
    { key: 'id', toldBy: 'nothing' },
  ],
  ['a record without members', 'cars', [{}], { key: 'id', toldBy: 'nothing' }],
  ['long texts', 'cars', codes.map((a) => ({ a: a.padEnd(65, 'x') })), { key: 'id', toldBy: 'nothing' }],
  ['numbers', 'cars', codes.map((_, a) => ({ a })), { key: 'id', toldBy: 'nothing' }],
  ['a code that repeats', 'cars', [...codes, 'c-0'].map((a) => ({ a })), { key: 'id', toldBy: 'nothing' }],
  ['users', 'users', [{ a: 1 }, { a: 1 }], { key: 'userId', toldBy: 'nothing' }],
  ['an id of few', 'cars', [{ id: 1 }, { id: 1 }, { id: 1 }], { key: '_id', toldBy: 'nothing' }],
  ['ids of all kinds', 'cars', [{ id: 0.5, _id: null, recordId: [] }], { key: 'id2', toldBy: 'nothing' }],
])('the key of a list is told by %s', (_, collection, records, expected) => {
  expect(finish(keyOfList(collection, records))).toEqual(expected);
});

test('all records decide, not only the first ones', () => {
  const records: JsonObject[] = Array.from({ length: 2 * keySample }, (_, index) => ({
    a: `c${index}`,
    b: `d${index}`,
  }));
  expect(finish(keyOfList('cars', [...records, { a: 'c0', b: 'd' }]))).toEqual({ key: 'b', toldBy: 'values' });
  expect(finish(keyOfList('cars', [...records, { a: 'c0', b: 'd0' }]))).toEqual({ key: 'id', toldBy: 'nothing' });
  expect(finish(keyOfList('cars', [...records, { a: 'c0', b: 'd0', id: null }])).key).toBe('_id');
});

test('a new key is the first member of each record, and loses none of the others', () => {
  const records = finish(withNewKeys([JSON.parse('{"__proto__":1,"a":2}'), {}], 'id'));
  expect(JSON.stringify(records)).toBe('[{"id":1,"__proto__":1,"a":2},{"id":2}]');
});

test('records get their keys a few at a time, because one may have thousands of members', () => {
  const { records, moves } = watchedRecords(20);
  expect(largestPiece(withNewKeys(records, 'key'), moves).largest).toBe(wholeRecordsLength);
});

test('the first records tell whether values look like a key', () => {
  const records = Array.from({ length: keySample }, (_, index) => ({ a: `c${index}` }));
  expect(finish(keyOfList('cars', [...records, { a: 'a text' }]))).toEqual({ key: 'a', toldBy: 'values' });
});

test.each<[ListKey, number, string | undefined]>([
  [{ key: 'id', toldBy: 'name' }, 3, undefined],
  [
    { key: 'code', toldBy: 'values' },
    3,
    'The key of cars is "code": no member looks like a key, and this one is different in every record.',
  ],
  [{ key: 'id', toldBy: 'nothing' }, 1, 'No member of cars looks like a key, so its record gets "id" 1.'],
  [{ key: 'id', toldBy: 'nothing' }, 2000, 'No member of cars looks like a key, so its records get "id", 1 to 2,000.'],
])('the key %j of %i cars is noted', (key, records, note) => {
  expect(keyNote('cars', key, records)).toBe(note);
});
