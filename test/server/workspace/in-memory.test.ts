import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import type { Json } from '../../../server/domain/json/json.ts';
import { createHost } from '../../../server/host.ts';
import { clientOf } from '../../support/http-client.ts';
import { hostValue, smallWorkspace, temporaryHost } from '../../support/temporary-host.ts';

const mergePatch = [['content-type', 'application/merge-patch+json']] as const;

/** Every file of a folder with its content. */
async function contentOf(folder: string): Promise<Record<string, string>> {
  const names = await readdir(folder);
  return Object.fromEntries(
    await Promise.all(names.toSorted().map(async (name) => [name, await readFile(join(folder, name), 'base64')])),
  );
}

/** A host in memory over a file that another program has written. */
async function inMemory(workspace: Json = smallWorkspace) {
  const folder = await mkdtemp(join(tmpdir(), 'mock-api-console-memory-'));
  const file = join(folder, 'workspace.json');
  await writeFile(file, JSON.stringify(workspace));
  const before = await contentOf(folder);
  const created = await createHost({ workspace: file, storage: 'memory', override: { port: 0 }, onFault: fail });
  if (!created.ok) throw new Error(created.problem.detail);
  const host = created.value;
  onTestFinished(async () => {
    await host.close();
    await rm(folder, { recursive: true, force: true });
  });
  await host.perform('server.start', {});
  const server = host.server();
  if (server.state !== 'listening') throw new Error('The mock does not listen.');
  return { host, file, folder, before, send: clientOf(server.port) };
}

function fail(fault: unknown): never {
  throw fault;
}

test('a workspace in memory is edited and kept, and neither its file nor its folder changes', async () => {
  const { host, folder, before, send } = await inMemory({ ...smallWorkspace, settings: { keptRequests: 100 } });
  await hostValue(host, 'users.setStatus', { userId: '42', status: 'inactive' });
  expect((await send({ target: '/users/42' })).status).toBe(404);
  await send({ method: 'PATCH', target: '/api/users/42', headers: mergePatch, body: '{"name":"Augusta"}' });
  await hostValue(host, 'state.keep', {});
  await hostValue(host, 'settings.set', { settings: { pageSize: 5 } });
  const { entries } = await hostValue(host, 'requests.list', { limit: 1 });
  await hostValue(host, 'requests.mark', { id: entries[0]?.id ?? 0, pinned: true, note: 'seen' });
  await new Promise((resolve) => setTimeout(resolve, 2500));
  expect(await contentOf(folder)).toEqual(before);
  expect(await host.close()).toEqual({ ok: true, value: null });
  expect(await contentOf(folder)).toEqual(before);
});

test('the console is told that nothing is saved, and why', async () => {
  const { host } = await inMemory();
  expect(host.notes).toEqual([]);
  const { workspace } = await hostValue(host, 'workspace.get', {});
  expect(workspace).toMatchObject({ inMemory: true, readOnly: 'In memory: changes are not saved.' });
});

test('a workspace in memory opens beside a program that writes the same file', async () => {
  await using writer = await temporaryHost();
  const before = await contentOf(dirname(writer.file));
  const created = await createHost({ workspace: writer.file, storage: 'memory', onFault: fail });
  if (!created.ok) throw new Error(created.problem.detail);
  await hostValue(created.value, 'users.setStatus', { userId: '42', status: 'inactive' });
  await created.value.close();
  expect(await contentOf(dirname(writer.file))).toEqual(before);
});

test('a reload in memory returns to the file and gives no tag out twice', async () => {
  const { host, send } = await inMemory();
  const rename = (name: string) =>
    send({ method: 'PATCH', target: '/api/users/42', headers: mergePatch, body: JSON.stringify({ name }) });
  const first = await rename('Augusta');
  await hostValue(host, 'workspace.reload', {});
  const between = await send({ target: '/api/users/42' });
  expect(between.json()).toMatchObject({ name: 'Ada' });
  const second = await rename('Grace');
  const versions = [first, between, second].map((response) => Number(response.header('x-resource-version')));
  expect(versions).toEqual(versions.toSorted((a, b) => a - b));
  expect(new Set(versions).size).toBe(3);
});
