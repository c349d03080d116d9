import { expect, test } from 'vitest';
import { startMock, workspaceOf } from '../support/running-mock.ts';

const first = '/api/things?limit=2';
const records = [1, 2, 3].map((id) => ({ id }));

test('two lists have the same tag exactly if their bodies and links are the same', async () => {
  await using mock = await startMock(workspaceOf({ things: { key: 'id', records }, others: { key: 'id', records } }));
  const bodies = new Map<string, string>();
  const tags = new Map<string, string>();
  const ask = async (target: string, headers: readonly (readonly [string, string])[]) => {
    const response = await mock.send({ target, headers });
    const tag = response.header('ETag') ?? '';
    const content = `${response.body} ${response.header('Link')}`;
    expect([response.status, bodies.get(tag) ?? content, tags.get(content) ?? tag]).toEqual([200, content, tag]);
    bodies.set(tag, content);
    tags.set(content, tag);
  };
  // Host by host, then once more in reverse: a cached list must not serve the next request.
  const askAll = async (hosts: readonly string[]) => {
    for (const host of [...hosts, ...hosts.toReversed()]) {
      // These three select the same records but link to other pages with different URLs.
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
