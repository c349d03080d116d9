import { expect, test } from 'vitest';
import type { Json } from '../../../../server/domain/json/json.ts';
import { listIn } from '../../../../server/domain/recording/recorded-list.ts';

const records = [{ id: 1 }, { id: 2 }];

function read(body: Json, segment = 'users') {
  const list = listIn(body, segment);
  const { items, members, others } = list?.envelope ?? {};
  return list && { records: list.records, items, members: Object.fromEntries(members ?? []), others };
}

test('an array of objects is a list', () => {
  expect(listIn(records, 'users')).toEqual({ records, envelope: null });
  expect(listIn([], 'users')).toEqual({ records: [], envelope: null });
});

test.each<Json>([5, null, 'a', [1], [{ id: 1 }, null], {}, { users: 5 }, { users: [1] }, { id: 1, tags: [{ a: 1 }] }])(
  '%j is no list',
  (body) => {
    expect(listIn(body, 'users')).toBeUndefined();
  },
);

test.each(['users', 'items', 'Data', 'RESULTS', 'records', 'rows', 'content', 'value', 'values', 'entries', 'hits'])(
  'the member %s of an envelope is its list, whatever is beside it',
  (items) => {
    expect(read({ other: [{ a: 1 }], [items]: records, kind: 'x' })).toEqual({
      ...{ records, items, members: {}, others: ['other', 'kind'] },
    });
  },
);

test('the only list of an object is its list if the others tell of pages', () => {
  expect(read({ people: records, total: 5 })).toMatchObject({ items: 'people', members: { total: { value: 5 } } });
  expect(read({ people: records, name: 'x' })).toBeUndefined();
  expect(read({ people: records, others: records })).toBeUndefined();
});

test.each<[string, string, Json, Json]>([
  ['total', 'Total-Count', 5, '5'],
  ['limit', 'per_page', 5, 1.5],
  ['offset', 'startIndex', 0, null],
  ['page', 'currentPage', 1, 'a'],
  ['next', 'next_url', null, 5],
  ['next', 'next', '/a', true],
  ['prev', 'previous', '/a', 5],
  ['next_cursor', 'nextPageToken', 'a', 5],
])('the meaning %s has a member such as %s with %j, and not with %j', (meaning, name, value, other) => {
  expect(read({ items: records, [name]: value })).toMatchObject({
    members: { [meaning]: { name, value } },
    others: [],
  });
  expect(read({ items: records, [name]: other })).toMatchObject({ members: {}, others: [name] });
});

test('the first member of a meaning counts', () => {
  expect(read({ total: 1, count: 2, items: [] })).toMatchObject({
    ...{ members: { total: { name: 'total', value: 1 } }, others: ['count'] },
  });
});
