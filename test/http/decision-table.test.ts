import { expect, test } from 'vitest';
import { startMock, workspaceOf } from '../support/running-mock.ts';
import { sendDecisionTable } from './decision-table.ts';

test('every row of the decision table gets the response and the explanation of the reference', async () => {
  const collections = { rows: { records: [] }, lists: { records: [] } };
  await using mock = await startMock(workspaceOf(collections, { log: { entries: 30_000 }, pageSize: 1 }));
  const { rows, deviations } = await sendDecisionTable(mock.host, mock.send);
  expect(deviations.slice(0, 5)).toEqual([]);
  expect(rows).toBe(3 * 7 * 10 * 6 * 10);
  expect(mock.faults).toEqual([]);
});
