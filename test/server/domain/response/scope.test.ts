import { expect, test } from 'vitest';
import { finish } from '../../../../server/domain/basics/work.ts';
import type { JsonObject } from '../../../../server/domain/json/json.ts';
import {
  checkScope,
  isInScope,
  type Scope,
  wholeCollection,
  withScope,
} from '../../../../server/domain/response/scope.ts';
import { collectionOf } from './answers.ts';

const scopeOf = (members: Readonly<Record<string, string>>): Scope => ({
  ...wholeCollection,
  members: Object.entries(members).map(([name, value]) => ({ name, value })),
});
const ofUser = scopeOf({ userId: '7', area: 'north' });

test('a record of the whole collection has a path below its list', () => {
  expect(wholeCollection.recordPath('orders', 'a/b')).toBe('/api/orders/a%2Fb');
  expect(isInScope(wholeCollection, {})).toBe(true);
});

test.each<[JsonObject, boolean]>([
  [{ userId: '7', area: 'north' }, true],
  [{ userId: 7, area: 'north', more: 1 }, true],
  [{ userId: '8', area: 'north' }, false],
  [{ userId: '7', area: 'south' }, false],
  [{ userId: '7' }, false],
])('whether %j is at the path of user 7 in the north: %s', (value, isThere) => {
  expect(isInScope(ofUser, value)).toBe(isThere);
  expect(checkScope(ofUser, value).ok).toBe(isThere);
});

test('a record that belongs to another path is refused, with all members that say so', () => {
  expect(checkScope(ofUser, { userId: '8' })).toMatchObject({
    problem: {
      type: '/problems/invalid-record',
      detail: 'userId must be "7", as the path says.',
      errors: [
        { pointer: '/userId', detail: 'must be "7" at this path' },
        { pointer: '/area', detail: 'must be "north" at this path' },
      ],
    },
  });
  expect(checkScope(ofUser, { userId: 7, area: 1 })).toMatchObject({
    problem: {
      detail: 'area must be "north", as the path says.',
      errors: [{ pointer: '/area', detail: 'must be "north" at this path' }],
    },
  });
});

test.each([true, false])(
  'a record gets the members that it lacks, with numbers where all are (indexed: %s)',
  (isIndexed) => {
    const orders = collectionOf('orders', [
      { id: 1, userId: 1, area: 'a', mixed: 1, flag: true },
      { id: 2, userId: 2, area: 'b', mixed: 'x', flag: false },
    ]);
    if (isIndexed) finish(orders.indexFields());
    const added = (members: Readonly<Record<string, string>>, value: JsonObject = {}) =>
      withScope(scopeOf(members), value, orders);
    expect(added({ area: 'north' })).toEqual({ area: 'north' });
    expect(added({ area: '7', mixed: '7', flag: 'true', other: '7' })).toEqual({
      area: '7',
      mixed: '7',
      flag: 'true',
      other: '7',
    });
    expect(added({ userId: '7' }, { id: 3 })).toEqual({ id: 3, userId: isIndexed ? 7 : '7' });
    expect(added({ userId: '07' })).toEqual({ userId: '07' });
    expect(added({ userId: 'x' })).toEqual({ userId: 'x' });
    expect(added({ userId: '7' }, { userId: null })).toEqual({ userId: null });
    const whole = { userId: 1 };
    expect(added({ userId: '7' }, whole)).toBe(whole);
  },
);
