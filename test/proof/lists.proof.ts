import { afterAll, beforeAll, test } from 'vitest';
import { type ListMock, startListMock } from '../http/list-mock.ts';
import { crawlsReadEachRecordOnce, pagesAgree } from '../http/list-properties.ts';

let mock: ListMock;
beforeAll(async () => {
  mock = await startListMock();
});
afterAll(() => mock.close());

test('10,000 random filters, sorts and pages agree with the references', () => pagesAgree(mock, 10_000));

test('10,000 crawls of random style read every unchanged record once', () => crawlsReadEachRecordOnce(mock, 10_000));
