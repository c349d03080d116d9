import { expect, test } from 'vitest';
import { clientOf } from '../support/http-client.ts';
import { connected, mockUrl, transports } from './connected.ts';

test.each(transports)('%s: audits clients by the log and reports', async (_name, connect) => {
  await using console = await connected(connect);
  await console.value('server.start', {});
  const send = clientOf(Number(new URL(await mockUrl(console.value)).port));
  const write = (client: string, condition: readonly [string, string][] = []) =>
    send({
      method: 'PATCH',
      target: '/api/users/42',
      headers: [['X-Client', client], ['Content-Type', 'application/json'], ...condition],
      body: '{"name":"Eve"}',
    });
  const read = await send({ target: '/api/users/42', headers: [['X-Client', 'careful']] });
  await write('careful', [['If-Match', read.header('etag') ?? '']]);
  await send({ target: '/api/users/42', headers: [['X-Client', 'careless']] });
  await write('careless');

  const { clients } = await console.value('audit.clients', { clientHeader: 'X-Client' });
  expect(clients).toMatchObject([
    { client: 'careless', session: null, requests: 2, first: 3, last: 4, connections: 1 },
    { client: 'careful', requests: 2, first: 1, last: 2 },
  ]);
  const audit = (input: object) => console.value('audit.run', { clientHeader: 'X-Client', ...input });
  const rule = 'unconditional-write';
  expect(await audit({ client: 'careful', rules: rule })).toMatchObject({
    requests: 2,
    results: [{ outcome: 'pass' }],
  });
  expect(await audit({ rules: rule })).toMatchObject({
    requests: 4,
    results: [{ id: rule, outcome: 'fail', failures: 1, findings: [{ requests: [3, 4] }] }],
  });
  expect(await audit({ to: 2, rules: rule })).toMatchObject({ requests: 2, results: [{ outcome: 'pass' }] });
  expect(await audit({ session: 'nobody', rules: 'error' })).toMatchObject({ requests: 0 });
  for (const [format, beginning] of [
    ['junit', '<?xml'],
    ['markdown', '#'],
    ['html', '<!doctype html>'],
    ['json', '{'],
  ] as const) {
    const report = await console.value('audit.report', { rules: rule, clientHeader: 'X-Client', format });
    expect([format, report.text.slice(0, beginning.length).toLowerCase()]).toEqual([format, beginning]);
    expect(report.text).toContain('Writes are conditional');
  }
  const unknown = { ok: false, problem: { type: '/problems/bad-request' } };
  expect(await console.call('audit.run', { rules: 'lost-updates' })).toMatchObject(unknown);
  expect(await console.call('audit.report', { rules: 'lost-updates', format: 'json' })).toMatchObject(unknown);
});

test.each(transports)('%s: plays scenes against a client and judges it', async (_name, connect) => {
  await using console = await connected(connect);
  await console.value('server.start', {});
  const send = clientOf(Number(new URL(await mockUrl(console.value)).port));
  const get = async (client = 'app') =>
    (await send({ target: '/api/users/42', headers: [['User-Agent', client]] })).status;
  const { scenes } = await console.value('audit.scenes', {});
  expect(scenes.map(({ name }) => name)).toEqual(expect.arrayContaining(['ghost-write', 'Nobody is active']));

  const none = { ok: false, problem: { type: '/problems/conflict' } };
  expect(await console.call('audit.step', {})).toMatchObject(none);
  expect(await console.call('audit.end', {})).toMatchObject(none);
  const input = { client: 'app', scenes: ['unavailable', 'weak-tags'] };
  expect(await console.call('audit.begin', { ...input, scenes: ['unavailable', 'nothing'] })).toMatchObject({
    ok: false,
    problem: { type: '/problems/unknown-scenario' },
  });
  expect(await console.call('audit.begin', { ...input, rules: 'all,none' })).toMatchObject({
    ok: false,
    problem: { type: '/problems/bad-request' },
  });
  expect(await console.value('audit.begin', input)).toMatchObject({
    isPlaying: true,
    scenes: [{ name: 'unavailable', state: 'playing' }, { state: 'waiting' }],
  });
  expect(await console.call('audit.begin', input)).toMatchObject(none);
  expect([await get(), await get('other')]).toEqual([503, 200]);
  expect((await console.value('workspace.get', {})).audit?.scenes[0]?.requests).toBe(1);
  expect(await console.value('audit.step', {})).toMatchObject({
    isPlaying: true,
    scenes: [{ state: 'played', requests: 1, failed: [] }, { state: 'playing' }],
  });
  expect(await get()).toBe(200);
  expect(await console.value('audit.end', {})).toMatchObject({
    isPlaying: false,
    requests: 2,
    results: expect.arrayContaining([expect.objectContaining({ id: 'read-not-retried', outcome: 'pass' })]),
  });
  await console.value('audit.begin', input);
  await console.value('audit.cancel', {});
  expect((await console.value('workspace.get', {})).audit).toBeNull();
  expect(await get()).toBe(200);
});
