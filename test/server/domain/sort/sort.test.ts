import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Json, JsonObject } from '../../../../server/domain/json/json.ts';
import { newProbe } from '../../../../server/domain/sort/position.ts';
import { PositionTable } from '../../../../server/domain/sort/position-table.ts';
import { goesByInstant, Sort, type SortTerm, tiesReversed } from '../../../../server/domain/sort/sort.ts';
import { rounds } from '../../../support/rounds.ts';

const byN: SortTerm = { path: ['n'], descending: false, instant: false };

function recordOf(id: string, value: JsonObject) {
  return { id, value: { id, ...value } };
}

/** The values of `n` in the order of a term; undefined stands for a record without the member. */
function ordered(values: readonly (Json | undefined)[], term: Partial<SortTerm> = {}, keyDescending = false) {
  const sort = new Sort([{ ...byN, ...term }], keyDescending);
  const records = values.map((n, index) => recordOf(String(index), n === undefined ? {} : { n }));
  return records
    .toSorted((a, b) => sort.compare(sort.positionOf(a), sort.positionOf(b)))
    .map(({ value }) => ('n' in value ? value.n : undefined));
}

/** Values in their order: numbers, texts by code point, booleans. */
const ranked: readonly Json[] = [-1, 0, 2.5, 10, '', '10', '9', 'a', '\uFF5E', '\u{1F600}', false, true];

test('numbers come before texts, and texts before booleans; the other direction is the reverse', () => {
  fc.assert(
    fc.property(fc.shuffledSubarray([...ranked]), (values) => {
      const inOrder = ranked.filter((one) => values.includes(one));
      expect(ordered(values)).toEqual(inOrder);
      expect(ordered(values, { descending: true })).toEqual(inOrder.toReversed());
    }),
    { numRuns: rounds(200) },
  );
});

test('records without a value come last in both directions, unless the order begins with them', () => {
  expect(ordered([undefined, 1, 'a'])).toEqual([1, 'a', undefined]);
  expect(ordered([1, undefined, 'a'], { descending: true })).toEqual(['a', 1, undefined]);
  expect(ordered([1, 'a', undefined], { missingFirst: true })).toEqual([undefined, 1, 'a']);
  expect(ordered([1, undefined, 'a'], { descending: true, missingFirst: true })).toEqual([undefined, 'a', 1]);
});

test('null, arrays and objects count as no value, so that the key decides', () => {
  expect(ordered([null, [1], { a: 1 }, 5])).toEqual([5, null, [1], { a: 1 }]);
  expect(ordered([null, [1], { a: 1 }, 5], {}, true)).toEqual([5, { a: 1 }, [1], null]);
});

test('orders by instant in any notation; other values count as none', () => {
  const times = ['2024-01-02', 'soon', '2024-01-01T23:30:00-01:00', 1_704_067_200];
  expect(ordered(times, { instant: true })).toEqual([1_704_067_200, '2024-01-02', '2024-01-01T23:30:00-01:00', 'soon']);
  expect(goesByInstant(new Sort([{ ...byN, instant: true }], false))).toBe(true);
  expect(goesByInstant(new Sort([byN, { ...byN, instant: true }], false))).toBe(false);
  expect(goesByInstant(new Sort([], false))).toBe(false);
});

const terms: readonly SortTerm[] = [byN, { path: ['in', 'm'], descending: true, instant: false }];
const records = fc.array(
  fc.record({ n: fc.constantFrom<Json>(1, 2, 'a', null), in: fc.record({ m: fc.constantFrom<Json>(1, 'a', true) }) }),
  { minLength: 2, maxLength: 8 },
);

test('rows of tables stand in the order of their positions, for any number of terms', () => {
  fc.assert(
    fc.property(records, fc.nat(2), fc.boolean(), (values, width, keyDescending) => {
      const sort = new Sort(terms.slice(0, width), keyDescending);
      const table = new PositionTable(width);
      const all = values.map((value, index) => recordOf(String(index), value));
      for (const { id, value } of all) sort.append(value, Number(id), table);
      for (const [a, one] of all.entries()) {
        expect(table.at(a, newProbe())).toEqual(sort.positionOf(one));
        for (const [b, other] of all.entries()) {
          const order = Math.sign(sort.compare(sort.positionOf(one), sort.positionOf(other)));
          expect(Math.sign(sort.compareRows(table, a, table, b))).toBe(order);
          expect(order === 0).toBe(a === b);
        }
      }
    }),
    { numRuns: rounds(200) },
  );
});

test('later terms decide only between equal values of earlier ones', () => {
  const sort = new Sort(terms, false);
  const values: readonly JsonObject[] = [
    { n: 1, in: { m: 2 } },
    { n: 1, in: { m: 1 } },
    { n: 1 },
    { n: 2, in: { m: 3 } },
    { in: { m: 9 } },
  ];
  const order = values.map((value, index) => sort.positionOf(recordOf(String(9 - index), value)));
  expect(order.toReversed().toSorted((a, b) => sort.compare(a, b))).toEqual(order);
});

test('reversed ties keep the order of the values; an order by key alone has no ties', () => {
  const sort = new Sort([byN], false);
  expect(ordered([1, 1, 0], {}, tiesReversed(sort).keyDescending)).toEqual([0, 1, 1]);
  expect(tiesReversed(sort)).toMatchObject({ terms: [byN], keyDescending: true });
  expect(tiesReversed(tiesReversed(sort)).keyDescending).toBe(false);
  const byKey = new Sort([], false);
  expect(tiesReversed(byKey)).toBe(byKey);
});

test('reads the first member of each path', () => {
  expect(new Sort(terms, false).members).toEqual(['n', 'in']);
});

test('orders that differ have different texts', () => {
  const sorts = [
    new Sort([], false),
    new Sort([], true),
    new Sort([byN], false),
    new Sort([{ ...byN, descending: true }], false),
    new Sort([{ ...byN, instant: true }], false),
    new Sort([{ ...byN, missingFirst: true }], false),
    new Sort([{ ...byN, path: ['n', 'm'] }], false),
    new Sort([{ ...byN, path: ['n.m'] }], false),
    new Sort([byN, byN], false),
  ];
  expect(new Set(sorts.map(({ text }) => text)).size).toBe(sorts.length);
  expect(new Sort([byN], false).text).toBe(new Sort([{ ...byN, missingFirst: false }], false).text);
});

test('different orders have different texts, and equal ones the same', () => {
  const text = (term: Partial<SortTerm>, keyDescending = false) => new Sort([{ ...byN, ...term }], keyDescending).text;
  const texts = [
    text({}),
    text({ path: ['m'] }),
    text({ path: ['n', 'm'] }),
    text({ descending: true }),
    text({ instant: true }),
    text({ missingFirst: true }),
    text({}, true),
  ];
  expect(new Set(texts).size).toBe(texts.length);
  expect(text({ missingFirst: false })).toBe(text({}));
});

test('each value comes before every later one of another type, whichever of them is asked about first', () => {
  const sort = new Sort([byN], false);
  const values: readonly Json[] = [-1, 10, '', '9', 'a', false, true, null];
  const positions = values.map((n, index) => sort.positionOf(recordOf(String(9 - index), { n })));
  for (const [a, one] of positions.entries()) {
    const signs = positions.map((other) => Math.sign(sort.compare(one, other)));
    expect(signs).toEqual(positions.map((_, b) => Math.sign(a - b)));
  }
});

test.each([1, 2])('rows of a table of %i values compare by all of them', (width) => {
  const sort = new Sort(terms.slice(0, width), false);
  const table = new PositionTable(width);
  const values = [1, 2, 3].flatMap((n) => [3, 2, 1].map((m): JsonObject => ({ n, in: { m } })));
  for (const [key, value] of values.entries()) sort.append(value, key, table);
  const places = [...values.keys()];
  for (const a of places) {
    const signs = places.map((b) => Math.sign(sort.compareRows(table, a, table, b)));
    expect(signs).toEqual(places.map((b) => Math.sign(a - b)));
  }
});
