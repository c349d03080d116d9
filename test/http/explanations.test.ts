import { expect, test } from 'vitest';
import { latestRequest, startMock, workspaceOf } from '../support/running-mock.ts';

const record = { id: '1', name: 'Ada', plan: 'free', note: 'é' };

test.each([
  ['all bodies', 65_536, 'pro'],
  ['no bodies', 0, 'pro'],
  ['the start of bodies', 5, 'prö'],
  ['all bodies, this one long', 65_536, 'p'.repeat(2000)],
])('the explanation of a merge patch shows every step in a log that holds %s', async (_, bodyBytes, plan) => {
  const log = { entries: 100, bytes: 1_000_000, bodyBytes };
  await using mock = await startMock(workspaceOf({ things: { key: 'id', records: [record] } }, { log }));
  const target = '/api/things/1';
  const tag = (await mock.send({ target })).header('ETag') ?? '';
  const headers = [
    ['Content-Type', 'application/merge-patch+json'],
    ['If-Match', tag],
  ] as const;
  const body = JSON.stringify({ name: 'Ada', plan, note: null, more: 1 });
  expect((await mock.send({ method: 'PATCH', target, headers, body })).status).toBe(200);
  const { explanation } = await latestRequest(mock);
  expect(explanation?.patch?.steps.map(({ operation, path }) => [operation, path])).toEqual([
    ['replace', '/name'],
    ['replace', '/plan'],
    ['remove', '/note'],
    ['add', '/more'],
  ]);
  expect(explanation?.patch?.steps[0]?.detail).toContain('already');
  expect(explanation?.patch?.steps[1]?.detail).toContain('Replaced "free"');
  expect(explanation?.conditions).toMatchObject([{ header: 'If-Match', sent: tag, current: tag, holds: true }]);
  expect(explanation?.verdict).toBe('Record 1 was changed and is now at version 2.');
});

test.each([65_536, 0])(
  'the explanation of a 304 and a 412 shows the compared values in a log that holds %i bytes of a body',
  async (bodyBytes) => {
    const log = { entries: 100, bytes: 1_000_000, bodyBytes };
    await using mock = await startMock(workspaceOf({ things: { key: 'id', records: [record] } }, { log }));
    const target = '/api/things/1';
    const tag = (await mock.send({ target })).header('ETag') ?? '';
    expect((await mock.send({ target, headers: [['If-None-Match', tag]] })).status).toBe(304);
    expect((await latestRequest(mock)).explanation?.conditions).toMatchObject([
      { header: 'If-None-Match', sent: tag, current: tag, holds: false },
    ]);
    const stale = [
      ['If-Match', '"old"'],
      ['X-Resource-Version', '1'],
    ] as const;
    expect((await mock.send({ method: 'DELETE', target, headers: stale })).status).toBe(412);
    expect((await latestRequest(mock)).explanation?.conditions).toMatchObject([
      { header: 'If-Match', sent: '"old"', current: tag, holds: false },
    ]);
    expect((await mock.send({ method: 'DELETE', target, headers: [['X-Resource-Version', '1']] })).status).toBe(204);
    expect((await latestRequest(mock)).explanation?.conditions).toMatchObject([
      { header: 'X-Resource-Version', sent: '1', current: '1', holds: true },
    ]);
  },
);
