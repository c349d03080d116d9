import { afterAll, beforeAll, test } from 'vitest';
import { type ListMock, startListMock } from '../http/list-mock.ts';
import { pagesAgree, walksGiveEachRecordOnce } from '../http/list-properties.ts';

let mock: ListMock;
beforeAll(async () => {
  mock = await startListMock();
});
afterAll(() => mock.close());

test('10,000 random filters, sorts and pages over random records agree with the references', () =>
  pagesAgree(mock, 10_000));

test('10,000 walks of random style give every unchanged record once', () => walksGiveEachRecordOnce(mock, 10_000));
