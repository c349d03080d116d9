import { existsSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import type { CommandInput } from '../../../server/contract/command.ts';
import { createHost, type Host } from '../../../server/host.ts';
import type { FileDialogs } from '../../../server/shell.ts';
import { hostValue, smallWorkspace, type TemporaryHost, temporaryHost } from '../../support/temporary-host.ts';

const count = 10_000;
/** For a save on a busy machine. */
const patience = { timeout: 15_000 };

/** A host over many users, and dialogs that choose the files a test names. */
async function manyUsers(users = count) {
  const records = Array.from({ length: users }, (_, index) => ({ userId: `${index}`, name: 'Ada', age: index }));
  const workspace = {
    format: 'mock-api-console',
    version: 1,
    name: 'Many',
    collections: { users: { key: 'userId', records } },
  };
  const choice = { open: null as string | null, save: null as string | null };
  const dialogs: FileDialogs = {
    open: async () => choice.open,
    save: async () => choice.save,
    recent: () => [],
    opened: () => undefined,
  };
  const temporary = await temporaryHost(workspace, { dialogs });
  choice.save = join(dirname(temporary.file), 'copy.json');
  return Object.assign(temporary, { choice, copy: choice.save });
}

const setName = (value: string): CommandInput<'records.change'> => ({
  collection: 'users',
  of: {},
  change: { kind: 'set', path: ['name'], value },
  as: 'all',
});

/** The number of records with this name in the workspace file. */
async function countInFile(path: string, name: string): Promise<number> {
  return (await readFile(path, 'utf8')).split(`"name":"${name}"`).length - 1;
}

async function countInHost({ host }: TemporaryHost, name: string): Promise<number> {
  const page = { collection: 'users', query: `name=${name}`, offset: 0, limit: 1 };
  return (await hostValue(host, 'records.page', page)).total;
}

/** Waits until long work has had its first time slice. */
const sliced = () => new Promise((resolve) => setTimeout(resolve, 2));

/** Waits until a bulk edit has begun to apply what it planned; the edit must be long enough for the feed to say so. */
function appliedHalf(host: Host): Promise<void> {
  return new Promise((resolve) => {
    host.subscribe((events) => {
      for (const event of events) if (event.type === 'state' && (event.state.jobs?.[0]?.share ?? 0) > 0.5) resolve();
    });
  });
}

const savedState = (host: Host) => async () => (await hostValue(host, 'workspace.get', {})).save.state;

test('a bulk edit under way during Save As is saved to the new file', async () => {
  await using temporary = await manyUsers();
  const { host, copy } = temporary;
  const edit = host.call('records.change', setName('Grace'));
  await sliced();
  const saveAs = host.call('workspace.saveAs', {});
  expect(await saveAs).toMatchObject({ ok: true });
  expect(await edit).toMatchObject({ ok: true });
  await expect.poll(() => countInFile(copy, 'Grace'), patience).toBe(count);
});

test('an edit made while Save As writes the new file is saved to it', async () => {
  await using temporary = await manyUsers();
  const { host, copy } = temporary;
  const saveAs = host.call('workspace.saveAs', {});
  await Promise.resolve();
  await Promise.resolve();
  await hostValue(host, 'records.put', { collection: 'users', record: { userId: '1', name: 'Edited' } });
  expect(await saveAs).toMatchObject({ ok: true });
  await expect.poll(() => countInFile(copy, 'Edited'), patience).toBe(1);
});

test('a bulk edit that is cancelled after Save As leaves nothing in the new file', async () => {
  await using temporary = await manyUsers(60_000);
  const { host, copy } = temporary;
  const applying = appliedHalf(host);
  const edit = host.call('records.change', setName('Grace'));
  await applying;
  const saveAs = host.call('workspace.saveAs', {});
  await sliced();
  await hostValue(host, 'jobs.cancel', { kind: 'edit' });
  await saveAs;
  expect(await edit).toMatchObject({ ok: false });
  expect(await countInHost(temporary, 'Grace')).toBe(0);
  await expect.poll(savedState(host), patience).toBe('saved');
  await expect.poll(() => countInFile(copy, 'Grace'), patience).toBe(0);
});

test('a bulk edit under way when another workspace is opened is finished and saved', async () => {
  await using temporary = await manyUsers();
  const { host, file, choice } = temporary;
  choice.open = join(dirname(file), 'other.json');
  await writeFile(choice.open, JSON.stringify(smallWorkspace));
  const edit = host.call('records.change', setName('Grace'));
  expect(await host.call('workspace.open', {})).toMatchObject({ ok: true });
  expect(await edit).toMatchObject({ ok: true });
  expect(await countInFile(file, 'Grace')).toBe(count);
});

test('an undo after Save As waits for the undo before it', async () => {
  await using temporary = await manyUsers();
  const { host, copy } = temporary;
  await hostValue(host, 'records.patch', { collection: 'users', id: '0', patch: { name: 'Once' } });
  await hostValue(host, 'records.change', setName('Grace'));
  const saveAs = host.call('workspace.saveAs', {});
  while (!existsSync(copy)) await sliced();
  const first = host.call('history.undo', {});
  expect(await saveAs).toMatchObject({ ok: true });
  const second = host.call('history.undo', {});
  expect([await first, await second]).toMatchObject([
    { value: { label: `change of name in ${count.toLocaleString('en')} records of users` } },
    { value: { label: 'change of name in record 0 of users' } },
  ]);
  expect(await countInHost(temporary, 'Ada')).toBe(count);
  expect(await hostValue(host, 'history.redo', {})).toEqual({ label: 'change of name in record 0 of users' });
});

test('a cleared log can be restored after Save As', async () => {
  await using temporary = await manyUsers();
  const { host } = temporary;
  await hostValue(host, 'server.start', {});
  await hostValue(host, 'requests.send', { method: 'GET', target: '/users/1', headers: [], body: null });
  await hostValue(host, 'requests.clear', {});
  await hostValue(host, 'workspace.saveAs', {});
  await hostValue(host, 'requests.restore', {});
  expect((await hostValue(host, 'requests.list', {})).entries).toHaveLength(1);
});

test('a second host on one file notes first that its edits stay in memory', async () => {
  await using opened = await temporaryHost();
  const second = await createHost({ workspace: opened.file, onFault: () => undefined });
  if (!second.ok) throw new Error(second.problem.detail);
  expect(second.value.notes[0]).toMatch(/^In memory: workspace\.json is open in another instance \(process \d+\)\./);
  await second.value.close();
});
