import fc from 'fast-check';
import { expect, test } from 'vitest';
import { finish } from '../../../../server/domain/basics/work.ts';
import type { Filter } from '../../../../server/domain/filter/filter.ts';
import { countNodes } from '../../../../server/domain/filter/filter-explain.ts';
import type { Overlay } from '../../../../server/domain/records/record-source.ts';
import { StoredRecord } from '../../../../server/domain/records/stored-record.ts';
import type { Sort } from '../../../../server/domain/sort/sort.ts';
import type { OrderedRecords } from '../../../../server/domain/views/ordered-records.ts';
import { areTooMany, overlaid } from '../../../../server/domain/views/overlaid-records.ts';
import { collectionOf } from '../list/list-arbitraries.ts';
import { planOf } from './plan-of.ts';

type Value = { readonly price: number; readonly tag: string };

const collection = collectionOf([{ id: 0, price: 0, tag: 'a' }]);
const value = fc.record({ price: fc.integer({ min: 0, max: 4 }), tag: fc.constantFrom('a', 'b') });
const records = fc.dictionary(fc.nat(30).map(String), value, { maxKeys: 20 });
const change = fc.dictionary(fc.nat(30).map(String), fc.option(value), { maxKeys: 8 });

function stored(values: ReadonlyMap<string, Value>): readonly StoredRecord[] {
  return Array.from(values, ([id, one]) => new StoredRecord(id, { id: Number(id), ...one }, 1));
}

/** The records that pass, sorted and counted by plain arrays. */
function orderedOf(all: readonly StoredRecord[], filter: Filter | null, sort: Sort, revision: number): OrderedRecords {
  const counts = filter?.nodes.map(() => 0) ?? [];
  const passing = all.filter((one) => !filter || countNodes(filter, one.value, counts, 1));
  const list = passing.toSorted((a, b) => sort.compare(sort.positionOf(a), sort.positionOf(b)));
  return {
    ...{ total: list.length, size: all.length, revision, moment: revision, counts },
    *slice(start, end) {
      yield;
      return list.slice(Math.max(0, start), Math.max(0, end));
    },
    *count(standsBefore) {
      yield;
      return list.filter((one) => standsBefore(sort.positionOf(one))).length;
    },
  };
}

/** The changes that turn the values into others; null removes a record. */
function overlayOf(before: ReadonlyMap<string, Value>, changed: Readonly<Record<string, Value | null>>): Overlay {
  const changes = Object.entries(changed).map(([id, after]) => {
    const old = before.get(id);
    const of = (one: Value | null | undefined) => (one ? stored(new Map([[id, one]]))[0] : undefined);
    return { id, before: of(old), after: of(after) };
  });
  return { changes: changes as unknown as Overlay['changes'], revision: 9 };
}

test.each(['', 'tag=a'])('overlaid records with the filter "%s" equal filtering and sorting all records', (where) => {
  fc.assert(
    fc.property(records, change, fc.constantFrom('sort=price', 'sort=-price', ''), (given, changed, order) => {
      const { filter, sort } = planOf(collection, where, order);
      const before = new Map(Object.entries(given));
      const after = new Map([...before, ...Object.entries(changed)].filter(([id]) => changed[id as string] !== null));
      const expected = orderedOf(stored(after as ReadonlyMap<string, Value>), filter, sort, 9);
      const below = orderedOf(stored(before), filter, sort, 1);
      const found = finish(
        overlaid(
          { revision: 1 },
          function* () {
            yield;
            return below;
          },
          () => overlayOf(before, changed),
          filter,
          sort,
        ),
      );
      const { total, size, revision, counts } = expected;
      expect(found).toMatchObject({ total, size, revision, counts, moment: 1 });
      const whole = finish(expected.slice(0, total));
      for (let start = 0; start <= total + 1; start++) {
        for (const end of [start, start + 1, start + 3, total]) {
          expect(finish(found.slice(start, end)).map(({ id }) => id)).toEqual(
            whole.slice(start, end).map(({ id }) => id),
          );
        }
        const probe = whole[start];
        if (!probe) continue;
        const place = sort.positionOf(probe);
        expect(finish(found.count((position) => sort.compare(position, place) < 0))).toBe(start);
      }
    }),
  );
});

test('overlaid records are read again if the source has changed meanwhile', () => {
  const { sort } = planOf(collection, '', '');
  const source = { revision: 1 };
  const old = new Map([['1', { price: 1, tag: 'a' }]]);
  const present = new Map([...old, ['2', { price: 2, tag: 'a' }] as const]);
  const found = finish(
    overlaid(
      source,
      function* () {
        yield;
        source.revision = 2;
        return orderedOf(stored(present), null, sort, 2);
      },
      () => (source.revision === 1 ? overlayOf(old, {}) : overlayOf(present, { '1': null })),
      null,
      sort,
    ),
  );
  expect([found.moment, found.total]).toEqual([2, 1]);
});

/** The source of these values under an overlay of these changes, for records by price. */
function overlaidOf(given: Readonly<Record<string, Value>>, changed: Readonly<Record<string, Value | null>>) {
  const { filter, sort } = planOf(collection, 'tag=a', 'sort=price');
  const before = new Map(Object.entries(given));
  const below = orderedOf(stored(before), filter, sort, 1);
  function* source() {
    yield;
    return below;
  }
  return overlaid({ revision: 1 }, source, () => overlayOf(before, changed), filter, sort);
}

test('records of an overlay are counted and found beside, behind and without those of the source', () => {
  const a = (price: number): Value => ({ price, tag: 'a' });
  const given = { 1: a(1), 2: a(3), 3: a(5), 4: { price: 2, tag: 'b' } };
  const found = finish(overlaidOf(given, { 2: a(9), 3: null, 4: a(0), 5: a(2), 6: { price: 2, tag: 'b' } }));
  expect([found.total, found.size, found.counts]).toEqual([4, 5, [4]]);
  expect(finish(found.slice(0, 9)).map(({ id }) => id)).toEqual(['4', '1', '5', '2']);
  expect([4, 5, 50].map((start) => finish(found.slice(start, start + 3)))).toEqual([[], [], []]);
});

test('records of an overlay are found where the source has none', () => {
  const found = finish(overlaidOf({}, { 1: { price: 1, tag: 'a' }, 2: { price: 0, tag: 'a' } }));
  expect(finish(found.slice(0, 9)).map(({ id }) => id)).toEqual(['2', '1']);
  expect(finish(found.slice(1, 9)).map(({ id }) => id)).toEqual(['1']);
});

test('records of an overlay are filtered in pieces', () => {
  const many = Object.fromEntries(Array.from({ length: 512 }, (_, id) => [id, { price: id, tag: 'b' }]));
  expect([...overlaidOf({}, many)]).toHaveLength(3);
});

test.each([
  [16, 2],
  [8_000, 1_000],
  [65_536, 8_192],
  [1_000_000, 8_192],
])(
  'changes of %i records are too many beyond %i: an eighth, and what is collected without a pause',
  (records, most) => {
    expect([areTooMany(most, records), areTooMany(most + 1, records)]).toEqual([false, true]);
  },
);
