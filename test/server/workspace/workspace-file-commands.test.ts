import { readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import type { ConsoleEvent } from '../../../server/contract/event.ts';
import type { Host } from '../../../server/host.ts';
import type { FileDialogs } from '../../../server/shell.ts';
import { eventually } from '../../support/eventually.ts';
import { hostValue, smallWorkspace, temporaryHost } from '../../support/temporary-host.ts';

/** Dialogs that choose the files of the test. */
function dialogs() {
  const seen: string[] = [];
  const choice = { open: null as string | null, save: null as string | null };
  const shell: FileDialogs = {
    open: async () => choice.open,
    save: async () => choice.save,
    recent: () => seen,
    opened: (path) => seen.unshift(path),
  };
  return { choice, seen, shell };
}

const other = { ...smallWorkspace, name: 'Another one', settings: { pageSize: 7 }, scenarios: [] };
const pageOf = (host: Host) => host.call('records.page', { collection: 'users', offset: 0, limit: 10 });

test('workspace.open replaces the workspace under the same server', async () => {
  const { choice, seen, shell } = dialogs();
  await using opened = await temporaryHost(smallWorkspace, { dialogs: shell });
  const { host, file } = opened;
  await host.call('server.start', {});
  await host.call('users.setStatus', { userId: '42', status: 'inactive' });
  await host.call('requests.send', { method: 'GET', target: '/users/42', headers: [], body: null });
  const before = host.server();
  const events: ConsoleEvent[] = [];
  host.subscribe((batch) => events.push(...batch));

  choice.open = join(dirname(file), 'other.json');
  await writeFile(choice.open, JSON.stringify(other));
  expect(await host.call('workspace.open', {})).toEqual({ ok: true, value: { file: 'other.json' } });

  expect(await hostValue(host, 'workspace.get', {})).toMatchObject({
    workspace: { name: 'Another one', file: 'other.json', recent: [{ name: 'other.json', folder: dirname(file) }] },
    history: { undo: null },
    log: { total: 0 },
  });
  expect(host.settings.pageSize).toBe(7);
  expect(host.server()).toEqual(before);
  expect(events.at(-1)?.type).toBe('workspace-opened');
  expect(await readFile(file, 'utf8')).toContain('inactive');

  seen.push(file);
  expect(await host.call('workspace.open', { recent: 1 })).toMatchObject({ ok: true });
  expect((await hostValue(host, 'workspace.get', {})).workspace.name).toBe('Test workspace');
  await host.call('users.setStatus', { userId: '42', status: 'active' });
  expect((await hostValue(host, 'workspace.get', {})).history.undo).not.toBeNull();
});

test('a save keeps the member `$schema`', async () => {
  await using opened = await temporaryHost({ $schema: './workspace.schema.json', ...smallWorkspace });
  await opened.host.call('users.setStatus', { userId: '42', status: 'inactive' });
  await eventually(async () => expect(await readFile(opened.file, 'utf8')).toContain('inactive'));
  expect(JSON.parse(await readFile(opened.file, 'utf8'))).toHaveProperty('$schema', './workspace.schema.json');
});

test('a file that cannot be opened, or a dismissed dialog, changes nothing', async () => {
  const { choice, shell } = dialogs();
  await using opened = await temporaryHost(smallWorkspace, { dialogs: shell });
  const { host, file } = opened;
  const before = await hostValue(host, 'workspace.get', {});
  expect(await host.call('workspace.open', {})).toEqual({ ok: true, value: { file: null } });
  choice.open = join(dirname(file), 'none.json');
  expect(await host.call('workspace.open', {})).toMatchObject({ ok: false });
  expect(await hostValue(host, 'workspace.get', {})).toEqual(before);
});

test('Save As continues in the new file; a created workspace has empty users', async () => {
  const { choice, shell } = dialogs();
  await using opened = await temporaryHost(smallWorkspace, { dialogs: shell });
  const { host, file } = opened;
  choice.save = join(dirname(file), 'copy.json');
  await host.call('users.setStatus', { userId: '7', status: 'active' });
  expect(await host.call('workspace.saveAs', {})).toEqual({ ok: true, value: { file: 'copy.json' } });
  expect(await hostValue(host, 'workspace.get', {})).toMatchObject({
    workspace: { file: 'copy.json' },
    history: { undo: expect.any(String) },
  });
  await host.call('records.remove', { collection: 'users', id: '42' });
  await host.call('workspace.overwrite', {});
  expect(await readFile(choice.save, 'utf8')).not.toContain('Ada');
  expect(await readFile(file, 'utf8')).toContain('Ada');

  choice.save = join(dirname(file), 'fresh.json');
  expect(await host.call('workspace.create', {})).toEqual({ ok: true, value: { file: 'fresh.json' } });
  expect(await hostValue(host, 'workspace.get', {})).toMatchObject({
    workspace: { name: 'fresh' },
    collections: [{ name: 'users', count: 0 }],
  });
});

test('a file changed by another program is overwritten or reloaded on command', async () => {
  await using opened = await temporaryHost();
  const { host, file } = opened;
  await host.call('users.setStatus', { userId: '7', status: 'active' });
  await host.call('workspace.overwrite', {});
  const theirs = (await readFile(file, 'utf8')).replace('Ada', 'Ada Lovelace');
  await writeFile(file, theirs);

  await host.call('users.setStatus', { userId: '7', status: 'inactive' });
  await expect
    .poll(async () => (await hostValue(host, 'workspace.get', {})).save)
    .toMatchObject({ state: 'failed', changedOnDisk: true });
  expect(await host.call('workspace.reload', {})).toMatchObject({ ok: true });
  expect(await hostValue(host, 'workspace.get', {})).toMatchObject({
    save: { state: 'saved' },
    history: { undo: null },
  });
  expect(await pageOf(host)).toMatchObject({
    value: { rows: [{ live: { status: 'active' } }, { live: { name: 'Ada Lovelace' } }] },
  });

  await writeFile(file, '{ "damaged": ');
  expect(await host.call('workspace.reload', {})).toMatchObject({ ok: false });
  expect(await host.call('workspace.overwrite', {})).toMatchObject({ ok: true });
  expect(await readFile(file, 'utf8')).toContain('Ada Lovelace');
});

test('reports a change by another program without a save, and not its own writes', async () => {
  await using opened = await temporaryHost();
  const { host, file } = opened;
  await host.call('users.setStatus', { userId: '7', status: 'active' });
  await host.call('workspace.overwrite', {});
  await expect
    .poll(async () => (await hostValue(host, 'workspace.get', {})).save.state, { timeout: 5_000 })
    .toBe('saved');
  await writeFile(file, JSON.stringify(other));
  await expect
    .poll(async () => (await hostValue(host, 'workspace.get', {})).save, { timeout: 10_000, interval: 100 })
    .toMatchObject({ state: 'failed', changedOnDisk: true });
  expect(await readFile(file, 'utf8')).toBe(JSON.stringify(other));
  expect(await host.call('workspace.reload', {})).toMatchObject({ ok: true });
  expect((await hostValue(host, 'workspace.get', {})).workspace.name).toBe('Another one');
}, 20_000);

test('unsaved edits refuse another workspace unless they are dropped', async () => {
  const { choice, shell } = dialogs();
  await using opened = await temporaryHost(smallWorkspace, { dialogs: shell });
  const { host, file } = opened;
  choice.open = join(dirname(file), 'other.json');
  await writeFile(choice.open, JSON.stringify(other));
  await writeFile(file, JSON.stringify(other));
  await host.call('users.setStatus', { userId: '7', status: 'active' });
  expect(await host.call('workspace.open', {})).toMatchObject({ ok: false, problem: { reason: 'changed-on-disk' } });
  expect((await hostValue(host, 'workspace.get', {})).workspace.name).toBe('Test workspace');
  expect(await host.call('workspace.open', { drop: true })).toEqual({ ok: true, value: { file: 'other.json' } });
  expect(await readFile(file, 'utf8')).toBe(JSON.stringify(other));
});

test('workspace.restoreBackup opens the last good content of a damaged file', async () => {
  const { choice, shell } = dialogs();
  await using opened = await temporaryHost(smallWorkspace, { dialogs: shell });
  const { host, file } = opened;
  const good = join(dirname(file), 'good.json');
  await writeFile(good, JSON.stringify(other));
  choice.open = good;
  await host.call('workspace.open', {});
  choice.open = file;
  await host.call('workspace.open', {});
  await writeFile(good, '{ "format": "mock-api-console", ');
  choice.open = good;
  expect(await host.call('workspace.open', {})).toMatchObject({ ok: false, problem: { backup: 'good.json.backup' } });
  expect(await host.call('workspace.restoreBackup', {})).toEqual({ ok: true, value: { file: 'good.json' } });
  expect((await hostValue(host, 'workspace.get', {})).workspace.name).toBe('Another one');
});

test('workspace.reload offers the backup of a truncated file', async () => {
  await using opened = await temporaryHost();
  const { host, file } = opened;
  await host.call('users.setStatus', { userId: '7', status: 'active' });
  await host.save();
  const text = await readFile(file, 'utf8');
  await writeFile(file, text.slice(0, text.length / 2));
  expect(await host.call('workspace.reload', {})).toMatchObject({
    ok: false,
    problem: { backup: 'workspace.json.backup', copy: expect.stringMatching(/^workspace\.json\.damaged-/) },
  });
  expect(await host.call('workspace.restoreBackup', {})).toEqual({ ok: true, value: { file: 'workspace.json' } });
  expect((await hostValue(host, 'workspace.get', {})).workspace.name).toBe('Test workspace');
});

test('workspace.restoreBackup restores a named backup of the open file', async () => {
  await using opened = await temporaryHost();
  const { host, file } = opened;
  await host.call('users.setStatus', { userId: '7', status: 'active' });
  await host.save();
  await writeFile(file, JSON.stringify({ ...smallWorkspace, collections: { users: { key: 'userId' } } }));
  await host.call('workspace.reload', {});
  const { notes } = (await hostValue(host, 'workspace.get', {})).workspace;
  expect(notes).toEqual([
    expect.stringMatching(
      /^workspace\.json changed since it was last saved here: 3 records removed, .+ is in workspace/,
    ),
  ]);
  await eventually(async () => expect((await hostValue(host, 'workspace.backups', {})).backups).toHaveLength(3));
  const [latest, before] = (await hostValue(host, 'workspace.backups', {})).backups;
  expect([latest?.records, before?.records]).toEqual([0, 3]);
  expect(await host.call('workspace.restoreBackup', {})).toMatchObject({ ok: false, problem: { status: 409 } });
  expect(await host.call('workspace.restoreBackup', { backup: before?.name })).toMatchObject({ ok: true });
  expect(await hostValue(host, 'records.get', { collection: 'users', id: '7' })).toMatchObject({
    fixture: { status: 'active' },
  });
  expect((await hostValue(host, 'workspace.get', {})).workspace.notes).toEqual([]);
});

test('a workspace that is created over another one opens without a note', async () => {
  const { choice, shell } = dialogs();
  await using opened = await temporaryHost(smallWorkspace, { dialogs: shell });
  const { host, file } = opened;
  choice.save = join(dirname(file), 'other.json');
  choice.open = choice.save;
  await writeFile(choice.save, JSON.stringify(smallWorkspace));
  await host.call('workspace.open', {});
  choice.open = file;
  await host.call('workspace.open', {});
  expect(await host.call('workspace.create', {})).toEqual({ ok: true, value: { file: 'other.json' } });
  expect((await hostValue(host, 'workspace.get', {})).workspace.notes).toEqual([]);
});

test.each(['workspace.open', 'workspace.create', 'workspace.saveAs'])(
  '%s needs the dialogs of a window',
  async (name) => {
    await using opened = await temporaryHost();
    expect(await opened.host.call(name, {})).toMatchObject({ ok: false, problem: { type: '/problems/needs-dialogs' } });
  },
);
