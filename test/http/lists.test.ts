import { afterAll, beforeAll, expect, test } from 'vitest';
import { rounds } from '../support/rounds.ts';
import { type ListMock, startListMock } from './list-mock.ts';
import { crawlsReadEachRecordOnce, pagesAgree } from './list-properties.ts';

/** Milliseconds. Generous, so that no test fails on a busy machine. */
const timeout = 120_000;

let mock: ListMock;
beforeAll(async () => {
  mock = await startListMock();
});
afterAll(() => mock.close());

test('random filters, sorts and pages agree with the references', { timeout }, () => pagesAgree(mock, rounds(400)));

test('a crawl reads every unchanged record once although others change between its pages', { timeout }, () =>
  crawlsReadEachRecordOnce(mock, rounds(200)),
);

test.each([
  ['offset', 'limit=2&offset=0'],
  ['page', 'per_page=2&page=1'],
])(
  'crawls by %s drift: an insertion before the page repeats a record, a deletion there skips one',
  async (_style, query) => {
    const ids = async (target: string) => {
      const { items, next } = JSON.parse((await mock.send({ target })).body);
      return { ids: items.map(({ id }: { id: number }) => id), next };
    };
    const numbers = [2, 4, 6, 8, 10, 12].map((id) => ({ id }));
    mock.serve(numbers);
    const first = await ids(`/api/things?${query}`);
    await mock.send({ method: 'PUT', target: '/api/things/1', body: '{}' });
    const second = await ids(first.next);
    await mock.send({ method: 'DELETE', target: '/api/things/2' });
    const third = await ids(second.next);
    expect([first.ids, second.ids, third.ids]).toEqual([
      [2, 4],
      [4, 6],
      [10, 12],
    ]);
  },
);
