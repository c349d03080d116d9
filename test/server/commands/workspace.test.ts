import { createServer, type Server } from 'node:net';
import { expect, test } from 'vitest';
import { listenOnFreePort } from '../../support/free-port.mjs';
import { hostValue, smallWorkspace, temporaryHost } from '../../support/temporary-host.ts';

async function takePort(): Promise<{ port: number; server: Server }> {
  const server = createServer();
  return { port: await listenOnFreePort(server), server };
}

test('a change of settings is undone and redone', async () => {
  await using opened = await temporaryHost();
  const { host } = opened;
  await host.call('settings.set', { settings: { pageSize: 7, log: { entries: 5, bytes: 1000, bodyBytes: 10 } } });
  expect((await hostValue(host, 'workspace.get', {})).history.undo).toBe('change of page size, log');
  await host.call('history.undo', {});
  expect(host.settings).toMatchObject({ pageSize: 20, log: { entries: 10_000 } });
  await host.call('history.redo', {});
  expect(host.settings).toMatchObject({ pageSize: 7, log: { entries: 5 } });
});

test('commands that change nothing become no history entry and keep the redo list', async () => {
  await using opened = await temporaryHost();
  const { host } = opened;
  const request = { name: 'Users', method: 'GET', target: '/users/42', headers: [], body: '', note: '' };
  await hostValue(host, 'saved.put', { request });
  await host.call('records.patch', { collection: 'users', id: '42', patch: { name: 'Bea' } });
  await host.call('history.undo', {});
  await hostValue(host, 'workspace.rename', { name: 'Test workspace' });
  await hostValue(host, 'users.setStatus', { userId: '42', status: 'active' });
  await hostValue(host, 'records.patch', { collection: 'users', id: '42', patch: {} });
  const { pageSize, log, allowedHosts } = host.settings;
  await hostValue(host, 'settings.set', { settings: { pageSize, log: { ...log }, allowedHosts: [...allowedHosts] } });
  await hostValue(host, 'scenarios.move', { name: 'Nobody is active', to: 9 });
  const [scenario] = smallWorkspace.scenarios;
  await hostValue(host, 'scenarios.put', { scenario, at: 1 });
  await hostValue(host, 'saved.put', { request });
  await hostValue(host, 'saved.rename', { name: request.name, to: request.name });
  const text = JSON.stringify(smallWorkspace.collections.users.records);
  const { id } = await hostValue(host, 'import.preview', { text, fileName: 'users.json' });
  expect(await hostValue(host, 'import.apply', { id, collections: ['users'] })).toMatchObject({ records: 0 });
  expect((await hostValue(host, 'workspace.get', {})).history).toEqual({
    undo: 'new request Users',
    redo: 'change of name in record 42 of users',
  });
});

test('undoing a change of port restores the port of this run', async () => {
  await using opened = await temporaryHost();
  const { host } = opened;
  await host.call('settings.set', { settings: { port: 4444 } });
  expect(host.settings.port).toBe(4444);
  await host.call('history.undo', {});
  expect(host.settings.port).toBe(0);
});

test('a server on any free port stays there when other settings change', async () => {
  await using opened = await temporaryHost();
  const { host } = opened;
  await host.call('server.start', {});
  const before = host.server();
  await host.call('settings.set', { settings: { pageSize: 5 } });
  await host.call('server.start', {});
  expect(host.server()).toEqual(before);
});

test('a server moves to another address on the same port, and back on undo', async () => {
  await using opened = await temporaryHost();
  const { host } = opened;
  await host.call('server.start', {});
  const state = host.server();
  if (state.state !== 'listening') throw new Error('It does not listen.');
  const { port } = state;
  expect(await host.call('settings.set', { settings: { port, host: '0.0.0.0' } })).toMatchObject({ ok: true });
  expect(host.server()).toEqual({ state: 'listening', url: `http://localhost:${port}`, port });
});

test('a taken port is refused with a free one that works, and the server stays', async () => {
  await using opened = await temporaryHost();
  const { host } = opened;
  const { port, server } = await takePort();
  await host.call('server.start', {});
  const before = host.server();
  const refused = await host.call('settings.set', { settings: { port } });
  expect(refused).toMatchObject({ ok: false, problem: { suggestedFix: { port: expect.any(Number) } } });
  expect(host.server()).toEqual(before);
  const suggestedFix = refused.ok ? {} : refused.problem.suggestedFix;
  expect(await host.call('settings.set', { settings: suggestedFix })).toMatchObject({ ok: true });
  expect(host.server()).toMatchObject(suggestedFix as object);
  server.close();
});

test("a server that cannot start suggests a fix, never the console's port", async () => {
  const { port, server } = await takePort();
  await using opened = await temporaryHost(smallWorkspace, { override: { port, consolePort: port + 1 } });
  await opened.host.call('server.start', {});
  const state = opened.host.server();
  expect(state).toMatchObject({ state: 'failed', reason: expect.stringContaining('this program itself') });
  expect(state.state === 'failed' && state.suggestedFix).not.toEqual({ port: port + 1 });
  server.close();
});

test('a host that is no address of this machine is refused with the loopback address', async () => {
  await using opened = await temporaryHost();
  const { host } = opened;
  await host.call('server.start', {});
  const refused = await host.call('settings.set', { settings: { host: 'no-such-host.invalid' } });
  expect(refused).toMatchObject({ ok: false, problem: { suggestedFix: { host: '127.0.0.1' } } });
  expect(host.server()).toMatchObject({ state: 'listening' });
});

test('a smaller log limit drops the oldest requests at once', async () => {
  await using opened = await temporaryHost();
  const { host } = opened;
  await host.call('server.start', {});
  for (let index = 0; index < 5; index += 1) {
    await host.call('requests.send', { method: 'GET', target: `/users/${index}`, headers: [], body: null });
  }
  await host.call('settings.set', { settings: { log: { entries: 2, bytes: 1_000_000, bodyBytes: 100 } } });
  expect((await hostValue(host, 'workspace.get', {})).log).toMatchObject({ total: 5, dropped: 3 });
  expect(host.log.list().map(({ path }) => path)).toEqual(['/users/4', '/users/3']);
});
