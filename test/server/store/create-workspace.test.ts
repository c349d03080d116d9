import { mkdir, readdir, readFile, symlink, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { expect, test } from 'vitest';
import { createWorkspaceFile, freeWorkspacePath, workspaceNote } from '../../../server/store/create-workspace.ts';
import { digestOf } from '../../../server/store/durable-file.ts';
import { emptyWorkspace } from '../../../server/store/empty-workspace.ts';
import { lockFile } from '../../../server/store/file-lock.ts';
import { nodeFileSystem } from '../../../server/store/file-system.ts';
import { encodeWorkspace } from '../../../server/store/formats/workspace-format.ts';
import { encodeRecovery, highestOf, readRecovery, recoveryPath } from '../../../server/store/recovery-file.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { systemError, watchedFileSystem } from './failing-file-system.ts';

const workspace = { ...emptyWorkspace('new'), collections: [] };
const text = [...encodeWorkspace(workspace)].join('');

test('writes a workspace to a new file, alone and not locked any more', async () => {
  const folder = await temporaryFolder();
  const path = join(folder, 'w.json');
  expect(await createWorkspaceFile(path, workspace)).toEqual({ ok: true, value: null });
  expect(await readFile(path, 'utf8')).toBe(text);
  expect(await readdir(folder)).toEqual(['w.json']);
});

test('follows a link to the file', async () => {
  const folder = await temporaryFolder();
  await writeFile(join(folder, 'real.json'), 'old');
  await symlink(join(folder, 'real.json'), join(folder, 'link.json'));
  await createWorkspaceFile(join(folder, 'link.json'), workspace);
  expect(await readFile(join(folder, 'real.json'), 'utf8')).toBe(text);
});

test('versions of the workspace that the file had before do not come back', async () => {
  const path = join(await temporaryFolder(), 'w.json');
  await writeFile(path, 'old');
  const users = { floor: 3, first: 2, sessions: 4, versions: new Map([['a', 9]]) };
  const watermarks = { floor: 1, collections: new Map([['users', users]]) };
  const old = { of: { digest: 'old digest', seal: null }, watermarks };
  await writeFile(recoveryPath(path), [...encodeRecovery(old)].join(''));
  await createWorkspaceFile(path, workspace);
  const recovery = await readRecovery(path, nodeFileSystem);
  if (recovery === undefined || recovery === 'damaged') throw new Error('There is no recovery file.');
  expect(recovery).toMatchObject({ of: { digest: await digestOf(encodeWorkspace(workspace)) }, before: 'old digest' });
  expect(recovery.watermarks).toMatchObject({ floor: highestOf(watermarks) });
  expect(highestOf(recovery.watermarks)).toBeGreaterThanOrEqual(9);
});

test('replaces a file whose recovery file is damaged', async () => {
  const path = join(await temporaryFolder(), 'w.json');
  await writeFile(recoveryPath(path), 'damaged');
  expect(await createWorkspaceFile(path, workspace)).toMatchObject({ ok: true });
  expect(await readFile(recoveryPath(path), 'utf8')).toBe('damaged');
});

test('refuses a file that another instance has open, and leaves it', async () => {
  const path = join(await temporaryFolder(), 'w.json');
  await writeFile(path, 'theirs');
  const lock = await lockFile(path, nodeFileSystem);
  expect(await createWorkspaceFile(path, workspace)).toMatchObject({
    ok: false,
    problem: { type: '/problems/read-only', detail: expect.stringContaining('w.json is open in another instance') },
  });
  expect(await readFile(path, 'utf8')).toBe('theirs');
  if (lock.ok) await lock.value.release();
  expect(await createWorkspaceFile(path, workspace)).toMatchObject({ ok: true });
});

test('refuses with the reason where the file cannot be written, and releases the lock', async () => {
  const folder = await temporaryFolder();
  const path = join(folder, 'w.json');
  const failing = (name: string) =>
    watchedFileSystem((call) => {
      if (call.name === name) throw systemError('ENOSPC', name);
    });
  for (const name of ['rename', 'realpath']) {
    const created = await createWorkspaceFile(path, workspace, failing(name));
    expect([name, created]).toMatchObject([name, { ok: false, problem: { type: '/problems/save-failed' } }]);
  }
  expect((await readdir(folder)).filter((one) => one.endsWith('.lock'))).toEqual([]);
});

test('names the first workspace beside a file that nothing has, and the latest that is there', async () => {
  const folder = await temporaryFolder();
  const path = join(folder, 'db.json');
  const look = async () => [basename(await freeWorkspacePath(path)), await workspaceNote(path, nodeFileSystem)];
  expect(await look()).toEqual(['db.workspace.json', undefined]);
  await writeFile(join(folder, 'db.workspace.json'), '');
  const note = (name: string) =>
    `${name} is beside db.json: edits that were saved as a workspace are there. Open that file to go on with them.`;
  expect(await look()).toEqual(['db-2.workspace.json', note('db.workspace.json')]);
  // Neither a folder nor a link without a target is replaced.
  await mkdir(join(folder, 'db-2.workspace.json'));
  await symlink(join(folder, 'missing'), join(folder, 'db-3.workspace.json'));
  await writeFile(join(folder, 'db-5.workspace.json'), '');
  expect(await look()).toEqual(['db-4.workspace.json', note('db-3.workspace.json')]);
  await expect(freeWorkspacePath(join(folder, '\0.json'))).rejects.toThrow(TypeError);
});
