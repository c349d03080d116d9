import fc from 'fast-check';
import { expect, test } from 'vitest';
import { SharedCollection } from '../../../../server/domain/records/shared-collection.ts';
import { rounds } from '../../../support/rounds.ts';
import { collectionOf, filter, pageOf, queryOf, records, sort, valuesOf } from './list-arbitraries.ts';
import { referenceList } from './reference-list.ts';

test('agrees with the reference on every record: filtered out, before, on or after the page', () => {
  fc.assert(
    fc.property(
      records,
      filter,
      sort,
      fc.integer({ min: 1, max: 5 }),
      fc.nat(12),
      (values, where, order, limit, at) => {
        const collection = collectionOf(values);
        const all = referenceList(valuesOf(collection), 'id', order.terms, where.matches).map(({ id }) => String(id));
        const query = queryOf(where.text, order.text, `limit=${limit}&offset=${at}`);
        const { explainer } = pageOf(collection, query);
        const { page } = explainer.explain();
        for (const { id } of collection.snapshot()) {
          const place = all.indexOf(id);
          const onPage = all.slice(at, at + limit).includes(id);
          const wanted = place < 0 ? 'refused' : onPage ? 'on' : place < at && page.returned > 0 ? 'before' : 'after';
          expect([id, explainer.explainRecord(id).place]).toEqual([id, wanted]);
        }
      },
    ),
    { numRuns: rounds(200) },
  );
});

const definition = { name: 'things', key: 'id', sort: null, time: 'at', schema: null };
const things = new SharedCollection(definition, [
  { id: 1, tag: 'a', price: 5, at: '2026-01-01' },
  { id: 2, tag: 'b', price: 9, at: '2026-01-02' },
  { id: 3, tag: 'a', price: 9, at: '2026-01-03' },
]);

function explained(query: string, id: string) {
  return pageOf(things, query).explainer.explainRecord(id);
}

test('a filtered-out record has the innermost condition that failed and the result of every condition', () => {
  const query = `filter=${encodeURIComponent('price gt 1 and (tag eq "a" or price lt 6)')}`;
  expect(explained(query, '2')).toEqual({
    id: '2',
    place: 'refused',
    holds: [false, true, false, false, false],
    refusedBy: 'tag eq "a" or price lt 6',
    detail: 'Record 2 is refused by tag eq "a" or price lt 6.',
  });
  expect(explained(query, '3')).toMatchObject({
    place: 'on',
    holds: [true, true, true, true, false],
    detail: 'Record 3 fits and is number 2 of 2 in the order: on this page.',
  });
});

test('explains a record outside the time window and a missing record', () => {
  const query = 'start_time=2026-01-01T00:00:00Z&end_time=2026-01-02T12:00:00Z';
  expect(explained(query, '3')).toMatchObject({ place: 'outside' });
  expect(explained(`${query}&sort=-price`, '3')).toMatchObject({ place: 'outside' });
  expect(explained(query, '2')).toMatchObject({ place: 'on' });
  expect(explained(query, '4')).toMatchObject({ place: 'unknown', detail: 'There is no record 4 in things now.' });
});
