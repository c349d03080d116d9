import { expect, test } from 'vitest';
import { clientOf } from '../support/http-client.ts';
import { connected, mockUrl, transports } from './connected.ts';

test.each(transports)('%s: the time machine shows, compares, restores and replays a moment', async (_name, connect) => {
  await using console = await connected(connect);
  await console.value('server.start', {});
  const send = clientOf(Number(new URL(await mockUrl(console.value)).port));
  const patch = (id: string, body: object) =>
    send({
      method: 'PATCH',
      target: `/api/users/${id}`,
      headers: [['Content-Type', 'application/json']],
      body: JSON.stringify(body),
    });
  const { last: start } = await console.value('timeline.get', {});
  await patch('42', { name: 'Countess' });
  await patch('7', { name: 'Rear Admiral' });
  await console.value('records.patch', { collection: 'users', id: '7', patch: { status: 'active' } });
  await send({ method: 'DELETE', target: '/api/users/42' });
  const read = await send({ method: 'GET', target: '/api/users?sort=name' });
  expect(read.status).toBe(200);

  expect(await console.value('timeline.get', { marks: 2 })).toMatchObject({
    first: start,
    last: start + 4,
    isComplete: true,
    marks: [
      { moment: start + 2, requests: 2, edits: 0 },
      { moment: start + 4, requests: 1, edits: 1 },
    ],
  });
  const { steps } = await console.value('timeline.steps', { from: start + 2 });
  expect(steps).toMatchObject([
    { moment: start + 2, request: 2, label: null, changes: 1 },
    { moment: start + 3, request: null, label: 'change of status in record 7 of users', changes: 1 },
    { moment: start + 4, request: 3, label: null, changes: 1 },
  ]);
  expect(await console.value('timeline.moment', { moment: start + 1 })).toMatchObject({
    step: { request: 1 },
    request: { method: 'PATCH', path: '/api/users/42', status: 200 },
    collections: [{ name: 'users', key: 'userId', count: 2, exists: true }, { name: 'products' }],
  });
  expect(await console.value('timeline.request', { id: 3 })).toEqual({ before: start + 3, after: start + 4 });
  expect(await console.value('timeline.request', { id: 4 })).toEqual({ before: start + 4, after: start + 4 });
  const page = { collection: 'users', query: 'sort=name', offset: 0, limit: 10 };
  expect(await console.value('timeline.page', { moment: start + 1, ...page })).toMatchObject({
    total: 2,
    rows: [
      { id: '42', then: { name: 'Countess' }, now: null, version: 2 },
      { id: '7', then: { name: 'Grace' }, now: { name: 'Rear Admiral', status: 'active' }, version: 1 },
    ],
  });
  expect(await console.value('state.compare', { moment: start })).toMatchObject({
    counts: [{ collection: 'users', added: 0, removed: 1, changed: 1 }],
    total: 2,
  });

  const replay = await console.value('timeline.replay', { moment: start });
  const unlike = await console.value('timeline.replayed', { outcomes: ['different', 'skipped'], offset: 0, limit: 10 });
  expect(unlike.requests).toEqual([]);
  expect(replay).toEqual({ moment: start, same: 4, different: 0, skipped: 0, knowsCounters: true });
  expect(await console.call('timeline.replay', { moment: start + 99 })).toMatchObject({
    ok: false,
    problem: { type: '/problems/unknown-moment', first: start, last: start + 4 },
  });

  expect(await console.value('timeline.restore', { moment: start + 1 })).toEqual({ records: 2 });
  expect(await console.value('records.get', { collection: 'users', id: '42' })).toMatchObject({
    live: { name: 'Countess' },
    version: 3,
  });
  expect(await console.value('history.undo', {})).toEqual({ label: 'restore of step 1' });
  expect(await console.value('records.get', { collection: 'users', id: '42' })).toMatchObject({ live: null });
  await console.value('jobs.cancel', { kind: 'replay' });
});
