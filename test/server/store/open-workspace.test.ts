import { execFileSync } from 'node:child_process';
import { chmod, mkdir, readdir, readFile, symlink, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { SharedCollection } from '../../../server/domain/records/shared-collection.ts';
import { emptyWorkspace } from '../../../server/store/empty-workspace.ts';
import { toBeWritten } from '../../../server/store/formats/workspace-format.ts';
import { openWorkspaceFile } from '../../../server/store/open-workspace.ts';
import { allAbove, watermarksOf } from '../../../server/store/recovery-file.ts';
import { requestsPath, writeRequests } from '../../../server/store/requests-file.ts';
import { restoreBackup } from '../../../server/store/workspace-backup.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { systemError, watchedFileSystem } from './failing-file-system.ts';

const records = '{"userId":"41","name":"A"},{"userId":"42","name":"B"}';
const text = (name: string, users = records) =>
  `{"format": "mock-api-console", "version": 1, "name": "${name}", "collections": {"users": {"key": "userId", "records": [${users}]}}}`;

async function fileWith(content: string | Buffer, name = 'w.json'): Promise<{ folder: string; path: string }> {
  const folder = await temporaryFolder();
  const path = join(folder, name);
  await writeFile(path, content);
  return { folder, path };
}

async function openAndClose(path: string) {
  const opened = await openWorkspaceFile(path);
  if (!opened.ok) throw new Error(opened.problem.detail);
  await opened.value.file.close();
  return opened.value;
}

async function refusalOf(path: string) {
  const opened = await openWorkspaceFile(path);
  if (opened.ok) throw new Error('it was opened');
  expect(opened.problem.type).toBe('/problems/invalid-workspace');
  return opened.problem;
}

test('opening and closing leaves the file unchanged and writes a backup', async () => {
  const { folder, path } = await fileWith(text('One'));
  expect((await openAndClose(path)).workspace.name).toBe('One');
  expect(await readFile(path, 'utf8')).toBe(text('One'));
  expect(await readFile(`${path}.backup`, 'utf8')).toBe(text('One'));
  expect((await readdir(folder)).sort()).toEqual(['w.json', 'w.json.backup', 'w.json.recovery']);
});

test('reads a known file again, and refuses it if it was damaged since', async () => {
  const { path } = await fileWith(`${text('Again').slice(0, -1)}, "name": "Twice"}`);
  await refusalOf(path);
  await writeFile(path, text('Again'));
  const first = await openAndClose(path);
  expect((await openAndClose(path)).workspace).toEqual(first.workspace);
  await writeFile(path, `${text('Again').slice(0, -1)}, "name": "Twice"}`);
  expect((await refusalOf(path)).detail).toMatch(/already/);
});

test('skips a byte order mark', async () => {
  const { path } = await fileWith(`\ufeff${text('Mark')}`);
  expect((await openAndClose(path)).workspace.name).toBe('Mark');
});

test('opens and locks the file behind a link', async () => {
  const { folder, path } = await fileWith(text('Linked'));
  await symlink('w.json', join(folder, 'link.json'));
  const first = await openWorkspaceFile(join(folder, 'link.json'));
  const second = await openWorkspaceFile(path);
  if (!first.ok || !second.ok) throw new Error('it was refused');
  expect(first.value.file.readOnly).toBeNull();
  expect(second.value.file.readOnly).not.toBeNull();
  await first.value.file.close();
});

const emptied = () => ({ workspace: toBeWritten(emptyWorkspace('Saved')), watermarks: allAbove(0) });

test.each(['.backup', '.recovery', '.lock', '.lock.guard', '.requests', '.versions'])(
  'neither reads nor writes through a link %s beside the workspace',
  async (suffix) => {
    const { folder, path } = await fileWith(text('Cloned'));
    const victim = join(folder, 'victim');
    await writeFile(victim, 'precious');
    await symlink('victim', `${path}${suffix}`);
    const opened = await openWorkspaceFile(path);
    if (!opened.ok) throw new Error(opened.problem.detail);
    expect(opened.value.notes).toEqual([]);
    await opened.value.file.save(emptied);
    opened.value.file.claimVersion(2);
    await writeRequests(requestsPath(path), ['a line']);
    await opened.value.file.close();
    expect(await readFile(victim, 'utf8')).toBe('precious');
  },
);

test('never restores a backup that is a link', async () => {
  const { folder, path } = await fileWith(text('Cloned'));
  await writeFile(join(folder, 'victim'), text('Elsewhere'));
  await symlink('victim', `${path}.backup`);
  expect((await restoreBackup(path)).ok).toBe(false);
  expect(await readFile(path, 'utf8')).toBe(text('Cloned'));
});

test('removes temporary files of killed processes, and none of a workspace with a longer name', async () => {
  const { folder, path } = await fileWith(text('One'));
  const sides = ['', '.backup', '.recovery', '.versions', '.requests', '.damaged-01234567'];
  for (const of of [...sides, '.other']) await writeFile(`${path}${of}.0123456789abcdef.saving`, 'x');
  await openAndClose(path);
  const left = (await readdir(folder)).filter((name) => name.endsWith('.saving'));
  expect(left).toEqual(['w.json.other.0123456789abcdef.saving']);
});

test('imports a file of another format without locking it or writing anything', async () => {
  const { folder, path } = await fileWith(`[${records}]`);
  const { workspace, file } = await openAndClose(path);
  expect(workspace.collections[0]?.records).toHaveLength(2);
  expect(file.readOnly).toBe(
    'w.json was imported (JSON array) and stays as it is. Edits end with the program unless you save a workspace.',
  );
  expect(await readdir(folder)).toEqual(['w.json']);
});

test('opens a write-protected file read-only', async () => {
  const { path } = await fileWith(text('Protected'));
  const fs = watchedFileSystem(({ name }) => {
    if (name === 'access') throw systemError('EACCES', 'access');
  });
  const opened = await openWorkspaceFile(path, { fs });
  expect(opened.ok && opened.value.file.readOnly).toBe('w.json cannot be written: permission was denied (EACCES).');
});

test.each([
  ['a missing file', 'none.json', 'none.json cannot be opened: it does not exist (ENOENT).'],
  ['a folder', 'folder', 'folder cannot be opened: it is a folder (EISDIR).'],
])('refuses %s in a sentence', async (_, name, detail) => {
  const folder = await temporaryFolder();
  await mkdir(join(folder, 'folder'));
  expect((await refusalOf(join(folder, name))).detail).toBe(detail);
  expect(await readdir(folder)).toEqual(['folder']);
});

test('refuses a device in a sentence', async () => {
  expect((await refusalOf('/dev/null')).detail).toBe('null cannot be opened: it is a pipe or a device, not a file.');
});

test('refuses a pipe in a sentence instead of waiting for its writer', async () => {
  const path = join(await temporaryFolder(), 'pipe');
  execFileSync('mkfifo', [path]);

  expect((await refusalOf(path)).detail).toBe('pipe cannot be opened: it is a pipe or a device, not a file.');
});

test('refuses a file of 600 MB in a sentence', async () => {
  const { folder, path } = await fileWith('[]');
  await truncate(path, 600_000_000);

  expect((await refusalOf(path)).detail).toBe(
    'w.json cannot be opened: it is larger than the 511 MiB that this program reads.',
  );
  expect(await readdir(folder)).toEqual(['w.json']);
});

test('refuses an HTTP archive and says where it can be imported', async () => {
  const { path } = await fileWith('{"log":{"version":"1.2","entries":[]}}');

  expect((await refusalOf(path)).detail).toBe(
    'w.json: this is an HTTP archive (HAR); open a workspace and import the archive there.',
  );
});

test('refuses a wrong file that was never open and writes nothing beside it', async () => {
  const { folder, path } = await fileWith('{"name": "a-package",\n"version": 1');
  expect((await refusalOf(path)).detail).toMatch(/^w\.json: line 2, column 13: expected/);
  expect(await readdir(folder)).toEqual(['w.json']);
});

test('refuses bytes that are not UTF-8 with their line', async () => {
  const { path } = await fileWith(Buffer.from('{"a": 1,\n\n"b": "\xff"}', 'latin1'));
  expect((await refusalOf(path)).detail).toBe('w.json: line 3: the bytes are not UTF-8 text.');
});

test('a damaged file is kept and copied once; its backup is named and can be restored', async () => {
  const { folder, path } = await fileWith(text('Good'));
  await openAndClose(path);
  const damaged = text('Good').slice(0, 60);
  await writeFile(path, damaged);
  const first = await refusalOf(path);
  expect(first.detail).toMatch(
    /^w\.json: line 1, .* A copy of the file is kept in w\.json\.damaged-[0-9a-f]{8}\. The last good content is in w\.json\.backup \([-\d]+ [:\d]+, 2 records\)\.$/,
  );
  expect(first.backup).toBe('w.json.backup');
  expect(await readFile(path, 'utf8')).toBe(damaged);
  expect(await readFile(join(folder, String(first.copy)), 'utf8')).toBe(damaged);
  const files = await readdir(folder);
  expect(await refusalOf(path)).toEqual(first);
  expect(await readdir(folder)).toEqual(files);
  expect(await restoreBackup(path)).toEqual({ ok: true, value: null });
  expect((await openAndClose(path)).workspace.name).toBe('Good');
});

test('does not offer a damaged backup', async () => {
  const { path } = await fileWith(text('Good'));
  await openAndClose(path);
  await writeFile(path, 'x');
  await writeFile(`${path}.backup`, 'y');
  const { detail, copy, backup } = await refusalOf(path);
  expect(detail).toMatch(/ A copy of the file is kept in w\.json\.damaged-[0-9a-f]{8}\.$/);
  expect(copy).toMatch(/^w\.json\.damaged-/);
  expect(backup).toBeNull();
});

test('restoreBackup refuses without a backup', async () => {
  const { path } = await fileWith(text('Good'));
  expect(await restoreBackup(path)).toMatchObject({ ok: false, problem: { type: '/problems/save-failed' } });
});

test('a failed open releases the lock', async () => {
  const { path } = await fileWith('broken');
  await refusalOf(path);
  await writeFile(path, text('Mended'));
  expect((await openAndClose(path)).file.readOnly).toBeNull();
});

test('ignores a damaged recovery file with a note, and starts versions above the microseconds of the clock', async () => {
  const microseconds = 1_800_000_000_000_000;
  vi.useFakeTimers({ toFake: ['Date'], now: microseconds / 1000 });
  onTestFinished(() => void vi.useRealTimers());
  const { path } = await fileWith(text('One'));
  for (const damaged of [
    '',
    '{"format":',
    '{"format":"mock-api-console recovery 1","of":"x","collections":{"users":{}}}',
  ]) {
    await writeFile(`${path}.recovery`, damaged);
    const { watermarks, notes } = await openAndClose(path);
    expect(watermarks).toEqual(allAbove(microseconds));
    const note = `w.json.recovery is damaged and was ignored, so the versions of all records start at ${microseconds + 1}.`;
    expect(notes).toEqual([note]);
  }
});

test('versions survive a restart, and rise after a change of the file by hand', async () => {
  const { path } = await fileWith(text('One'));
  const opened = await openWorkspaceFile(path);
  if (!opened.ok) throw new Error(opened.problem.detail);
  const { workspace, file } = opened.value;
  const users = () =>
    new SharedCollection(workspace.collections[0]?.definition as never, workspace.collections[0]?.records as never);
  const live = users();
  live.write('42', { userId: '42', name: 'C' });
  live.write('42', { userId: '42', name: 'D' });
  file.claimVersion(3);
  await file.close(() => ({ floor: 0, collections: new Map([['users', live.watermarks()]]) }));

  async function versions() {
    const { workspace, watermarks } = await openAndClose(path);
    const [fixtures] = workspace.collections;
    if (!fixtures) throw new Error('the collection is gone');
    const users = new SharedCollection(fixtures.definition, fixtures.records, watermarksOf(watermarks, 'users'));
    return ['41', '42'].map((id) => users.get(id)?.version);
  }
  expect(await versions()).toEqual([1, 4]);
  expect(await versions()).toEqual([1, 4]);
  await writeFile(path, text('One', '{"userId":"41","name":"other"},{"userId":"42","name":"B"}'));
  expect(await versions()).toEqual([5, 5]);
  expect(await versions()).toEqual([5, 5]);
});

test('an unchanged workspace is recognized by its seal', async () => {
  const { path } = await fileWith(text('One'));
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 10_000 });
  onTestFinished(() => void vi.useRealTimers());
  const recovery = async () => JSON.parse(await readFile(`${path}.recovery`, 'utf8'));
  await openAndClose(path);
  const sealed = await recovery();
  expect(sealed.seal).toEqual(expect.any(String));
  await openAndClose(path);
  expect(await recovery()).toEqual(sealed);
  await writeFile(path, text('Two'));
  vi.setSystemTime(Date.now() + 10_000);
  expect((await openAndClose(path)).workspace.name).toBe('Two');
  const after = await recovery();
  expect([after.of, after.seal]).not.toContainEqual(sealed.of);
  expect(after.seal).not.toBe(sealed.seal);
});

test('opens read-only if the folder cannot be written', async () => {
  const { folder, path } = await fileWith(text('One'));
  const fs = watchedFileSystem(({ name, path: of }) => {
    if (name === 'open' && of.startsWith(folder)) throw systemError('EACCES', 'open');
  });
  await chmod(path, 0o644);
  const opened = await openWorkspaceFile(path, { fs });
  expect(opened.ok && opened.value.file.readOnly).toBe(
    'w.json cannot be locked for writing: permission was denied (EACCES).',
  );
});
