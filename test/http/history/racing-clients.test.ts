import { expect, test } from 'vitest';
import { startMock, workspaceOf } from '../../support/running-mock.ts';
import { faultyRecords } from './check-history.ts';
import { race } from './racing-clients.ts';

test.each([[[]], [[['X-Mock-Session', 'race']]]] as const)(
  'the histories of racing clients have an order; headers %j',
  async (headers) => {
    const ids = ['1', '2', '3'];
    await using mock = await startMock(workspaceOf({ things: { records: ids.map((id) => ({ id, value: 'start' })) } }));
    let now = 0;
    const history = await race({
      port: mock.port,
      clients: 8,
      requests: 40,
      headers,
      records: ids.map((id) => `/api/things/${id}`),
      random: Math.random,
      clock: () => ++now,
      end: () => Number.POSITIVE_INFINITY,
    });
    expect(history).toHaveLength(320);
    expect(faultyRecords(history, { value: 'start', version: 1 })).toEqual([]);
    expect(mock.faults).toEqual([]);
  },
);
