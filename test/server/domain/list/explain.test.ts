import { expect, test } from 'vitest';
import { finish } from '../../../../server/domain/basics/work.ts';
import { listRecords } from '../../../../server/domain/list/list.ts';
import type { ListOptions } from '../../../../server/domain/list/list-plan.ts';
import { noListQuirks } from '../../../../server/domain/list/list-quirks.ts';
import { SharedCollection } from '../../../../server/domain/records/shared-collection.ts';
import { StoredRecord } from '../../../../server/domain/records/stored-record.ts';
import { options, pageOf } from './list-arbitraries.ts';

const definition = { name: 'things', key: 'id', sort: null, time: 'at', schema: null };
const things = new SharedCollection(
  definition,
  [1, 2, 3, 4, 5].map((id) => ({ id, tag: id % 2 ? 'odd' : 'even', in: { n: id }, at: `2026-01-0${id}` })),
);
const overlay = () => ({
  changes: [2, 3].map((id) => {
    const before = things.get(String(id));
    const value = { id, tag: 'laid', in: { n: 0 }, at: id === 2 ? '2026-01-04T12:00:00Z' : '2026-01-03' };
    return { id: String(id), before, after: new StoredRecord(String(id), value, 1) };
  }),
  revision: things.revision,
});

function resultOf(query: string, changed: Partial<ListOptions> = {}) {
  return finish(listRecords(things, query, { ...options, ...changed }));
}

function listed(query: string, changed?: Partial<ListOptions>) {
  const result = resultOf(query, changed);
  if (!result.ok) throw new Error(result.problem.detail);
  return result.value;
}

const ids = (query: string, changed?: Partial<ListOptions>) => listed(query, changed).records.map(({ id }) => id);

const cursorOf = (query: string) => {
  const { place } = listed(query);
  return 'nextCursor' in place ? place.nextCursor : '';
};

test.each<[query: () => string, detail: string]>([
  [() => 'limit=2', 'Offset 0, limit 2: records 1 to 2 of 5.'],
  [() => 'limit=2&offset=4', 'Offset 4, limit 2: record 5 of 5.'],
  [() => 'offset=9', 'Offset 9, limit 5: no record of 5.'],
  [() => 'page=2&per_page=2', 'Page 2 of 3, 2 each: records 3 to 4 of 5.'],
  [() => 'cursor=&limit=2', 'Limit 2, from the start: records 1 to 2 of 5.'],
  [() => `cursor=${cursorOf('cursor=&limit=2')}&limit=2`, 'Limit 2, after "2": records 3 to 4 of 5.'],
  [() => 'since_id=&limit=2', 'Limit 2, from the start: records 1 to 2 of 5.'],
  [() => 'since_id=3&limit=2', 'Limit 2, after "3": records 4 to 5 of 5.'],
  [() => 'start_time=2026-01-02&limit=2', 'Limit 2, from 2026-01-02T00:00:00.000Z on: records 1 to 2 of 4.'],
  [
    () => 'start_time=2026-01-02&end_time=2026-01-04',
    'Limit 5, from 2026-01-02T00:00:00.000Z to before 2026-01-04T00:00:00.000Z: records 1 to 2 of 2.',
  ],
  [() => 'end_time=2026-01-02', 'Limit 5, from any time to before 2026-01-02T00:00:00.000Z: record 1 of 1.'],
  [
    () => `cursor=${cursorOf('start_time=2026-01-02&limit=2')}`,
    'Limit 5, after "3", from 2026-01-02T00:00:00.000Z on: records 3 to 4 of 4.',
  ],
])('%o is explained as %j', (query, detail) => {
  const { explainer } = listed(query());
  expect(explainer.explain().page.detail).toBe(detail);
  // A second time from what the first one kept.
  expect(explainer.explain().page.detail).toBe(detail);
});

test.each<[query: string, changed: Partial<ListOptions>, detail: string]>([
  ['since_id=', { quirks: { ...noListQuirks, sinceNewestFirst: true } }, 'Limit 5, newest first: records 1 to 5 of 5.'],
  [
    'since_id=3',
    { quirks: { ...noListQuirks, sinceNewestFirst: true } },
    'Limit 5, newest first, after "3": records 4 to 5 of 5.',
  ],
  [
    'page=1&per_page=2',
    { quirks: { ...noListQuirks, firstPage: 0 } },
    'Page 1 of 3, counted from 0, 2 each: records 3 to 4 of 5.',
  ],
  ['_start=1&_end=3', { dialect: 'json-server-0.17' }, 'From index 1 to before 3: records 2 to 3 of 5.'],
  ['', { dialect: 'json-server-0.17' }, 'All records: records 1 to 5 of 5.'],
])('%s with %j is explained as %j', (query, changed, detail) => {
  expect(listed(query, changed).explainer.explain().page.detail).toBe(detail);
});

test('explains filter, order and page with the counts of each condition', () => {
  const query = 'tag=odd&sort=-in.n&limit=2';
  expect(listed(query).explainer.explain()).toMatchObject({
    filter: { text: 'tag eq exact "odd"', matches: 3 },
    sort: [
      { field: 'in.n', descending: true },
      { field: 'id', descending: false },
    ],
    page: { style: 'offset', first: 1, returned: 2 },
    size: 5,
    matched: 3,
    ignored: [],
  });
  const windowed = listed('tag=odd&sort=in.n&start_time=2026-01-02').explainer.explain();
  expect(windowed).toMatchObject({ filter: { text: 'tag eq exact "odd"', matches: 3 }, matched: 2 });
  expect(listed('sort=-id').explainer.explain().sort).toEqual([{ field: 'id', descending: true }]);
});

test('shares the explanation of repeated responses as long as their figures are the same', () => {
  const own = new SharedCollection(definition, [{ id: 1, at: null }]);
  const explain = (query: string, quirks = noListQuirks) => {
    const result = finish(listRecords(own, query, { ...options, quirks }));
    return result.ok ? result.value.explainer : undefined;
  };
  // The second request has a view.
  explain('limit=2');
  explain('limit=2');
  const first = explain('limit=2');
  expect(explain('limit=2')).toBe(first);
  expect(explain('limit=3')).not.toBe(first);
  expect(explain('limit=2', { ...noListQuirks, totalOffByOne: true })).not.toBe(first);
  own.write('2', { id: 2, at: null });
  expect(explain('limit=2')).toMatchObject({ size: 2, matched: 2, returned: 2 });
  expect(first).toMatchObject({ size: 1, matched: 1, returned: 1 });
  const laid = finish(listRecords(own, 'limit=2', options, () => ({ changes: [], revision: own.revision })));
  expect(laid.ok && laid.value.explainer).not.toBe(explain('limit=2'));
});

test.each([
  ['limit=2&offset=2', '1', 'before', 'is number 1 of 5 in the order: before this page.'],
  ['limit=2&offset=2', '3', 'on', 'is number 3 of 5 in the order: on this page.'],
  ['limit=2&offset=2', '4', 'on', 'is number 4 of 5 in the order: on this page.'],
  ['limit=2&offset=2', '5', 'after', 'is number 5 of 5 in the order: after this page.'],
  ['offset=9', '5', 'after', 'is number 5 of 5 in the order: after this page.'],
  ['start_time=2026-01-02&limit=1', '2', 'on', 'is number 1 of 4 in the order: on this page.'],
  ['start_time=2026-01-02&limit=1', '3', 'after', 'is number 2 of 4 in the order: after this page.'],
])('%s: the place of record %s is %s the page', (query, id, place, end) => {
  const explanation = listed(query).explainer.explainRecord(id);
  expect(explanation).toEqual({ id, place, holds: [], refusedBy: null, detail: `Record ${id} fits and ${end}` });
});

test('explains a record before the time window', () => {
  const { explainer } = listed('start_time=2026-01-02');
  expect(explainer.explainRecord('1')).toEqual({
    id: '1',
    place: 'outside',
    holds: [],
    refusedBy: null,
    detail: 'Record 1 is outside the time window.',
  });
  expect(explainer.explainRecord('9')).toMatchObject({ place: 'unknown', holds: [] });
});

test('explains a record as the scenario changes it', () => {
  const { explainer } = pageOf(things, 'tag=laid', overlay);
  expect(explainer.explainRecord('3')).toMatchObject({ place: 'on', holds: [true] });
  expect(explainer.explainRecord('1')).toMatchObject({ place: 'refused', holds: [false] });
});

test('since_id continues at the time that a record has, also in a scenario that changes it', () => {
  const after = (id: string, laid?: typeof overlay) =>
    pageOf(things, `since_id=${id}&sort=at`, laid).records.map((record) => record.id);
  const own = new SharedCollection({ ...definition, sort: null }, [{ id: 1, at: null }]);
  expect(after('2')).toEqual(['3', '4', '5']);
  expect(after('2', overlay)).toEqual(['5']);
  expect(after('1', overlay)).toEqual(['3', '4', '2', '5']);
  expect(finish(listRecords(own, 'since_id=7&sort=at', options))).toMatchObject({
    ok: false,
    problem: {
      type: '/problems/bad-parameter',
      detail: 'The time of "7" is not known: there is no such record, or it was removed long ago.',
      parameter: 'since_id',
      expected: 'the id of a record, or an order by key, which knows the place of every id',
    },
  });
});

test('a time window begins with its first instant and ends before its last, in both directions and with any order', () => {
  const window = 'start_time=2026-01-02&end_time=2026-01-04';
  expect(ids(window)).toEqual(['2', '3']);
  expect(ids(`${window}&order=desc`)).toEqual(['3', '2']);
  expect(ids(`${window}&sort=-in.n`)).toEqual(['3', '2']);
  expect(ids(`${window}&sort=in.n&tag=even`)).toEqual(['2']);
  expect(ids('start_time=2026-01-04&sort=-in.n')).toEqual(['5', '4']);
  expect(ids('end_time=2026-01-03&sort=-in.n')).toEqual(['2', '1']);
  expect(ids('start_time=2026-01-04&order=desc')).toEqual(['5', '4']);
});

test('pages differ by the scope of a list', () => {
  const scoped = (tag: string) => ids('limit=2', { scope: [{ name: 'tag', value: tag }] });
  expect([scoped('odd'), scoped('even'), ids('limit=2')]).toEqual([
    ['1', '3'],
    ['2', '4'],
    ['1', '2'],
  ]);
});

test.each<[query: string, problem: object]>([
  ['limit=9999', { detail: '"limit" cannot be "9999".', expected: 'an integer from 1 to 1000' }],
  ['offset=x', { detail: '"offset" cannot be "x".', expected: 'an integer from 0 on' }],
  ['offset=1&cursor=', { detail: '"offset" and "cursor" cannot be used together.', parameters: ['offset', 'cursor'] }],
  ['page=1&limit=2', { detail: '"page" and "limit" cannot be used together.', parameters: ['page', 'limit'] }],
  [
    'offset=1&cursor=&limit=3',
    {
      parameters: ['offset', 'cursor'],
      expected: 'limit with offset, cursor, since_id, from and to, or start_time and end_time; or page with per_page',
    },
  ],
  ['from=2&to=1', { detail: '"to" is before "from".', parameter: 'to', expected: '"from" or later' }],
  ['start_time=x', { detail: '"start_time" cannot be "x".', parameter: 'start_time' }],
  ['end_time=2026-01-01&start_time=2026-01-02', { detail: '"end_time" is before "start_time".' }],
  ['from=-8640000000001', { parameter: 'from', expected: 'an integer from -8640000000000 to 8640000000000' }],
])('%s is refused', (query, problem) => {
  expect(resultOf(query)).toMatchObject({ ok: false, problem });
});

test('a list without a time member cannot be read by time', () => {
  const timeless = new SharedCollection({ ...definition, time: null }, [{ id: 1 }]);
  for (const parameter of ['from', 'to', 'start_time', 'end_time']) {
    expect(finish(listRecords(timeless, `${parameter}=1`, options))).toMatchObject({
      problem: {
        detail: 'things cannot be read by time: its definition names no time member.',
        parameter,
        expected: 'another pagination style',
      },
    });
  }
});

test('a cursor of another list is refused, and every cursor where cursors expire', () => {
  const cursor = cursorOf('cursor=&limit=2');
  expect(resultOf(`cursor=${cursor}&sort=-id`)).toMatchObject({
    problem: { type: '/problems/bad-cursor', detail: 'The cursor belongs to another filter or sort.' },
  });
  const quirks = { ...noListQuirks, cursorExpired: true };
  expect(resultOf(`cursor=${cursor}`, { quirks })).toMatchObject({
    problem: { type: '/problems/cursor-expired' },
  });
  expect(ids('cursor=&limit=2', { quirks })).toEqual(['1', '2']);
});
