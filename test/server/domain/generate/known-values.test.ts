import { expect, test } from 'vitest';
import { finish, pieceLength } from '../../../../server/domain/basics/work.ts';
import { Dice } from '../../../../server/domain/generate/dice.ts';
import { element, KnownPlaces, KnownValues } from '../../../../server/domain/generate/known-values.ts';
import type { Json, JsonObject } from '../../../../server/domain/json/json.ts';
import { largestPiece } from '../../../support/largest-piece.ts';

test('KnownValues sorts values by type', () => {
  const object = { a: 1 };
  const all = ['x', 2, true, null, object, [3], 4, false];
  expect(new KnownValues(all)).toMatchObject({
    all,
    texts: ['x'],
    numbers: [2, 4],
    booleans: [true, false],
    objects: [object],
    range: [2, 4],
  });
});

test.each<[readonly Json[], KnownValues['range']]>([
  [[], undefined],
  [[5], undefined],
  [[5, '9'], undefined],
  [
    [5, 1, 3],
    [1, 5],
  ],
])('the range of %j is %j', (values, range) => {
  expect(new KnownValues(values).range).toEqual(range);
});

const first = Date.UTC(2024, 0, 1);
const day = 86_400_000;

test.each<[readonly Json[], string | undefined, KnownValues['span']]>([
  [[], undefined, undefined],
  [[1], undefined, undefined],
  [['2024-01-01'], 'date', undefined],
  [['2024-01-02', '2024-01-01', 5], 'date', [first, first + day]],
  [['2024-01-02', '2024-01-01T00:00:00Z'], 'date-time', [first, first + day]],
  [['2024-01-01', '2024-01-02', 'soon'], undefined, [first, first + day]],
  [['ann@mail.test', 'a.b@c.d'], 'email', undefined],
  [['ann@mail.test', 'ann'], undefined, undefined],
  [['to ann@mail.test'], undefined, undefined],
  [['ann@mail.test now'], undefined, undefined],
  [['ann@mail'], undefined, undefined],
  [['@mail.test'], undefined, undefined],
])('the texts of %j have the format %s and the span %j', (values, format, span) => {
  const known = new KnownValues(values);
  expect([known.format, known.span]).toEqual([format, span]);
});

test('KnownPlaces finds the values of members and elements', () => {
  const places = new KnownPlaces([
    { a: 1, list: [{ b: 'x' }, { b: 'y' }, 7] },
    { a: null, list: [], 'a.b': true },
  ]);
  expect(places.at(['a']).all).toEqual([1, null]);
  expect(places.at(['a'])).toBe(places.at(['a']));
  expect(places.at(['list']).all).toHaveLength(2);
  expect(places.at(['list', element]).all).toEqual([{ b: 'x' }, { b: 'y' }, 7]);
  expect(places.at(['list', element, 'b']).texts).toEqual(['x', 'y']);
  expect(places.at(['a.b']).booleans).toEqual([true]);
  expect(places.at(['a', 'b']).all).toEqual([]);
  expect(places.at([]).objects).toHaveLength(2);
});

test('KnownPlaces knows how many of the objects have a member', () => {
  const places = new KnownPlaces([{ a: 1, of: { b: 1 } }, { a: 2, of: {} }, { a: 3 }, {}]);
  expect(places.frequency(['a'])).toBe(0.75);
  expect(places.frequency(['of', 'b'])).toBe(0.5);
  expect(places.frequency(['c'])).toBe(0);
  expect(places.frequency(['none', 'c'])).toBeUndefined();
});

test.each<[string | undefined, readonly Json[], readonly Json[]]>([
  ['A10', ['A7', 'A8', 'A9'], []],
  ['A-010', ['A-007', 'A-009', 'A-008'], []],
  ['A21', ['A7', 'A8', 'A9'], ['A20', 'A3', 'B', '', 'A30x', 500, null]],
  [undefined, ['A7', 'A8'], []],
  [undefined, ['A7', 'A8', 'A8'], []],
  [undefined, ['A7', 'A8', 'A9', 'B'], []],
  [undefined, ['A7', 'A8', 'A9', 10], []],
])('the number %s follows those of %j among %j', (next, values, others) => {
  const places = new KnownPlaces(values.map((code) => ({ code })));
  finish(places.continueAfter([...values, ...others].map((code) => ({ code }))));
  expect(places.at(['code']).numbered?.next(new Dice(1, 0), 5)).toBe(next);
});

test('numbers of texts continue those that are known, and a text that is too long leaves the number free', () => {
  const dice = new Dice(1, 0);
  const places = new KnownPlaces(['A7', 'A8', 'A9'].map((code) => ({ code })));
  for (const { numbered } of [places.at(['code']), new KnownValues(['A7', 'A8', 'A9'])]) {
    expect([2, 3, 2, 3].map((longest) => numbered?.next(dice, longest))).toEqual([undefined, 'A10', undefined, 'A11']);
  }
});

test('numbers are looked up in all records with pauses', () => {
  const places = new KnownPlaces(['A7', 'A8', 'A9'].map((code) => ({ code })));
  const more = Array.from({ length: 5 * pieceLength }, (_, index) => ({ code: `A${index}` }));
  expect(largestPiece(places.continueAfter(more), () => 0).pauses).toBeGreaterThanOrEqual(5);
});

test('KnownPlaces keeps 500 values of a place and counts all', () => {
  const places = new KnownPlaces(Array.from({ length: 1000 }, (_, a): JsonObject => (a < 600 ? { a } : {})));
  expect(places.at(['a']).all).toHaveLength(500);
  expect(places.frequency(['a'])).toBe(0.6);
});

test('allowed values can be picked as often as they are known, and each at least once', () => {
  const known = new KnownValues(['on', 'on', 'off', 'on', 5]);
  const allowed = ['on', 'off', 'idle'];
  expect([...known.among(allowed)].sort()).toEqual(['idle', 'off', 'off', 'on', 'on', 'on', 'on']);
  expect(known.among(allowed)).toBe(known.among(allowed));
  expect(new KnownValues([]).among(allowed)).toEqual(allowed);
});
