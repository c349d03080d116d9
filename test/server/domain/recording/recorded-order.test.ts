import { expect, test } from 'vitest';
import type { JsonObject } from '../../../../server/domain/json/json.ts';
import { orderOf, timeMember } from '../../../../server/domain/recording/recorded-order.ts';

const listOf = (...values: readonly unknown[]) => values.map((a, index) => ({ id: index + 1, a }) as JsonObject);

test.each<[string, readonly JsonObject[], string | null | undefined]>([
  ['no record', [], null],
  ['one record', [{ id: 9 }], null],
  ['ascending keys', [{ id: 2 }, { id: 10 }], null],
  ['descending keys', [{ id: 10 }, { id: 2 }], '-id'],
  [
    'a number',
    [
      { id: 3, a: 2 },
      { id: 1, a: 10 },
      { id: 2, a: 11 },
    ],
    'a',
  ],
  [
    'a descending number',
    [
      { id: 2, a: 11 },
      { id: 3, a: 10 },
      { id: 1, a: 2 },
    ],
    '-a',
  ],
  [
    'a text',
    [
      { id: 3, a: 'B' },
      { id: 1, a: 'a' },
      { id: 2, a: 'b' },
    ],
    'a',
  ],
  [
    'equal values by ascending keys',
    [
      { id: 3, a: 1 },
      { id: 1, a: 2 },
      { id: 2, a: 2 },
    ],
    'a',
  ],
  [
    'equal values by descending keys',
    [
      { id: 3, a: 1 },
      { id: 2, a: 2 },
      { id: 1, a: 2 },
    ],
    '-id',
  ],
  [
    'descending values by ascending keys',
    [
      { id: 2, a: 2 },
      { id: 3, a: 2 },
      { id: 1, a: 1 },
    ],
    '-a',
  ],
  [
    'no member',
    [
      { id: 3, a: 1 },
      { id: 1, a: 3 },
      { id: 2, a: 2 },
    ],
    undefined,
  ],
  ['a member that one record lacks', [{ id: 3, a: 1 }, { id: 1, a: 2 }, { id: 2 }], undefined],
  [
    'a member of another type',
    [
      { id: 3, a: true },
      { id: 1, a: true },
      { id: 2, a: true },
    ],
    undefined,
  ],
  [
    'one key twice',
    [
      { id: 1, a: 2 },
      { id: 1, a: 1 },
    ],
    null,
  ],
  ['descending keys in text', [{ id: '10' }, { id: '9' }, { id: '8' }], '-id'],
  ['descending keys, those without one first', [{}, { id: 2 }, { id: 1 }], '-id'],
  [
    'numbers before texts',
    [
      { id: 3, a: 9 },
      { id: 2, a: '10' },
      { id: 4, a: '9' },
    ],
    'a',
  ],
  [
    'numbers among texts',
    [
      { id: 3, a: '10' },
      { id: 1, a: 9 },
      { id: 2, a: '90' },
    ],
    undefined,
  ],
  [
    'a name that no sort can have',
    [
      { id: 3, 'a b': 1 },
      { id: 1, 'a b': 2 },
      { id: 2, 'a b': 3 },
    ],
    undefined,
  ],
])('the order of a list by %s', (_, records, order) => {
  expect(orderOf([records], 'id', null)).toBe(order);
});

test('a key that no sort can name tells no order', () => {
  expect(orderOf([[{ 'a b': 2 }, { 'a b': 1 }]], 'a b', null)).toBeUndefined();
});

test('the order is that of all lists, and the time comes before other members', () => {
  const list = [
    { id: 3, a: 1, at: '2024-01-01' },
    { id: 1, a: 2, at: '2024-01-02' },
  ];
  expect(orderOf([list], 'id', null)).toBe('-id');
  const third = { id: 2, a: 3, at: '2024-01-03' };
  expect(orderOf([[...list, third]], 'id', 'at')).toBe('at');
  expect(orderOf([[...list, third]], 'id', null)).toBe('a');
  expect(
    orderOf(
      [
        list,
        [
          { id: 1, a: 2 },
          { id: 2, a: 1 },
        ],
      ],
      'id',
      null,
    ),
  ).toBeUndefined();
});

test('a list of a thousand records tells its order, whatever follows', () => {
  const list = listOf(...Array.from({ length: 1000 }, () => 1));
  expect(orderOf([[...list, { id: 0, a: 0 }]], 'id', null)).toBeNull();
  expect(orderOf([[...list.slice(1), { id: 0, a: 1 }]], 'id', null)).toBeUndefined();
});

test('the time is the likeliest member that is an instant in all records', () => {
  const at = '2024-01-01T00:00:00Z';
  expect(timeMember([])).toBeNull();
  expect(timeMember([{ name: 'a' }])).toBeNull();
  expect(timeMember([{ updated_at: at, 'Created-At': at }])).toBe('Created-At');
  expect(
    timeMember([
      { updated_at: at, created_at: at },
      { updated_at: at, created_at: 'soon' },
    ]),
  ).toBe('updated_at');
  expect(timeMember([{ time: 5 }])).toBe('time');
  expect(timeMember([{ time: at }, {}])).toBeNull();
});
