import { afterAll, beforeAll, expect, test } from 'vitest';
import type { MockProgram } from '../../server/client/client.ts';
import { serve } from './built-client.ts';

let program: MockProgram;
beforeAll(async () => {
  program = await serve();
});
afterAll(() => program.stop());

const headers = { 'User-Agent': 'tested', 'Content-Type': 'application/json' };

test('audit resolves with the results of a client, and rejects with what to mend', async () => {
  const { client, mock } = program;
  const session = client.session('audited');
  const read = await fetch(`${mock}/api/users/1`, { headers: { ...headers, ...session.headers } });
  const { requests, results } = await session.audit();
  expect([requests, results.some(({ outcome }) => outcome === 'fail')]).toEqual([1, false]);
  const change = { method: 'PATCH', headers: { ...headers, ...session.headers }, body: '{"name":"Blind"}' };
  expect([read.status, (await fetch(`${mock}/api/users/1`, change)).status]).toEqual([200, 200]);
  const failed = session.audit();
  await expect(failed).rejects.toMatchObject({ name: 'AuditError' });
  await expect(failed).rejects.toThrow(/If-Match/);
  await expect(client.audit({ client: 'another' })).resolves.toMatchObject({ requests: 0 });
  await expect(session.audit({ rules: 'error' })).resolves.toMatchObject({ requests: 2 });
});

test('audit selects by connection and by a span of the log', async () => {
  const { client, mock } = program;
  await (await fetch(`${mock}/api/users/2`, { headers })).text();
  const [latest] = (await client.call('requests.list', { limit: 1 })).entries;
  const id = latest?.id ?? 0;
  expect((await client.audit({ from: id, to: id })).requests).toBe(1);
  const connection = latest?.connection ?? 0;
  expect((await client.audit({ connection, rules: 'secret-in-url' })).requests).toBeGreaterThan(0);
  expect((await client.audit({ connection: 9999 })).requests).toBe(0);
});

test('audit plays scenes one after another and judges the client by them', async () => {
  const { client, mock } = program;
  const played: string[] = [];
  const statuses: number[] = [];
  const failed = client.audit({
    client: 'tested',
    scenes: ['unavailable', 'weak-tags'],
    rules: 'error',
    play: async (scene) => {
      played.push(scene);
      for (let attempt = 0; attempt < 2; attempt += 1) {
        const options = { method: 'POST', headers, body: '{"name":"Ada","status":"active"}' };
        statuses.push((await fetch(`${mock}/api/users`, options)).status);
      }
    },
  });
  await expect(failed).rejects.toThrow(/blind-retry|sent again after 503/);
  expect([played, statuses]).toEqual([
    ['unavailable', 'weak-tags'],
    [503, 201, 201, 201],
  ]);
});

test('audit cancels the scenes and rejects with the reason when play rejects', async () => {
  const { client } = program;
  const broken = client.audit({ scenes: 'all', play: () => Promise.reject(new Error('The app broke.')) });
  await expect(broken).rejects.toThrow('The app broke.');
  expect((await client.call('workspace.get', {})).audit).toBeNull();
});
