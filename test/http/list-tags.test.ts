import { expect, test } from 'vitest';
import { startMock, workspaceOf } from '../support/running-mock.ts';

const first = '/api/things?limit=2';
const records = [1, 2, 3].map((id) => ({ id }));

test('a list has one tag for one body: another address, host or form has another', async () => {
  await using mock = await startMock(workspaceOf({ things: { key: 'id', records }, others: { key: 'id', records } }));
  const bodies = new Map<string, string>();
  const tags = new Map<string, string>();
  const ask = async (target: string, headers: readonly (readonly [string, string])[]) => {
    const answer = await mock.send({ target, headers });
    const tag = answer.header('ETag') ?? '';
    const said = `${answer.body} ${answer.header('Link')}`;
    expect([answer.status, bodies.get(tag) ?? said, tags.get(said) ?? tag]).toEqual([200, said, tag]);
    bodies.set(tag, said);
    tags.set(said, tag);
  };
  // Those of one host one after the other, and all twice: what is remembered of one must not be taken for the next.
  const askAll = async (hosts: readonly string[]) => {
    for (const host of [...hosts, ...hosts.toReversed()]) {
      // The first three mean the same, and name other pages in other words.
      const same = [first, '/api/things?offset=0&limit=2', '/api/%74hings?limit=2'];
      for (const target of [...same, '/api/others?limit=2', '/api/things?limit=1']) {
        await ask(target, [['Host', host]]);
      }
    }
  };
  await askAll(['localhost', '127.0.0.1']);
  expect(tags.size).toBe(10);
  await mock.host.call('settings.set', { settings: { envelope: 'array' } });
  await askAll(['localhost', '127.0.0.1']);
  expect(tags.size).toBe(20);
});
