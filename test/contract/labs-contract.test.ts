import { expect, test } from 'vitest';
import { judgePagination } from '../../server/domain/labs/pagination-verdict.ts';
import { connected, mockUrl, transports } from './connected.ts';

test.each(transports)(
  '%s: the pagination lab crawls a copy in all styles and leaves nothing behind',
  async (_name, connect) => {
    await using host = await connected(connect);
    const { value, call } = host;
    const records = Array.from({ length: 30 }, (_, index) => ({
      id: 100 + index,
      name: `Lamp ${index}`,
      price: index % 7,
    }));
    for (const record of records) await value('records.put', { collection: 'products', record });
    const before = await value('workspace.get', {});
    const input = { collection: 'products', records: 20, pageSize: 4, sort: '-price', rate: 3, seed: 5 } as const;
    const run = await value('labs.pagination', input);
    expect(await value('labs.pagination', input)).toEqual(run);
    expect(run.styles).toEqual(['offset', 'page', 'cursor', 'since']);
    const verdicts = judgePagination(run);
    expect(verdicts.map(({ end }) => end)).toEqual(['complete', 'complete', 'complete', 'complete']);
    expect(verdicts[0] && verdicts[0].twice.length + verdicts[0].missed.length).toBeGreaterThan(0);
    const after = await value('workspace.get', {});
    expect([after.collections, after.sessions, after.log]).toEqual([before.collections, before.sessions, before.log]);

    expect(await call('labs.pagination', { collection: 'products', sort: 'colour' })).toMatchObject({
      problem: { type: '/problems/unknown-field', parameter: 'sort' },
    });
    expect(await call('labs.pagination', { collection: 'lamps' })).toMatchObject({
      problem: { type: '/problems/unknown-collection' },
    });
  },
);

test.each(transports)('%s: a session can require conditional writes without the workspace', async (_name, connect) => {
  await using host = await connected(connect);
  const { value } = host;
  await value('server.start', {});
  const url = await mockUrl(value);
  const patch = async (headers: Record<string, string>) => {
    const init = {
      method: 'PATCH',
      body: '{"name":"Eve"}',
      headers: { 'Content-Type': 'application/json', ...headers },
    };
    return (await fetch(`${url}/api/users/42`, init)).status;
  };
  await value('sessions.requirePrecondition', { name: 'strict', required: true });
  expect(await patch({ 'X-Mock-Session': 'strict' })).toBe(428);
  expect(await patch({ 'X-Mock-Session': 'strict', 'If-Match': '*' })).toBe(200);
  expect(await patch({ 'X-Mock-Session': 'other' })).toBe(200);
  expect(await patch({})).toBe(200);
  await value('sessions.requirePrecondition', { name: 'strict', required: null });
  expect(await patch({ 'X-Mock-Session': 'strict' })).toBe(200);
  expect((await value('workspace.get', {})).workspace.settings.requirePrecondition).toBe(false);
});
