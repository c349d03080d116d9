import { expect, test } from 'vitest';
import { finish, wholeRecordsLength } from '../../../server/domain/basics/work.ts';
import { SharedCollection } from '../../../server/domain/records/shared-collection.ts';
import { addedRecords, recordPage } from '../../../server/editing/record-page.ts';
import { largestPiece } from '../../support/largest-piece.ts';
import { watchedRecords } from '../../support/watched-records.ts';

function people() {
  const definition = { name: 'users', key: 'userId', sort: null, time: null, schema: null };
  return new SharedCollection(definition, [
    { userId: '10', name: 'Ada Lovelace', status: 'active', address: { city: 'London' } },
    { userId: '9', name: 'Grace Hopper', status: 'inactive', tags: ['navy', 'COBOL'] },
    { userId: '8', name: 'Alan Turing', status: 'active', age: 41 },
  ]);
}

type Input = { query?: string; search?: string; only?: 'changed'; also?: string; offset?: number; limit?: number };

function ids(input: Input, collection = people()) {
  const page = finish(recordPage(collection, { collection: 'users', offset: 0, limit: 10, ...input }));
  return page.ok ? page.value.rows.map(({ id }) => id) : page.problem.type;
}

test('a page has the default order and starts at its offset', () => {
  expect(ids({})).toEqual(['8', '9', '10']);
  expect(ids({ offset: 1, limit: 1 })).toEqual(['9']);
  expect(ids({ offset: 3 })).toEqual([]);
});

test('a query uses the grammar of the mock API', () => {
  expect(ids({ query: 'status=active&sort=-name' })).toEqual(['8', '10']);
  expect(ids({ query: 'filter=age%20gt%2040' })).toEqual(['8']);
  expect(ids({ query: 'nobody=1' })).toBe('/problems/unknown-field');
  expect(ids({ query: 'sort=nobody' })).toBe('/problems/unknown-field');
  expect(ids({ query: 'status=%zz' })).toBe('/problems/bad-parameter');
});

test.each([
  ['ada', ['10']],
  ['LONDON', ['10']],
  ['cobol', ['9']],
  ['41', ['8']],
  ['active', ['8', '9', '10']],
  ['nothing of it', []],
])('a search for %s looks into every member', (search, found) => {
  expect(ids({ search })).toEqual(found);
});

test('a search narrows any filter', () => {
  expect(ids({ query: 'status=active', search: 'a' })).toEqual(['8', '10']);
  expect(ids({ query: 'filter=status eq "inactive" or age gt 40', search: 'turing' })).toEqual(['8']);
});

test('a record that does not match is listed on wish, in its place of the order', () => {
  expect(ids({ search: 'ada', also: '9' })).toEqual(['9', '10']);
  expect(ids({ query: 'status=active&sort=-name', also: '9' })).toEqual(['9', '8', '10']);
  expect(ids({ search: 'ada', also: '10' })).toEqual(['10']);
  expect(ids({ search: 'ada', also: 'nobody' })).toEqual(['10']);
  const collection = people();
  collection.write('8', { userId: '8', name: 'Alan' });
  expect(ids({ only: 'changed', also: '9' }, collection)).toEqual(['8', '9']);
  expect(ids({ only: 'changed', search: 'alan', also: '8' }, collection)).toEqual(['8']);
});

test("a row gives the live record and its fixture at the page's revision", () => {
  const collection = people();
  collection.write('8', { userId: '8', name: 'Alan' });
  const page = finish(recordPage(collection, { collection: 'users', offset: 0, limit: 1 }));
  expect(page).toEqual({
    ok: true,
    value: {
      rows: [
        {
          id: '8',
          live: { userId: '8', name: 'Alan' },
          fixture: { userId: '8', name: 'Alan Turing', status: 'active', age: 41 },
          version: 2,
        },
      ],
      total: 3,
      revision: collection.revision,
    },
  });
});

test('the page of changed records includes deleted ones, filtered and sorted by their fixture', () => {
  const collection = people();
  expect(ids({ only: 'changed' }, collection)).toEqual([]);
  collection.remove('10');
  collection.write('8', { userId: '8', name: 'Alan', status: 'active' });
  collection.write('11', { userId: '11', name: 'Grace', status: 'active' });
  expect(ids({ only: 'changed' }, collection)).toEqual(['8', '10', '11']);
  expect(ids({ only: 'changed', query: 'sort=-name' }, collection)).toEqual(['11', '8', '10']);
  expect(ids({ only: 'changed', search: 'ada' }, collection)).toEqual(['10']);
  expect(ids({ only: 'changed', query: 'name=Grace' }, collection)).toEqual(['11']);
  expect(ids({ only: 'changed', offset: 1, limit: 1 }, collection)).toEqual(['10']);
  collection.reset('10');
  expect(ids({ only: 'changed' }, collection)).toEqual(['8', '11']);
});

test('a page stays correct while records change', () => {
  const collection = people();
  for (let round = 0; round < 3; round++) expect(ids({ search: 'grace' }, collection)).toEqual(['9']);
  collection.write('9', { userId: '9', name: 'Nobody' });
  collection.write('11', { userId: '11', name: 'Gracie' });
  expect(ids({ search: 'grac' }, collection)).toEqual(['11']);
  expect(ids({ search: 'grace' }, collection)).toEqual([]);
});

test('a search, and the index of the fields before it, pause every few records, because one may have thousands of members', () => {
  const fixtures = Array.from({ length: 64 }, (_, index) => ({ userId: String(index), name: 'Ada' }));
  const definition = { name: 'users', key: 'userId', sort: null, time: null, schema: null };
  const collection = new SharedCollection(definition, fixtures);
  const indexing = [...collection.indexFields()].length;
  const input = { collection: 'users', offset: 0, limit: 10 };
  const pausesOf = (search: string) => [...recordPage(collection, { ...input, search })].length;
  expect([indexing, pausesOf('nowhere') - pausesOf('')]).toEqual([32, 32]);
});

test.each([
  [['10', '9'], { first: '9', count: 2, areTogether: true }],
  [['10', '8'], { first: '10', count: 2, areTogether: false }],
  [['9', 'gone'], { first: '9', count: 2, areTogether: false }],
])('new records %j are together if no other stands between them', (created, added) => {
  expect(finish(addedRecords(people(), new Set(created)))).toEqual({ collection: 'users', ...added });
});

test.each([[[]], [['gone']]])('there is no place for the new records %j', (created) => {
  expect(finish(addedRecords(people(), new Set<string>(created)))).toBeNull();
});

test('a search of changed records reads a few at a time, because one may have thousands of members', () => {
  const { records, moves } = watchedRecords(20);
  const things = new SharedCollection({ name: 'things', key: 'id', sort: null, time: null, schema: null }, []);
  for (const record of records) things.write(String(record.id), record);
  finish(things.indexFields());
  const input = { collection: 'things', search: 'nowhere', only: 'changed', offset: 0, limit: 10 } as const;
  expect(largestPiece(recordPage(things, input), moves).largest).toBe(wholeRecordsLength);
});
