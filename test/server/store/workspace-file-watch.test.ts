import { readFile, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import type { Problem } from '../../../server/domain/basics/problem.ts';
import { emptyWorkspace } from '../../../server/store/empty-workspace.ts';
import { type FileSystem, nodeFileSystem } from '../../../server/store/file-system.ts';
import { openWorkspaceFile } from '../../../server/store/open-workspace.ts';
import { allAbove } from '../../../server/store/recovery-file.ts';
import type { SavedContent, WorkspaceFile } from '../../../server/store/workspace-file.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { systemError, watchedFileSystem } from './failing-file-system.ts';

const content = (name: string) => (): SavedContent => ({
  workspace: { ...emptyWorkspace(name), collections: [] },
  watermarks: { floor: 1, collections: new Map() },
});

async function opened(fs?: FileSystem): Promise<{ path: string; file: WorkspaceFile }> {
  const path = join(await temporaryFolder(), 'w.json');
  await writeFile(path, '{"format": "mock-api-console", "version": 1, "name": "Empty"}');
  return { path, file: await open(path, fs) };
}

async function open(path: string, fs?: FileSystem): Promise<WorkspaceFile> {
  const result = await openWorkspaceFile(path, { fs });
  if (!result.ok) throw new Error(result.problem.detail);
  return result.value.file;
}

/** A file system whose watched files are checked when the test says so. */
function checkedFileSystem(base: FileSystem = nodeFileSystem) {
  const checks = new Set<() => void>();
  const options: object[] = [];
  const watchFile = (_path: string, given: object, check: () => void) => checks.add(check) && options.push(given);
  const unwatchFile = (_path: string, check: () => void) => checks.delete(check);
  const own = { watchFile, unwatchFile } as unknown as FileSystem;
  const fs = new Proxy(base, { get: (target, name) => Reflect.get(name in own ? own : target, name) });
  return { fs, checks, options, check: () => checks.forEach((check) => void check()) };
}

/** A promise that is fulfilled once the test passes it. */
function gate() {
  let pass = () => {};
  const passed = new Promise<void>((resolve) => {
    pass = resolve;
  });
  return { passed, pass };
}

/** More turns of the event loop, each with a call of the file system, than a check takes once it has begun. */
async function manyTurns(): Promise<void> {
  for (let turn = 0; turn < 20; turn += 1) await stat(tmpdir());
}

test('a watched file reports the change of another program, and no save of its own', async () => {
  let [reads, before] = [0, 0];
  const readFile = async (...args: Parameters<FileSystem['readFile']>) => {
    const content = await nodeFileSystem.readFile(...args);
    if (String(args[0]).endsWith('w.json')) reads += 1;
    return content;
  };
  const { fs, check, checks, options } = checkedFileSystem({ ...nodeFileSystem, readFile } as FileSystem);
  const { path, file } = await opened(fs);
  const reported: Problem[] = [];
  file.watch((problem) => reported.push(problem));
  expect(options).toMatchObject([{ persistent: false }]);
  /** Looks at the file and waits until its content is read. */
  const look = async () => {
    before = reads;
    check();
    await expect.poll(() => reads).toBeGreaterThan(before);
  };
  await look();
  await file.save(content('Ours'));
  await look();
  await writeFile(path, 'theirs');
  await look();
  await expect.poll(() => reported.length).toBeGreaterThan(0);
  expect(reported).toMatchObject([{ type: '/problems/save-failed', reason: 'changed-on-disk' }]);
  expect(reported[0]?.detail).toBe('w.json was changed by another program and has not been overwritten.');
  await file.close();
  expect(checks.size).toBe(0);
});

test('a watched file is not compared while it is being written', async () => {
  let isPlaced = false;
  let during = 0;
  const watched = checkedFileSystem(
    watchedFileSystem(({ name, path }) => {
      if (name === 'rename' && /w\.json\.[\da-f]{16}\.saving$/.test(path)) isPlaced = true;
      else if (isPlaced && name === 'open') {
        isPlaced = false;
        during += 1;
        watched.check();
      }
    }),
  );
  const { file } = await opened(watched.fs);
  const reported: Problem[] = [];
  file.watch((problem) => reported.push(problem));
  await file.save(content('Ours'));
  await file.close();
  expect([during, reported]).toEqual([1, []]);
});

test.each([
  ['before the new content is in place, and compared after', false, 'after'],
  ['and compared while it is being written', true, 'during'],
  ['and compared after it', true, 'after'],
])('a save of its own is no foreign change to a check that has begun before it, reads %s', async (_, isNew, end) => {
  const [placed, saved, read] = [gate(), gate(), gate()];
  let isHeld = false;
  const held: Partial<FileSystem> = {
    readFile: (async (...args: Parameters<FileSystem['readFile']>) => {
      if (!isHeld || args[0] !== path) return nodeFileSystem.readFile(...args);
      isHeld = false;
      if (isNew) await (end === 'after' ? saved : placed).passed;
      const bytes = await nodeFileSystem.readFile(...args);
      read.pass();
      if (!isNew) await saved.passed;
      return bytes;
    }) as FileSystem['readFile'],
    rename: async (from, to) => {
      await nodeFileSystem.rename(from, to);
      if (to !== path) return;
      placed.pass();
      if (end === 'during') await read.passed.then(manyTurns);
    },
  };
  const { fs, check } = checkedFileSystem({ ...nodeFileSystem, ...held });
  const { path, file } = await opened(fs);
  const reported: Problem[] = [];
  file.watch((problem) => reported.push(problem));
  isHeld = true;
  check();
  if (!isNew) await read.passed;
  const results = [await file.save(content('First'))];
  saved.pass();
  await read.passed.then(manyTurns);
  results.push(await file.save(content('Second')));
  expect([results, reported]).toEqual([Array(2).fill({ ok: true, value: null }), []]);
  await file.close();
});

test('a file that is only read is not watched', async () => {
  const { path, file } = await opened();
  const { fs, checks } = checkedFileSystem();
  const second = await open(path, fs);
  second.watch(() => undefined);
  expect([file.mode, second.mode, checks.size]).toEqual(['write', 'read', 0]);
  await second.close();
  await file.close();
});

test('a save that overwrites still does when another one joins it', async () => {
  const { path, file } = await opened();
  await writeFile(path, 'theirs');
  const saves = [file.save(content('First'), { overwrite: true }), file.save(content('Second'))];
  expect((await Promise.all(saves)).map(({ ok }) => ok)).toEqual([true, true]);
  expect(JSON.parse(await readFile(path, 'utf8')).name).toBe('Second');
  await file.close();
});

test('closing says that the watermarks could not be stored, and leaves the versions reserved', async () => {
  let isFull = false;
  const fs = watchedFileSystem(({ name }) => {
    if (isFull && name === 'write') throw systemError('ENOSPC', 'write');
  });
  const { file } = await opened(fs);
  file.claimVersion(7);
  isFull = true;
  expect(await file.close(() => allAbove(7))).toMatchObject({ ok: false, problem: { code: 'ENOSPC' } });
  expect(file.isReserved).toBe(true);
});

test('closing succeeds if only the backup fails', async () => {
  let isBroken = false;
  const fs = watchedFileSystem(({ name, path }) => {
    if (isBroken && name === 'readFile' && path.endsWith('w.json')) throw systemError('EIO', 'read');
  });
  const { file } = await opened(fs);
  await file.save(content('Saved'));
  isBroken = true;
  expect(await file.close()).toEqual({ ok: true, value: null });
});

test('a bug while the backup is made is no failure of the disk', async () => {
  let isBroken = false;
  const fs = watchedFileSystem(({ name, path }) => {
    if (isBroken && name === 'readFile' && path.endsWith('w.json')) throw new TypeError('a bug');
  });
  const { file } = await opened(fs);
  await file.save(content('Saved'));
  isBroken = true;
  await expect(file.close()).rejects.toThrow('a bug');
});

test('nothing is saved over a file that cannot be compared', async () => {
  let isBroken = false;
  const fs = watchedFileSystem(({ name, path }) => {
    if (isBroken && name === 'readFile' && path.endsWith('w.json')) throw systemError('EIO', 'read');
  });
  const { path, file } = await opened(fs);
  isBroken = true;
  expect(await file.save(content('Ours'))).toMatchObject({ ok: false, problem: { code: 'EIO' } });
  expect(JSON.parse(await readFile(path, 'utf8')).name).toBe('Empty');
  isBroken = false;
  await file.close();
});

test('a file that has not changed for seconds is not read before a save, and once after an own one', async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 10_000 });
  onTestFinished(() => void vi.useRealTimers());
  let reads = 0;
  const watched = checkedFileSystem(
    watchedFileSystem(({ name, path }) => {
      if (name === 'readFile' && path.endsWith('w.json')) reads += 1;
    }),
  );
  const { file } = await opened(watched.fs);
  expect([await file.save(content('Ours')), reads]).toEqual([{ ok: true, value: null }, 1]);
  vi.setSystemTime(Date.now() + 10_000);
  file.watch(() => undefined);
  for (let look = 0; look < 2; look += 1) {
    watched.check();
    await expect.poll(() => reads).toBe(2);
    await manyTurns();
  }
  expect(reads).toBe(2);
  await file.close();
});

test('closing asks for no watermarks if no version was given out, or none can be stored', async () => {
  const { path, file } = await opened();
  const second = await open(path);
  const unused = () => {
    throw new Error('The watermarks were taken.');
  };
  second.claimVersion(7);
  expect([second.isReserved, await second.close(unused)]).toEqual([false, { ok: true, value: null }]);
  expect([file.isReserved, await file.close(unused)]).toEqual([false, { ok: true, value: null }]);
});
