import { expect, test } from 'vitest';
import { startMock, workspaceOf } from '../support/running-mock.ts';
import { hostValue } from '../support/temporary-host.ts';

test.each([null, 'one'])(
  'a collection that is undone and created again repeats no tag and no version; session %s',
  async (session) => {
    await using mock = await startMock(workspaceOf({ users: { records: [{ id: 1 }] } }));
    const headers = session === null ? [] : [['X-Mock-Session', session] as const];

    /** Creates the collection, changes a record, and gives the tags of the list and the record's tag and version. */
    async function create(name: string): Promise<readonly string[]> {
      const text = JSON.stringify([{ id: 1, name }]);
      const { id } = await hostValue(mock.host, 'import.preview', { text, fileName: 'pets.json' });
      await hostValue(mock.host, 'import.apply', { id, collections: ['pets'] });
      const list = () => mock.send({ method: 'GET', target: '/api/pets', headers });
      const lists = [await list()];
      const body = JSON.stringify({ name: `${name} changed` });
      const record = await mock.send({ method: 'PATCH', target: '/api/pets/1', headers, body });
      lists.push(await list());
      return [...lists, record]
        .flatMap((response) => [`tag ${response.header('ETag')}`, `version ${response.header('X-Resource-Version')}`])
        .filter((one) => !one.endsWith('undefined'));
    }

    const first = await create('Rex');
    expect(first).toHaveLength(4);
    await hostValue(mock.host, 'history.undo', {});
    const second = await create('Tom');
    expect(new Set([...first, ...second]).size).toBe(8);
  },
);

test.each(['drop', 'restart'])(
  'a session that begins anew after a %s accepts no precondition of the first',
  async (end) => {
    await using mock = await startMock(workspaceOf({ users: { records: [{ id: 1, n: 0 }] } }));
    const patch = (n: number, headers: readonly (readonly [string, string])[] = []) =>
      mock.send({
        method: 'PATCH',
        target: '/api/users/1',
        headers: [['X-Mock-Session', 'one'], ...headers],
        body: JSON.stringify({ n }),
      });
    const first = await patch(1);
    expect(first.header('X-Resource-Version')).toBe('2');
    if (end === 'drop') await hostValue(mock.host, 'sessions.drop', { name: 'one' });
    else await mock.restart();
    await patch(2);
    expect((await patch(3, [['X-Resource-Version', '2']])).status).toBe(412);
  },
);
