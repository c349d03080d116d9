import { basename, dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { createHost } from '../../../server/host.ts';
import { copyAsKilled } from '../../support/copy-as-killed.ts';
import { clientOf, type Send } from '../../support/http-client.ts';
import { startMock, workspaceOf } from '../../support/running-mock.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { hostValue } from '../../support/temporary-host.ts';

/** Records enough for many time slices. */
const count = 6000;

test('a kill during a restore leaves the fixtures, and no version comes back with other content', async () => {
  const records = Array.from({ length: count }, (_, index) => ({ id: index + 1, value: 'fixture' }));
  await using mock = await startMock(workspaceOf({ items: { records } }));
  const change = (value: string) =>
    [1, 2, 3, 4, 5, 6].map((part) => ({
      changes: Array.from({ length: count / 6 }, (_, index) => ({
        collection: 'items',
        id: String((part - 1) * (count / 6) + index + 1),
        patch: { value },
      })),
    }));
  for (const input of change('early')) await hostValue(mock.host, 'records.prepare', input);
  const { last: moment } = await hostValue(mock.host, 'timeline.get', {});
  for (const input of change('late')) await hostValue(mock.host, 'records.prepare', input);

  const seen = new Map<string, string>();
  const look = async (send: Send, ids: readonly number[]) => {
    for (const id of ids) {
      const response = await send({ target: `/api/items/${id}` });
      const name = `${id} ${response.header('x-resource-version')}`;
      expect([name, seen.get(name) ?? response.body]).toEqual([name, response.body]);
      seen.set(name, response.body);
    }
  };
  const places = [1, 2, 700, 3000, 5999, 6000];
  await look(mock.send, places);
  const folder = await temporaryFolder();
  const valueNow = async (id: number) => {
    const { live } = await hostValue(mock.host, 'records.get', { collection: 'items', id: String(id) });
    return live?.value;
  };
  const restored = hostValue(mock.host, 'timeline.restore', { moment });
  while ((await valueNow(1)) !== 'early') await new Promise((resolve) => setImmediate(resolve));
  expect(await valueNow(count)).toBe('late');
  // The files as a kill would leave them now.
  copyAsKilled(dirname(mock.host.file), folder);
  await look(mock.send, places);
  expect(await restored).toEqual({ records: count });

  const killed = await createHost({
    workspace: join(folder, basename(mock.host.file)),
    override: { port: 0 },
    onFault: (fault) => {
      throw fault;
    },
  });
  if (!killed.ok) throw new Error(killed.problem.detail);
  const host = killed.value;
  await hostValue(host, 'server.start', {});
  const server = host.server();
  if (server.state !== 'listening') throw new Error('The mock does not listen.');
  const send = clientOf(server.port);
  expect(await hostValue(host, 'state.compare', {})).toMatchObject({ total: 0 });
  await look(send, places);
  for (const id of places) {
    const body = JSON.stringify({ value: 'after the kill' });
    await send({ method: 'PATCH', target: `/api/items/${id}`, headers: [['Content-Type', 'application/json']], body });
  }
  await look(send, places);
  await host.close();
  expect(mock.faults).toEqual([]);
});
