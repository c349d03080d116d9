import { lstat, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { createHost, type Host, type HostOptions } from '../../../server/host.ts';
import { hostValue } from '../../support/temporary-host.ts';

const content = JSON.stringify({ posts: [{ id: 1, title: 'First' }] });

/** A folder with a json-server file. */
async function folderWithFile(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'mock-api-console-beside-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  await writeFile(join(folder, 'db.json'), content);
  return folder;
}

async function hostOf(workspace: string, options: Partial<HostOptions> = {}): Promise<Host> {
  const override = { port: 0, consolePort: 0 };
  const created = await createHost({ ...options, workspace, override, onFault: fail });
  if (!created.ok) throw new Error(created.problem.detail);
  onTestFinished(async () => void (await created.value.close()));
  return created.value;
}

function fail(fault: unknown): never {
  throw fault;
}

const retitle = (host: Host, title: string) =>
  hostValue(host, 'records.put', { collection: 'posts', record: { id: 1, title } });

test('a json-server file stays as it is, and its edits are saved in a workspace beside it', async () => {
  const folder = await folderWithFile();
  const host = await hostOf(join(folder, 'db.json'));
  await retitle(host, 'Before');
  expect((await hostValue(host, 'workspace.get', {})).workspace).toMatchObject({ saveAs: 'beside', inMemory: false });
  expect(await host.call('workspace.saveAs', {})).toEqual({ ok: true, value: { file: 'db.workspace.json' } });
  const { workspace } = await hostValue(host, 'workspace.get', {});
  expect(workspace).toMatchObject({ file: 'db.workspace.json', readOnly: null, saveAs: null });
  await retitle(host, 'After');
  expect(await host.close()).toEqual({ ok: true, value: null });

  expect(await readFile(join(folder, 'db.json'), 'utf8')).toBe(content);
  const again = await hostOf(join(folder, 'db.workspace.json'));
  const row = await hostValue(again, 'records.get', { collection: 'posts', id: '1' });
  expect(row).toMatchObject({ live: { title: 'After' } });
});

test('a json-server file that is opened again names the workspace that has its edits', async () => {
  const folder = await folderWithFile();
  const first = await hostOf(join(folder, 'db.json'));
  expect(first.notes).toHaveLength(1);
  await hostValue(first, 'workspace.saveAs', {});
  await first.close();
  const again = await hostOf(join(folder, 'db.json'));
  expect(again.notes.slice(1)).toEqual([
    'db.workspace.json is beside db.json: edits that were saved as a workspace are there. Open that file to go on with them.',
  ]);
});

test('a workspace beside a file replaces nothing, also if it is asked for twice at once', async () => {
  const folder = await folderWithFile();
  await symlink(join(folder, 'elsewhere.json'), join(folder, 'db.workspace.json'));
  await writeFile(join(folder, 'db-2.workspace.json'), 'of somebody else');
  const host = await hostOf(join(folder, 'db.json'));
  const replies = await Promise.all([host.call('workspace.saveAs', {}), host.call('workspace.saveAs', {})]);
  expect(replies).toMatchObject([
    { ok: true, value: { file: 'db-3.workspace.json' } },
    { ok: false, problem: { type: '/problems/conflict' } },
  ]);
  expect((await lstat(join(folder, 'db.workspace.json'))).isSymbolicLink()).toBe(true);
  expect(await readFile(join(folder, 'db-2.workspace.json'), 'utf8')).toBe('of somebody else');
  expect(await readdir(folder)).not.toContain('elsewhere.json');
});

test('a json-server file that is opened in memory is saved nowhere', async () => {
  const folder = await folderWithFile();
  const host = await hostOf(join(folder, 'db.json'), { storage: 'memory' });
  const { workspace } = await hostValue(host, 'workspace.get', {});
  expect(workspace).toMatchObject({ inMemory: true, saveAs: null, readOnly: 'In memory: changes are not saved.' });
  expect(await host.call('workspace.saveAs', {})).toMatchObject({
    ok: false,
    problem: { type: '/problems/needs-dialogs' },
  });
  expect(await readdir(folder)).toEqual(['db.json']);
});

test('a folder that takes no file leaves the workspace as it is, and says why', async () => {
  const folder = await folderWithFile();
  const host = await hostOf(join(folder, 'db.json'));
  await rm(folder, { recursive: true });
  const reply = await host.call('workspace.saveAs', {});
  expect(reply).toMatchObject({ ok: false, problem: { detail: expect.stringContaining('ENOENT') } });
  expect((await hostValue(host, 'workspace.get', {})).workspace).toMatchObject({ file: 'db.json', saveAs: 'beside' });
});

test('a file opens whose workspace would have too long a name, which is refused', async () => {
  const folder = await folderWithFile();
  const file = `${'a'.repeat(241)}.json`;
  await writeFile(join(folder, file), content);
  const host = await hostOf(join(folder, file));
  expect(await host.call('workspace.saveAs', {})).toMatchObject({
    ok: false,
    problem: { detail: expect.stringContaining('its name is too long') },
  });
  expect(await readdir(folder)).toEqual([file, 'db.json']);
});

test('versions that were given out before the workspace is saved are reserved with it', async () => {
  const folder = await folderWithFile();
  const host = await hostOf(join(folder, 'db.json'));
  for (let edit = 0; edit < 1500; edit += 1) await retitle(host, `Edit ${edit}`);
  await hostValue(host, 'workspace.saveAs', {});
  const { reserved } = JSON.parse(await readFile(join(folder, 'db.workspace.json.versions'), 'utf8'));
  const { rows } = await hostValue(host, 'records.page', { collection: 'posts', offset: 0, limit: 1 });
  expect(rows[0]?.version).toBeGreaterThan(1500);
  expect(reserved).toBeGreaterThanOrEqual(rows[0]?.version ?? Number.POSITIVE_INFINITY);
});
