import fc from 'fast-check';
import { expect, test } from 'vitest';
import { finish } from '../../../../server/domain/basics/work.ts';
import type { Filter } from '../../../../server/domain/filter/filter.ts';
import { countNodes } from '../../../../server/domain/filter/filter-explain.ts';
import type { Overlay } from '../../../../server/domain/records/record-source.ts';
import { StoredRecord } from '../../../../server/domain/records/stored-record.ts';
import type { Sort } from '../../../../server/domain/sort/sort.ts';
import type { OrderedRecords } from '../../../../server/domain/views/ordered-records.ts';
import { overlaid } from '../../../../server/domain/views/overlaid-records.ts';
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
