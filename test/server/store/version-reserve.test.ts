import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { nodeFileSystem } from '../../../server/store/file-system.ts';
import { openWorkspaceFile } from '../../../server/store/open-workspace.ts';
import { allAbove } from '../../../server/store/recovery-file.ts';
import { readReserve, VersionReserve } from '../../../server/store/version-reserve.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { systemError, watchedFileSystem } from './failing-file-system.ts';
import { onPlatform } from './other-platform.ts';

const nothing = () => allAbove(0);

async function workspaceFile(): Promise<string> {
  const path = join(await temporaryFolder(), 'w.json');
  await writeFile(path, '{"format": "mock-api-console", "version": 1, "name": "Test"}');
  return path;
}

async function open(path: string) {
  const opened = await openWorkspaceFile(path);
  if (!opened.ok) throw new Error(opened.problem.detail);
  onTestFinished(async () => void (await opened.value.file.close()));
  return opened.value;
}

const reservedIn = async (path: string) => Number(JSON.parse(await readFile(`${path}.versions`, 'utf8')).reserved);

test('a version is reserved on disk when the claim returns, and most claims write nothing', async () => {
  const path = await workspaceFile();
  const { file } = await open(path);
  expect(await readdir(join(path, '..'))).not.toContain('w.json.versions');
  file.claimVersion(2);
  const ceiling = await reservedIn(path);
  expect(ceiling).toBeGreaterThan(1000);
  file.claimVersion(ceiling);
  expect(await reservedIn(path)).toBe(ceiling);
  file.claimVersion(ceiling + 1);
  expect(await reservedIn(path)).toBeGreaterThan(2 * ceiling);
});

test('a start that finds a reservation begins above it; also when nothing was written meanwhile', async () => {
  const path = await workspaceFile();
  await writeFile(`${path}.versions`, '{"reserved":1234}\n');
  const first = await open(path);
  expect(first.watermarks).toEqual(allAbove(1234));
  expect(first.notes).toEqual([]);
  first.file.claimVersion(1235);
  expect(await reservedIn(path)).toBeGreaterThan(2234);
});

test('a start that finds a reservation of a shared mock, whose versions are microseconds since 1970, begins above it', async () => {
  const path = await workspaceFile();
  const { file } = await open(path);
  file.claimVersion(1_800_000_000_000_001);
  const { watermarks, notes } = await open(path);
  expect([watermarks, notes]).toEqual([allAbove(await reservedIn(path)), []]);
});

test('a clean end replaces the reservation by the watermarks', async () => {
  const path = await workspaceFile();
  const { file } = await open(path);
  file.claimVersion(2);
  expect(await file.close(() => allAbove(5))).toEqual({ ok: true, value: null });
  expect(await readdir(join(path, '..'))).not.toContain('w.json.versions');
  expect((await open(path)).watermarks).toEqual(allAbove(5));
});

test('a version that is claimed while the file is closed, or later, stays reserved', async () => {
  const path = await workspaceFile();
  const { file } = await open(path);
  file.claimVersion(2);
  const closing = file.close(() => {
    queueMicrotask(() => file.claimVersion(3));
    return allAbove(2);
  });
  await closing;
  expect(file.isReserved).toBe(true);
  const { watermarks } = await open(path);
  expect(watermarks.floor).toBeGreaterThan(3);

  const other = await workspaceFile();
  const late = await open(other);
  await late.file.close(nothing);
  late.file.claimVersion(2);
  expect(await reservedIn(other)).toBeGreaterThan(2);
});

test('a reservation that fails leaves the ceiling where it was', async () => {
  const folder = await temporaryFolder();
  const reserve = new VersionReserve(join(folder, 'none', 'w.json'), 0, false);
  reserve.claim(2);
  expect(reserve.highest).toBe(0);
  const good = new VersionReserve(join(folder, 'w.json'), 40, false);
  good.claim(2);
  expect(good.highest).toBe(1040);
});

test('a reservation that fails leaves no temporary file', async () => {
  const folder = await temporaryFolder();
  const fs = watchedFileSystem(({ name }) => {
    if (name === 'writeSync') throw systemError('ENOSPC', 'write');
  });
  const reserve = new VersionReserve(join(folder, 'w.json'), 0, false, fs);
  for (let version = 2; version < 10; version += 1) reserve.claim(version);
  expect(await readdir(folder)).toEqual([]);
});

test('a bug in a reservation or in its end is thrown', async () => {
  const path = join(await temporaryFolder(), 'w.json');
  let isBroken = false;
  const fs = watchedFileSystem(() => {
    if (isBroken) throw new TypeError('a bug');
  });
  const reserve = new VersionReserve(path, 0, false, fs);
  reserve.claim(2);
  isBroken = true;
  expect(reserve.release()).toThrow('a bug');
  expect(() => reserve.claim(3)).toThrow('a bug');
});

test.each([
  ['of a bug', { openSync: new TypeError('a bug') }],
  ['of a bug in its removal', { openSync: systemError('EACCES', 'open'), unlinkSync: new TypeError('a bug') }],
])('the reason of a failure is no temporary file that was never made, but that %s', async (_, faults) => {
  const fs = watchedFileSystem(({ name }) => {
    const fault = Object.entries(faults).find(([of]) => of === name);
    if (fault) throw fault[1];
  });
  const reserve = new VersionReserve(join(await temporaryFolder(), 'w.json'), 0, false, fs);
  expect(() => reserve.claim(2)).toThrow('a bug');
});

test('a damaged reservation is ignored with a note, and versions start above the microseconds of the clock', async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: 1_800_000_000_000 });
  onTestFinished(() => void vi.useRealTimers());
  const path = await workspaceFile();
  await writeFile(`${path}.versions`, '{"reserved":12');
  const { watermarks, notes } = await open(path);
  expect(watermarks).toEqual(allAbove(1_800_000_000_000_000));
  expect(notes).toEqual([
    'w.json.versions is damaged and was ignored, so the versions of all records start at 1800000000000001.',
  ]);
});

test('versions after a damaged reservation start above those of the recovery file, also after a clock was set back', async () => {
  const path = await workspaceFile();
  const above = 2_000_000_000_000_000;
  const first = await open(path);
  first.file.claimVersion(2);
  await first.file.close(() => allAbove(above));
  await writeFile(`${path}.versions`, '{"reserved":12');
  vi.useFakeTimers({ toFake: ['Date'], now: 1_800_000_000_000 });
  onTestFinished(() => void vi.useRealTimers());
  expect((await open(path)).watermarks.floor).toBeGreaterThan(above);
});

test('a file that is only read reserves nothing', async () => {
  const path = await workspaceFile();
  const first = await open(path);
  const second = await open(path);
  second.file.claimVersion(2);
  expect(second.file.highestVersion).toBe(0);
  expect(await readdir(join(path, '..'))).not.toContain('w.json.versions');
  await first.file.close();
});

test('a reservation is on the disk before the file has its name, and the name before the claim returns', async () => {
  const folder = await temporaryFolder();
  const calls: string[] = [];
  const fs = watchedFileSystem(({ name }) => calls.push(name));
  new VersionReserve(join(folder, 'w.json'), 0, false, fs).claim(2);
  const ofFolder = process.platform === 'win32' ? [] : ['openSync', 'fsyncSync', 'closeSync'];
  expect(calls).toEqual(['openSync', 'writeSync', 'fsyncSync', 'closeSync', 'renameSync', ...ofFolder]);
});

test.each([
  ['linux', 0],
  ['win32', 1006],
] as const)('on %s, where a folder cannot be opened, a claim ends at %i', async (platform, highest) => {
  const folder = await temporaryFolder();
  const fs = watchedFileSystem(({ name, path }) => {
    if (name === 'openSync' && path === folder) throw systemError('EPERM', 'open');
  });
  onPlatform(platform);
  const reserve = new VersionReserve(join(folder, 'w.json'), 0, false, fs);
  reserve.claim(2);
  expect(reserve.highest).toBe(highest);
});

test.each([
  ['ENOENT', false],
  ['EACCES', true],
])('a reservation that cannot be removed because of %s is held: %s', async (code, isHeld) => {
  const fs = watchedFileSystem(({ name }) => {
    if (name === 'unlinkSync') throw systemError(code, 'unlink');
  });
  const reserve = new VersionReserve(join(await temporaryFolder(), 'w.json'), 0, false, fs);
  reserve.claim(2);
  reserve.release()();
  expect(reserve.isHeld).toBe(isHeld);
});

test.each([
  ['{"reserved":12}\n', 12],
  ['x{"reserved":12}\n', 'damaged'],
  ['{"reserved":12}\n3', 'damaged'],
  ['{"reserved":99999999999999999}\n', 'damaged'],
])('the reservation %j is read as %s', async (text, expected) => {
  const path = join(await temporaryFolder(), 'w.json');
  await writeFile(`${path}.versions`, text);
  expect(await readReserve(path, nodeFileSystem)).toBe(expected);
});
