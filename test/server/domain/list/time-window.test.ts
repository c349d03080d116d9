import { expect, test } from 'vitest';
import {
  describeWindow,
  filterByWindow,
  isInstant,
  parseTimeWindow,
  type TimeWindow,
} from '../../../../server/domain/list/time-window.ts';
import { planOf } from '../views/plan-of.ts';
import { collectionOf } from './list-arbitraries.ts';

const day = 86_400_000;
const records = [-1, 0, 1, 2, 3].map((id) => ({
  id,
  price: id,
  tag: id % 2 ? 'odd' : 'even',
  in: { at: new Date(id * day).toISOString() },
}));
const { filter } = planOf(collectionOf(records), 'tag=odd', '');

test.each<[string, TimeWindow, readonly number[], readonly number[]]>([
  ['from a day on', { from: day, to: null }, [1, 2, 3], [1, 3]],
  ['before a day', { from: null, to: 2 * day }, [-1, 0, 1], [-1, 1]],
  ['between days', { from: day + 1, to: 3 * day + 1 }, [2, 3], [3]],
  ['before 1970 in part', { from: null, to: 1 }, [-1, 0], [-1]],
  ['from before 1970 on', { from: -day, to: null }, [-1, 0, 1, 2, 3], [-1, 1, 3]],
  ['an empty one', { from: day, to: day }, [], []],
  ['an open one', { from: null, to: null }, [-1, 0, 1, 2, 3], [-1, 1, 3]],
])('a window begins with its start and ends before its end: %s', (_, window, all, odd) => {
  const ids = (given: typeof filter) => {
    const { root } = filterByWindow(given, window, ['in', 'at']);
    return [...records, { id: 9, tag: 'odd' }].filter((record) => root.test(record)).map(({ id }) => id);
  };
  expect([ids(null), ids(filter)]).toEqual([all, odd]);
});

test('a filter with a window reads the members of both, and has a text of its own', () => {
  const window = { from: day, to: null };
  const texts = [
    filterByWindow(null, window, ['in', 'at']).text,
    filterByWindow(filter, window, ['in', 'at']).text,
    filterByWindow(filter, { from: null, to: day }, ['in', 'at']).text,
    filterByWindow(filter, { from: day, to: 2 * day }, ['in', 'at']).text,
  ];
  expect(new Set(texts).size).toBe(4);
  expect(filterByWindow(null, window, ['in', 'at']).members).toEqual(['in']);
  expect(filterByWindow(filter, window, ['in', 'at']).members).toEqual(['tag', 'in']);
  const of = filter && filterByWindow({ ...filter, members: null as never }, window, ['at']);
  expect(of?.members).toBeNull();
});

test.each<[TimeWindow, string]>([
  [{ from: 0, to: null }, 'from 1970-01-01T00:00:00.000Z on'],
  [{ from: null, to: 0 }, 'from any time to before 1970-01-01T00:00:00.000Z'],
  [{ from: 0, to: day }, 'from 1970-01-01T00:00:00.000Z to before 1970-01-02T00:00:00.000Z'],
])('the window %j is described', (window, description) => {
  const own = { ...window };
  expect([describeWindow(own), describeWindow(own)]).toEqual([description, description]);
});

test.each([
  [8.64e15, true],
  [-8.64e15, true],
  [8.64e15 + 1, false],
  ['0', false],
  [null, false],
])('isInstant of %j is %s', (value, expected) => {
  expect(isInstant(value)).toBe(expected);
});

test('a window in seconds reaches as far as dates do', () => {
  const definition = { name: 'things', key: 'id', sort: null, time: 'at', schema: null };
  const parse = (from: string, to: string) =>
    parseTimeWindow(
      new Map([
        ['from', from],
        ['to', to],
      ]),
      definition,
    );
  expect(parse('-8640000000000', '8640000000000')).toEqual({ ok: true, value: { from: -8.64e15, to: 8.64e15 } });
  expect(parse('-8640000000001', '0')).toMatchObject({ problem: { parameter: 'from' } });
  expect(parse('5', '4')).toMatchObject({
    problem: { parameter: 'to', detail: '"to" is before "from".', expected: '"from" or later' },
  });
});

test('a window may end before 1970, and another refusal names what is expected', () => {
  const definition = { name: 'things', key: 'id', sort: null, time: 'at', schema: null };
  const parse = (...given: readonly [string, string][]) => parseTimeWindow(new Map(given), definition);
  expect(parse(['to', '-1'])).toEqual({ ok: true, value: { from: null, to: -1000 } });
  expect(parse(['from', '1'])).toEqual({ ok: true, value: { from: 1000, to: null } });
  expect(parse(['start_time', 'soon'])).toMatchObject({
    problem: {
      parameter: 'start_time',
      detail: '"start_time" cannot be "soon".',
      expected: 'a date such as 2024-02-01 or a timestamp such as 2024-02-01T09:00:00Z (a plus is written %2B)',
    },
  });
});
