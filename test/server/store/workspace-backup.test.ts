import { rmSync } from 'node:fs';
import { readdir, readFile, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { problem } from '../../../server/domain/basics/problem.ts';
import type { FileSystem } from '../../../server/store/file-system.ts';
import { openWorkspaceFile } from '../../../server/store/open-workspace.ts';
import { listBackups, offerBackups, restoreBackup } from '../../../server/store/workspace-backup.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { systemError, watchedFileSystem } from './failing-file-system.ts';

const records = Array.from({ length: 20 }, (_, id) => ({ id, name: `Record ${id}` }));

/** The text of a workspace with these records and other members. */
function textOf(things: readonly object[], others: object = {}): string {
  return JSON.stringify({
    format: 'mock-api-console',
    version: 1,
    ...others,
    collections: { things: { records: things } },
  });
}

/** Opens and closes a file; returns the notes. */
async function notesOf(path: string, fs?: FileSystem): Promise<readonly string[]> {
  const opened = await openWorkspaceFile(path, { fs });
  if (!opened.ok) throw new Error(opened.problem.detail);
  await opened.value.file.close();
  return opened.value.notes;
}

async function workspace(): Promise<string> {
  const path = join(await temporaryFolder(), 'w.json');
  await writeFile(path, textOf(records));
  expect(await notesOf(path)).toEqual([]);
  return path;
}

const time = String.raw`\d{4}-\d\d-\d\d \d\d:\d\d`;

test('a file that was changed elsewhere is opened with a note that counts the differences, once', async () => {
  const path = await workspace();
  const [first, second, ...rest] = records;
  const changed = [{ ...first, name: 'Changed' }, ...rest, { id: 98 }, { id: 99 }];
  await writeFile(path, textOf(changed, { settings: { pageSize: 7 } }));
  expect(second).toBeDefined();
  expect(await notesOf(path)).toEqual([
    expect.stringMatching(
      `^w\\.json changed since it was last saved here: 2 records added, 1 record changed, 1 record removed, other settings\\. The content before is in w\\.json\\.backup \\(${time}\\)\\.$`,
    ),
  ]);
  expect(await notesOf(path)).toEqual([]);
});

test('a file with other white space but the same data is opened without a note', async () => {
  const path = await workspace();
  await writeFile(path, `${JSON.stringify(JSON.parse(textOf(records)), null, 4)}\n`);
  expect(await notesOf(path)).toEqual([]);
});

test('damage that leaves the size and the time of the file is named as such', async () => {
  const path = await workspace();
  const { atime, mtime } = await stat(path);
  // Whole milliseconds, which utimes can set again.
  await utimes(path, atime, mtime);
  await writeFile(`${path}.recovery`, await readFile(`${path}.recovery`));
  expect(await notesOf(path)).toEqual([]);
  const recovery = JSON.parse(await readFile(`${path}.recovery`, 'utf8'));
  await writeFile(`${path}.recovery`, JSON.stringify({ ...recovery, stamp: await stampOf(path) }));
  await writeFile(path, textOf(records).replace('Record 3', 'Recorf 3'));
  await utimes(path, atime, mtime);
  expect(await notesOf(path)).toEqual([
    expect.stringMatching(
      /: 1 record changed\. Its size and time have not changed, so the disk may have damaged it\. The/,
    ),
  ]);
});

async function stampOf(path: string): Promise<string> {
  const { size, mtimeNs } = await stat(path, { bigint: true });
  return `${size}-${mtimeNs}`;
}

test('a note names an older backup if the content that was saved last has none', async () => {
  const path = await workspace();
  const recovery = JSON.parse(await readFile(`${path}.recovery`, 'utf8'));
  await writeFile(`${path}.recovery`, JSON.stringify({ ...recovery, of: 'of a save after the backup' }));
  await writeFile(path, textOf(records.slice(1)));
  expect(await notesOf(path)).toEqual([
    expect.stringMatching(
      `^w\\.json changed since it was last saved here\\. Compared with w\\.json\\.backup \\(${time}\\): 1 record removed\\.$`,
    ),
  ]);
});

test('a changed file without a backup has a note without counts', async () => {
  const path = await workspace();
  await rm(`${path}.backup`);
  await writeFile(path, textOf([]));
  expect(await notesOf(path)).toEqual(['w.json changed since it was last saved here.']);
});

test.each([
  ['is damaged', 'damaged'],
  ['goes while it is looked for', null],
])('a changed file has a note without counts if its backup %s', async (_, content) => {
  const path = await workspace();
  const backup = `${path}.backup`;
  if (content !== null) await writeFile(backup, content);
  await writeFile(path, textOf([]));
  let looks = 0;
  const fs = watchedFileSystem(({ name, path: of }) => {
    if (name === 'lstat' && of === backup && ++looks === 2 && content === null) rmSync(backup);
  });
  expect(await notesOf(path, fs)).toEqual(['w.json changed since it was last saved here.']);
});

test('restoreBackup restores any generation, keeps the content that it replaces, and causes no note', async () => {
  const path = await workspace();
  const good = await readFile(path, 'utf8');
  await writeFile(path, textOf(records.slice(0, 3)));
  await notesOf(path);
  const backups = await listBackups(path);
  expect(backups.map((one) => one.records)).toEqual([3, 20]);
  expect(await restoreBackup(path, backups[1]?.name)).toEqual({ ok: true, value: null });
  expect(await readFile(path, 'utf8')).toBe(good);
  expect(await notesOf(path)).toEqual([]);
  expect((await listBackups(path)).map((one) => one.records)).toEqual([20, 3, 20]);
});

test('restoreBackup refuses a name that is not a backup of the file', async () => {
  const path = await workspace();
  for (const name of ['w.json', '../w.json.backup', 'w.json.recovery']) {
    expect(await restoreBackup(path, name)).toMatchObject({
      ok: false,
      problem: { type: '/problems/save-failed', detail: `w.json has no usable backup ${name}.` },
    });
  }
});

test('a backup that the disk does not give is not restored', async () => {
  const path = await workspace();
  await writeFile(path, textOf(records.slice(0, 3)));
  await notesOf(path);
  const good = await readFile(path, 'utf8');
  const failing = watchedFileSystem(({ name }) => {
    if (name === 'open') throw systemError('EACCES', 'open');
  });
  expect(await restoreBackup(path, undefined, failing)).toMatchObject({
    ok: false,
    problem: { type: '/problems/save-failed' },
  });
  expect(await readFile(path, 'utf8')).toBe(good);
});

test('restoreBackup keeps no damaged content, and says when there is no backup', async () => {
  const path = await workspace();
  await writeFile(path, 'damaged');
  expect((await restoreBackup(path)).ok).toBe(true);
  expect((await listBackups(path)).map((one) => one.records)).toEqual([20]);
  expect(await readdir(join(path, '..'))).toEqual(['w.json', 'w.json.backup', 'w.json.recovery']);
  await rm(`${path}.backup`);
  expect(await restoreBackup(path)).toMatchObject({ ok: false, problem: { detail: 'w.json has no backup.' } });
});

test('restoreBackup keeps a valid content that another program has written', async () => {
  const path = await workspace();
  await writeFile(path, textOf(records.slice(0, 3)));
  expect((await restoreBackup(path)).ok).toBe(true);
  expect((await listBackups(path)).map((one) => one.records)).toEqual([3, 20]);
  await writeFile(path, textOf(records.slice(0, 5)));
  expect((await restoreBackup(path)).ok).toBe(true);
  expect((await listBackups(path)).map((one) => one.records)).toEqual([5, 3, 20]);
});

test('restoreBackup replaces no valid content that cannot be backed up', async () => {
  const path = await workspace();
  const edited = textOf(records.slice(0, 3));
  await writeFile(path, edited);
  const failing = watchedFileSystem(({ name, path: of }) => {
    if (name === 'open' && of.startsWith(`${path}.backup.`)) throw systemError('ENOSPC', 'open');
  });
  const backup = (await listBackups(path))[0]?.name;
  expect(await restoreBackup(path, backup, failing)).toMatchObject({
    ok: false,
    problem: {
      ...{ type: '/problems/save-failed', code: 'ENOSPC' },
      detail: 'w.json.backup could not be saved: the disk is full (ENOSPC). w.json was not replaced.',
    },
  });
  expect(await readFile(path, 'utf8')).toBe(edited);
  expect((await listBackups(path)).map((one) => one.records)).toEqual([20]);
});

test('restoreBackup replaces a content that is backed up, even if an older backup cannot be removed', async () => {
  const path = await workspace();
  for (const count of [3, 4]) {
    await writeFile(path, textOf(records.slice(0, count)));
    await notesOf(path);
  }
  await writeFile(path, textOf(records.slice(0, 5)));
  let removals = 0;
  const failing = watchedFileSystem(({ name, path: of }) => {
    if (name !== 'unlink' || !of.endsWith('.backup')) return;
    removals += 1;
    throw systemError('EPERM', 'unlink');
  });
  const backup = (await listBackups(path)).at(-1)?.name;
  expect([await restoreBackup(path, backup, failing), removals]).toEqual([{ ok: true, value: null }, 1]);
  expect(await readFile(path, 'utf8')).toBe(textOf(records));
  expect((await listBackups(path)).map((one) => one.records)).toEqual([5, 4, 3, 20]);
});

test('a note compares with the generation that was saved last, not with a later one', async () => {
  const path = await workspace();
  const { of } = JSON.parse(await readFile(`${path}.recovery`, 'utf8'));
  await writeFile(path, textOf(records.slice(0, 3)));
  await notesOf(path);
  await writeFile(
    `${path}.recovery`,
    JSON.stringify({ ...JSON.parse(await readFile(`${path}.recovery`, 'utf8')), of }),
  );
  await writeFile(path, textOf(records.slice(1)));
  expect(await notesOf(path)).toEqual([
    expect.stringMatching(/: 1 record removed\. The content before is in w\.json\.\d{8}-\d{6}-\d{3}\.backup /),
  ]);
});

const refusal = problem('invalid-workspace', 'It cannot be read.');

test('a damaged file whose copy cannot be kept still names its backups', async () => {
  const path = await workspace();
  await writeFile(path, 'damaged');
  const full = watchedFileSystem(({ name, path: of }) => {
    if (name === 'open' && of.includes('.damaged-')) throw systemError('ENOSPC', 'open');
  });
  const offered = await offerBackups(path, refusal, full);
  expect(offered).toMatchObject({ copy: null, backup: 'w.json.backup' });
  expect(offered.detail).toMatch(
    /^It cannot be read\. The last good content is in w\.json\.backup \(.*20 records\)\.$/,
  );
  const kept = await offerBackups(path, refusal);
  expect(kept).toMatchObject({ copy: expect.stringMatching(/^w\.json\.damaged-[\da-f]{8}$/) });
  expect(kept.detail).toMatch(
    /^It cannot be read\. A copy of the file is kept in w\.json\.damaged-.{8}\. The last good/,
  );
  await writeFile(path, 'damaged once more');
  const { copy } = await offerBackups(path, refusal);
  expect(await readFile(join(path, '..', String(copy)), 'utf8')).toBe('damaged once more');
});

test('a folder that cannot be read offers no backups, and a fault of the program is none of the disk', async () => {
  const path = await workspace();
  await writeFile(path, 'damaged');
  const failing = (error: Error) =>
    watchedFileSystem(() => {
      throw error;
    });
  expect(await offerBackups(path, refusal, failing(systemError('EACCES', 'open')))).toBe(refusal);
  await expect(offerBackups(path, refusal, failing(new Error('A fault')))).rejects.toThrow('A fault');
});

test('a refusal lists the valid generations with their times and counts', async () => {
  const path = await workspace();
  await writeFile(path, textOf(records.slice(0, 3)));
  await notesOf(path);
  await writeFile(`${path}.backup`, 'damaged too');
  await writeFile(path, '{');
  const opened = await openWorkspaceFile(path);
  if (opened.ok) throw new Error('A damaged file was opened.');
  const { backup, backups } = opened.problem;
  expect(backups).toEqual([{ name: backup, saved: expect.any(Number), records: 20 }]);
  expect(backup).toMatch(/^w\.json\.\d{8}-\d{6}-\d{3}\.backup$/);
  expect(await restoreBackup(path)).toEqual({ ok: true, value: null });
  expect(await readFile(path, 'utf8')).toBe(textOf(records));
});

test('a refusal names the latest backup and the older ones', async () => {
  const path = await workspace();
  for (const count of [3, 2]) {
    await writeFile(path, textOf(records.slice(0, count)));
    await utimes(`${path}.backup`, 1_000_000 - count * 100_000, 1_000_000 - count * 100_000);
    await notesOf(path);
  }
  await writeFile(path, '{');
  const older = String.raw`w\.json\.\d{8}-\d{6}-\d{3}\.backup`;
  const offered = await offerBackups(path, refusal);
  for (const { name, saved } of await listBackups(path)) {
    const time = new Date(saved).toLocaleString('sv-SE', { dateStyle: 'short', timeStyle: 'short' });
    expect(offered.detail).toContain(`${name} (${time}`);
  }
  expect(offered.detail).toMatch(
    new RegExp(
      String.raw`The last good content is in w\.json\.backup \(.*2 records\)\. Older content is in ${older} \(.*3 records\), ${older} \(.*20 records\)\.$`,
    ),
  );
});
