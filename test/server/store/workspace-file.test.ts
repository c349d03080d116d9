import { readdir, readFile, rename, stat, unlink, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { defaultSettings } from '../../../server/domain/model/settings.ts';
import { StoredRecord } from '../../../server/domain/records/stored-record.ts';
import { defaultScenario } from '../../../server/domain/scenario/scenario.ts';
import type { FileSystem } from '../../../server/store/file-system.ts';
import { openWorkspaceFile } from '../../../server/store/open-workspace.ts';
import { type SavedContent, WorkspaceFile } from '../../../server/store/workspace-file.ts';
import { rounds } from '../../support/rounds.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { systemError, watchedFileSystem } from './failing-file-system.ts';

const definition = { name: 'users', key: 'userId', sort: null, time: null, schema: null };

const users = { floor: 1, first: 3, sessions: 4, versions: new Map([['0', 7]]) };

function snapshot(name: string, count = 1): SavedContent {
  const records = Array.from({ length: count }, (_, id) => new StoredRecord(`${id}`, { userId: `${id}`, name }, 1));
  return {
    workspace: {
      name,
      settings: defaultSettings,
      collections: [{ definition, records }],
      scenarios: [defaultScenario],
      requests: [],
      scenario: 'Default',
    },
    watermarks: { floor: 2, collections: new Map([['users', users]]) },
  };
}

async function emptyWorkspace(): Promise<{ folder: string; path: string }> {
  const folder = await temporaryFolder();
  const path = join(folder, 'w.json');
  await writeFile(path, '{"format": "mock-api-console", "version": 1, "name": "Empty"}');
  return { folder, path };
}

async function open(path: string, fs?: FileSystem) {
  const opened = await openWorkspaceFile(path, { fs });
  if (!opened.ok) throw new Error(opened.problem.detail);
  return opened.value;
}

test('a saved workspace and its watermarks are read back', async () => {
  const { folder, path } = await emptyWorkspace();
  const { file } = await open(path);
  expect(await file.save(() => snapshot('Saved', 3))).toEqual({ ok: true, value: null });
  await file.close();
  const again = await open(path);
  expect(again.workspace.name).toBe('Saved');
  expect(again.workspace.collections[0]?.records).toHaveLength(3);
  expect(again.watermarks).toEqual(snapshot('').watermarks);
  expect(again.notes).toEqual([]);
  await again.file.close();
  const older = expect.stringMatching(/^w\.json\.\d{8}-\d{6}-\d{3}\.backup$/);
  const files = ['w.json', older, 'w.json.backup', 'w.json.recovery'];
  expect((await readdir(folder)).sort()).toEqual(files);
  const later = await open(path);
  await later.file.save(() => snapshot('Saved again'));
  await later.file.close();
  // The content of a moment ago gives way to the one from before this program.
  expect((await readdir(folder)).sort()).toEqual(files);
});

test('refuses every save once it is closed', async () => {
  const { path } = await emptyWorkspace();
  const { file } = await open(path);
  await file.close();
  const before = await readFile(path, 'utf8');
  const detail = 'w.json is closed and has not been written.';
  const refused = { ok: false, problem: { type: '/problems/save-failed', detail } };
  expect(await file.save(() => snapshot('Late'))).toMatchObject(refused);
  expect(await readFile(path, 'utf8')).toBe(before);
});

test('writes quick saves together with the newest state', async () => {
  const { path } = await emptyWorkspace();
  let renames = 0;
  const fs = watchedFileSystem(({ name, path }) => {
    if (name === 'rename' && path.includes('w.json.') && path.endsWith('.saving') && !/backup|recovery/.test(path))
      renames += 1;
  });
  const { file } = await open(path, fs);
  let state = 0;
  const saves = Array.from({ length: 200 }, () => {
    state += 1;
    return file.save(() => snapshot(`State ${state}`));
  });
  await Promise.all(saves);
  expect(JSON.parse(await readFile(path, 'utf8')).name).toBe('State 200');
  expect(renames).toBe(1);
  await file.close();
});

test('a save during a write is on disk once it is accepted', async () => {
  const { path } = await emptyWorkspace();
  const { file } = await open(path);
  for (let round = 0; round < rounds(10); round++) {
    const first = file.save(() => snapshot(`First ${round}`, 500));
    await new Promise((resolve) => setTimeout(resolve, 50 + round));
    const second = file.save(() => snapshot(`Second ${round}`, 500));
    await first;
    await second;
    expect(JSON.parse(await readFile(path, 'utf8')).name).toBe(`Second ${round}`);
  }
  await file.close();
});

test('close writes waiting content, backs it up and releases the lock', async () => {
  const { folder, path } = await emptyWorkspace();
  const { file } = await open(path);
  const saved = file.save(() => snapshot('Last'));
  expect(await file.close()).toEqual({ ok: true, value: null });
  expect(await saved).toEqual({ ok: true, value: null });
  expect(JSON.parse(await readFile(path, 'utf8')).name).toBe('Last');
  expect(await readFile(`${path}.backup`, 'utf8')).toBe(await readFile(path, 'utf8'));
  expect(await readdir(folder)).not.toContain('w.json.lock');
});

test('the next save or the close repeats a failed save', async () => {
  const { path } = await emptyWorkspace();
  let isFull = false;
  const fs = watchedFileSystem(({ name }) => {
    if (isFull && name === 'write') throw systemError('ENOSPC', 'write');
  });
  const { file } = await open(path, fs);
  await file.save(() => snapshot('Before'));
  isFull = true;
  const refused = {
    ok: false,
    problem: { status: 507, detail: 'w.json could not be saved: the disk is full (ENOSPC).' },
  };
  expect(await file.save(() => snapshot('Lost?'))).toMatchObject(refused);
  expect(await file.save(() => snapshot('Lost?'), { overwrite: true })).toMatchObject(refused);
  expect(JSON.parse(await readFile(path, 'utf8')).name).toBe('Before');
  isFull = false;
  expect(await file.save(() => snapshot('Next'))).toEqual({ ok: true, value: null });
  expect(JSON.parse(await readFile(path, 'utf8')).name).toBe('Next');
  isFull = true;
  await file.save(() => snapshot('Lost again?'));
  isFull = false;
  expect(await file.close()).toEqual({ ok: true, value: null });
  expect(JSON.parse(await readFile(path, 'utf8')).name).toBe('Lost again?');
});

test('the next save succeeds after a failure of any call', async () => {
  async function saveWithFailure(place: number): Promise<boolean> {
    const { path } = await emptyWorkspace();
    let calls = Number.POSITIVE_INFINITY;
    const fs = watchedFileSystem(({ name }) => {
      if (calls-- === 0) throw systemError('EIO', name);
    });
    const { file } = await open(path, fs);
    await file.save(() => snapshot('Old'));
    calls = place;
    const saved = await file.save(() => snapshot('New'));
    calls = Number.POSITIVE_INFINITY;
    expect(['Old', 'New']).toContain(JSON.parse(await readFile(path, 'utf8')).name);
    if (!saved.ok) expect(saved.problem.type).toBe('/problems/save-failed');
    expect(await file.save(() => snapshot('Newer'))).toEqual({ ok: true, value: null });
    expect(JSON.parse(await readFile(path, 'utf8')).name).toBe('Newer');
    await file.close();
    return saved.ok;
  }
  const saved = await Promise.all(Array.from({ length: 30 }, (_, place) => saveWithFailure(place)));
  expect(saved.filter((ok) => !ok).length).toBeGreaterThan(20);
  expect(saved.at(-1)).toBe(true);
});

test('does not overwrite the changes of another program without `overwrite`', async () => {
  const { path } = await emptyWorkspace();
  const { file } = await open(path);
  await file.save(() => snapshot('Ours'));
  await writeFile(path, 'theirs');
  expect(await file.save(() => snapshot('Ours again'))).toMatchObject({
    ok: false,
    problem: { type: '/problems/save-failed', reason: 'changed-on-disk' },
  });
  expect(await readFile(path, 'utf8')).toBe('theirs');
  expect(await file.save(() => snapshot('Ours after all'), { overwrite: true })).toEqual({ ok: true, value: null });
  expect(JSON.parse(await readFile(path, 'utf8')).name).toBe('Ours after all');
  expect(await file.save(() => snapshot('And on'))).toEqual({ ok: true, value: null });
  await writeFile(path, 'theirs again');
  expect((await file.save(() => snapshot('Not once more'))).ok).toBe(false);
  await file.close();
});

test.each([
  ['a moment', 0],
  ['ten seconds', 10_000],
])('does not overwrite a foreign content of equal size and time, %s after the file was read', async (_, age) => {
  const { path } = await emptyWorkspace();
  await utimes(path, 1, 1);
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + age });
  onTestFinished(() => void vi.useRealTimers());
  const { file } = await open(path);
  const theirs = (await readFile(path, 'utf8')).replace('Empty', 'Their');
  await writeFile(path, theirs);
  await utimes(path, 1, 1);
  expect(await file.save(() => snapshot('Ours'))).toMatchObject({ problem: { reason: 'changed-on-disk' } });
  expect(await readFile(path, 'utf8')).toBe(theirs);
  await file.close();
});

test('backs up its own content, not that of another program which has replaced the file', async () => {
  const { path } = await emptyWorkspace();
  const { file } = await open(path);
  await file.save(() => snapshot('Ours'));
  await writeFile(path, 'theirs');
  await file.close();
  expect(JSON.parse(await readFile(`${path}.backup`, 'utf8')).name).toBe('Ours');
});

test('a touched or identically replaced file counts as unchanged', async () => {
  const { path } = await emptyWorkspace();
  const { file } = await open(path);
  await utimes(path, 1, 1);
  expect((await file.save(() => snapshot('One'))).ok).toBe(true);
  await writeFile(`${path}.copy`, await readFile(path));
  await rename(`${path}.copy`, path);
  expect((await file.save(() => snapshot('Two'))).ok).toBe(true);
  await file.close();
});

test('creates a deleted file again', async () => {
  const { path } = await emptyWorkspace();
  const { file } = await open(path);
  await unlink(path);
  expect((await file.save(() => snapshot('Again'))).ok).toBe(true);
  expect(JSON.parse(await readFile(path, 'utf8')).name).toBe('Again');
  await file.close();
});

test('closing stores the watermarks and leaves the workspace file unchanged', async () => {
  const { path } = await emptyWorkspace();
  const { file } = await open(path);
  const before = await stat(path);
  const { watermarks } = snapshot('');
  file.claimVersion(7);
  expect(await file.close(() => watermarks)).toEqual({ ok: true, value: null });
  expect((await stat(path)).mtimeMs).toBe(before.mtimeMs);
  const again = await open(path);
  expect(again.watermarks).toEqual(watermarks);
  await again.file.close();
});

test('a second instance is read-only and names the holder of the file', async () => {
  const { path } = await emptyWorkspace();
  const first = await open(path);
  const second = await open(path);
  expect(first.file.readOnly).toBeNull();
  expect(second.file.readOnly).toContain(`w.json is open in another instance (process ${process.pid}).`);
  expect(second.workspace.name).toBe('Empty');
  const refusal = { ok: false, problem: { type: '/problems/read-only', detail: second.file.readOnly } };
  expect(await second.file.save(() => snapshot('Second'))).toMatchObject(refusal);
  await second.file.close();
  expect((await first.file.save(() => snapshot('First'))).ok).toBe(true);
  await first.file.close();
  const third = await open(path);
  expect(third.file.readOnly).toBeNull();
  expect(third.file).toBeInstanceOf(WorkspaceFile);
  await third.file.close();
});

test('a write of a hundred thousand records does not block the event loop', async () => {
  const { path } = await emptyWorkspace();
  const { file } = await open(path);
  let turns = 0;
  let turn = setImmediate(function count() {
    turns += 1;
    turn = setImmediate(count);
  });
  await file.save(() => snapshot('Large', 100_000));
  clearImmediate(turn);
  expect(turns).toBeGreaterThan(20);
  expect((await stat(path)).size).toBeGreaterThan(3_000_000);
  await file.close();
});
