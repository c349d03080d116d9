import { expect, test } from 'vitest';
import { takesAllRounds } from '../support/rounds.ts';
import { startMock, workspaceOf } from '../support/running-mock.ts';
import { sendDecisionTable } from './decision-table.ts';

/**
 * The domain's test decides every row; `npm test` sends a part of them over HTTP. Eleven divides the length of none
 * of its lists of values, so that part has every pair of values.
 */
const every = takesAllRounds ? 1 : 11;

test('the rows of the decision table get the response and the explanation of the reference', async () => {
  const collections = { rows: { records: [] }, lists: { records: [] } };
  await using mock = await startMock(workspaceOf(collections, { log: { entries: 30_000 }, pageSize: 1 }));
  const { rows, deviations } = await sendDecisionTable(mock.host, mock.send, every);
  expect(deviations.slice(0, 5)).toEqual([]);
  expect(rows).toBe(3 * Math.ceil((7 * 10 * 6 * 10) / every));
  expect(mock.faults).toEqual([]);
});
