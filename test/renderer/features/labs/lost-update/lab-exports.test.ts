import { expect, test } from 'vitest';
import { sceneOf } from '../../../../../renderer/features/labs/lost-update/lab-exports.ts';
import { LostUpdateLab } from '../../../../../renderer/features/labs/lost-update/lost-update-lab.ts';
import { startMock, workspaceOf } from '../../../../support/running-mock.ts';
import { hostValue } from '../../../../support/temporary-host.ts';

const records = [{ id: 3, name: 'Lamp', status: 'new' }];
const item = '/api/items/3';

async function exportedScene() {
  const mock = await startMock(workspaceOf({ items: { records } }));
  const client = { call: mock.host.perform.bind(mock.host) };
  const lab = new LostUpdateLab(client as never, undefined as never, 0);
  await lab.choose('items', '3');
  await lab.play();
  const scene = sceneOf(lab.state.requests);
  lab.leave();
  if (!scene) throw new Error('The lab has no write to export.');
  return { mock, scene };
}

test.each(['careless', 'careful'] as const)(
  'a scene of the lab, played by an audit, judges a %s client',
  async (kind) => {
    const { mock: running, scene } = await exportedScene();
    await using mock = running;
    await hostValue(mock.host, 'audit.begin', { client: 'app', scenes: [JSON.parse(JSON.stringify(scene))] });
    const send = (method: string, headers: readonly [string, string][] = [], body?: object) =>
      mock.send({
        method,
        target: item,
        headers: [['User-Agent', 'app'], ['Content-Type', 'application/json'], ...headers],
        ...(body ? { body: JSON.stringify(body) } : {}),
      });
    const change = async () => {
      const read = await send('GET');
      const condition: [string, string][] = kind === 'careful' ? [['If-Match', read.header('etag') ?? '']] : [];
      return send('PUT', condition, { ...(read.json() as object), status: 'sold' });
    };
    const first = await change();
    expect(first.status).toBe(kind === 'careful' ? 412 : 200);
    if (kind === 'careful') expect((await change()).json()).toMatchObject({ name: 'Lamp (Ann)', status: 'sold' });
    const { results, scenes } = await hostValue(mock.host, 'audit.end', {});
    const found = results.find(({ id }) => id === 'lost-update');
    expect([found?.outcome, scenes[0]?.failed?.includes('lost-update')]).toEqual(
      kind === 'careful' ? ['pass', false] : ['fail', true],
    );
    if (kind === 'careless') expect(found?.findings[0]?.detail).toContain(`PUT ${item} covered version 2`);
    expect(mock.faults).toEqual([]);
  },
);

test('both clients may send at once', async () => {
  await using mock = await startMock(workspaceOf({ items: { records } }));
  const lab = new LostUpdateLab({ call: mock.host.perform.bind(mock.host) } as never, undefined as never, 0);
  await lab.choose('items', '3');
  expect(await Promise.all([lab.read('Ann'), lab.read('Ben')])).toEqual([true, true]);
  expect(lab.state.requests.map(({ client, version }) => [client, version])).toEqual([
    ['Ann', 1],
    ['Ben', 1],
  ]);
  expect(lab.state.waiting).toEqual([]);
  lab.leave();
});
