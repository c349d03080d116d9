import { expect, test } from 'vitest';
import type { Json, JsonObject } from '../../../server/domain/json/json.ts';
import { startMock, workspaceOf } from '../../support/running-mock.ts';
import { hostValue } from '../../support/temporary-host.ts';

/** A mock whose rules make every third GET fail, and the first two pages. */
async function startCounted() {
  const records = [1, 2, 3].map((id) => ({ id, name: `Item ${id}` }));
  const scenarios: Json = [
    {
      name: 'Counted',
      rules: [
        { when: { method: 'GET', occurrence: { kind: 'every', count: 3 } }, then: { kind: 'answer', status: 503 } },
        {
          when: { method: 'GET', query: { page: null } },
          then: { kind: 'sequence', answers: [{ status: 418 }, { status: 410 }], end: 'pass' },
        },
      ],
    },
  ];
  const mock = await startMock({ ...(workspaceOf({ items: { records } }) as JsonObject), scenarios });
  await hostValue(mock.host, 'scenario.activate', { name: 'Counted' });
  const get = async (target = '/api/items/1') => (await mock.send({ target })).status;
  const patch = (id: number) =>
    mock.send({
      method: 'PATCH',
      target: `/api/items/${id}`,
      headers: [['Content-Type', 'application/json']],
      body: '{"name":"Changed"}',
    });
  return { mock, get, patch };
}

test('a replay from the middle continues with the counters of that moment', async () => {
  const { mock, get, patch } = await startCounted();
  await using _ = mock;
  expect([await get(), await get('/api/items?page=1')]).toEqual([200, 418]);
  await patch(1);
  const { last: moment } = await hostValue(mock.host, 'timeline.get', {});
  await patch(2);
  expect([await get(), await get('/api/items?page=1')]).toEqual([503, 410]);
  const replay = await hostValue(mock.host, 'timeline.replay', { moment });
  expect(replay).toMatchObject({ same: 3, different: 0, skipped: 0, knowsCounters: true });
});

test('a scenario that was activated again began to count anew, in a replay too', async () => {
  const { mock, get, patch } = await startCounted();
  await using _ = mock;
  await get();
  await new Promise((resolve) => setTimeout(resolve, 5));
  await hostValue(mock.host, 'scenario.activate', { name: 'Counted' });
  await patch(1);
  const { last: moment } = await hostValue(mock.host, 'timeline.get', {});
  await patch(2);
  expect([await get(), await get(), await get()]).toEqual([200, 200, 503]);
  expect(await hostValue(mock.host, 'timeline.replay', { moment })).toMatchObject({ same: 4, different: 0 });
});

test('a replay says that it does not know the counters once the log has dropped earlier requests', async () => {
  const { mock, get, patch } = await startCounted();
  await using _ = mock;
  await get();
  await hostValue(mock.host, 'requests.clear', {});
  await patch(1);
  const { last: moment } = await hostValue(mock.host, 'timeline.get', {});
  await get();
  expect(await hostValue(mock.host, 'timeline.replay', { moment })).toMatchObject({ knowsCounters: false });
  await hostValue(mock.host, 'scenario.activate', { name: 'Default' });
  await patch(2);
  const { last: later } = await hostValue(mock.host, 'timeline.get', {});
  await get();
  expect(await hostValue(mock.host, 'timeline.replay', { moment: later })).toMatchObject({ same: 1 });
});

test('a record that only a replay creates takes no key of a record that was created later', async () => {
  const rules: Json = [
    { when: { method: 'POST', occurrence: { kind: 'first', count: 1 } }, then: { kind: 'answer', status: 503 } },
  ];
  const records = [1, 2, 3].map((id) => ({ id }));
  const scenarios: Json = [{ name: 'Down', rules }];
  await using mock = await startMock({ ...(workspaceOf({ items: { records } }) as JsonObject), scenarios });
  await hostValue(mock.host, 'scenario.activate', { name: 'Down' });
  const { last: moment } = await hostValue(mock.host, 'timeline.get', {});
  const post = () =>
    mock.send({ method: 'POST', target: '/api/items', headers: [['Content-Type', 'application/json']], body: '{}' });
  expect([(await post()).status, (await post()).status]).toEqual([503, 201]);
  await hostValue(mock.host, 'scenarios.put', { replaces: 'Down', scenario: { name: 'Down', rules: [] } });
  expect(await hostValue(mock.host, 'timeline.replay', { moment })).toMatchObject({ same: 1, different: 1 });
});
