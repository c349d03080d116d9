import { readFile, writeFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import type { CommandInput, CommandName, CommandOutput } from '../../../server/contract/command.ts';
import { hostValue, smallWorkspace, type TemporaryHost, temporaryHost } from '../../support/temporary-host.ts';

function value<Name extends CommandName>(
  { host }: TemporaryHost,
  name: Name,
  input: CommandInput<Name>,
): Promise<CommandOutput<Name>> {
  return hostValue(host, name, input);
}

function workspaceThatKeeps(keptRequests: number, keptSecrets = false) {
  return { ...smallWorkspace, settings: { port: 0, consolePort: 0, keptRequests, keptSecrets } };
}

async function send(temporary: TemporaryHost, target: string, authorization?: string): Promise<void> {
  const { server } = await value(temporary, 'workspace.get', {});
  if (server.state !== 'listening') await value(temporary, 'server.start', {});
  const headers: [string, string][] = authorization === undefined ? [] : [['Authorization', authorization]];
  await value(temporary, 'requests.send', { method: 'GET', target, headers, body: null });
}

async function paths(temporary: TemporaryHost): Promise<readonly string[]> {
  const { entries, kept } = await value(temporary, 'requests.list', {});
  return [...entries, ...kept].map(({ path }) => path);
}

test('restores the latest requests at the next start, with response and explanation', async () => {
  await using first = await temporaryHost(workspaceThatKeeps(2));
  for (const target of ['/users/1', '/api/products?limit=1', '/users/42']) await send(first, target);
  const [latest] = (await value(first, 'requests.list', {})).entries;
  const before = await value(first, 'requests.get', { id: latest?.id ?? 0 });

  const next = await first.reopen();
  expect(await paths(next)).toEqual(['/users/42', '/api/products?limit=1']);
  expect(await value(next, 'requests.get', { id: 2 })).toEqual({ ...before, id: 2, client: null, connection: null });
  expect((await value(next, 'workspace.get', {})).log).toMatchObject({ total: 2, dropped: 0, before: 2, unkept: null });
  await send(next, '/users/7');
  expect(await paths(await next.reopen())).toEqual(['/users/7', '/users/42']);
});

test('stores only annotated requests by default', async () => {
  await using first = await temporaryHost(workspaceThatKeeps(0));
  await send(first, '/users/1');
  await send(first, '/users/2');
  await value(first, 'requests.mark', { id: 1, note: 'odd' });
  const next = await first.reopen();
  expect((await value(next, 'requests.list', {})).entries).toMatchObject([{ path: '/users/1', note: 'odd' }]);
  await value(next, 'requests.mark', { id: 1, note: '' });
  await next.reopen();
  await expect(readFile(`${first.file}.requests`)).rejects.toThrow('ENOENT');
});

test('does not store cleared requests', async () => {
  await using first = await temporaryHost(workspaceThatKeeps(5));
  await send(first, '/users/1');
  await value(first, 'requests.clear', {});
  expect(await paths(await first.reopen())).toEqual([]);
});

test.each([
  [false, '***'],
  [true, 'Bearer s3cret'],
])('stores secrets: %j', async (keptSecrets, expected) => {
  await using first = await temporaryHost(workspaceThatKeeps(5, keptSecrets));
  await send(first, '/users/1', 'Bearer s3cret');
  const next = await first.reopen();
  expect((await readFile(`${first.file}.requests`, 'utf8')).includes('s3cret')).toBe(keptSecrets);
  const { request } = await value(next, 'requests.get', { id: 1 });
  expect(request.headers).toContainEqual(['Authorization', expected]);
});

test('skips damaged lines and restores the others', async () => {
  await using first = await temporaryHost(workspaceThatKeeps(5));
  for (const target of ['/users/1', '/users/2', '/users/3']) await send(first, target);
  await first.host.close();
  const file = `${first.file}.requests`;
  const text = await readFile(file, 'utf8');
  await writeFile(file, text.replace('/users/2', '/users/x').slice(0, -9));
  expect(await paths(await first.reopen())).toEqual(['/users/1']);
});

test('each workspace has its own requests, which return when it is opened again', async () => {
  let chosen: string | null = null;
  const dialogs = { open: async () => chosen, save: async () => null, recent: () => [], opened: () => undefined };
  await using opened = await temporaryHost(workspaceThatKeeps(1), { dialogs });
  for (const target of ['/users/1', '/users/2', '/users/3']) await send(opened, target);
  await value(opened, 'requests.mark', { id: 1, pinned: true });

  chosen = `${opened.file}.other.json`;
  await writeFile(chosen, JSON.stringify(smallWorkspace));
  await value(opened, 'workspace.open', {});
  expect(await paths(opened)).toEqual([]);
  await send(opened, '/users/4');

  chosen = opened.file;
  await value(opened, 'workspace.open', {});
  expect(await paths(opened)).toEqual(['/users/3', '/users/1']);
  expect((await value(opened, 'workspace.get', {})).log).toMatchObject({ total: 2, before: 2 });
});
