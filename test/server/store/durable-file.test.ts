import { randomBytes } from 'node:crypto';
import { type PathLike, unlinkSync, writeFileSync } from 'node:fs';
import { chmod, lstat, readdir, readFile, stat, symlink, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import {
  readWithFingerprint,
  sweepTemporaryFiles,
  writeDurably,
  writeOrRemove,
} from '../../../server/store/durable-file.ts';
import { type FileSystem, nodeFileSystem } from '../../../server/store/file-system.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { failingFileSystem, systemError, watchedFileSystem } from './failing-file-system.ts';
import { onPlatform } from './other-platform.ts';

const old = 'the old content\n';
const fresh = ['the new ', Buffer.from('content\n'), 'of the file\n'];
const freshText = 'the new content\nof the file\n';

async function oldFile(): Promise<{ folder: string; path: string }> {
  const folder = await temporaryFolder();
  const path = join(folder, 'workspace.json');
  await writeFile(path, old);
  return { folder, path };
}

test('replaces the content and leaves nothing else in the folder', async () => {
  const { folder, path } = await oldFile();
  const written = await writeDurably(path, fresh);
  expect(await readFile(path, 'utf8')).toBe(freshText);
  expect(await readdir(folder)).toEqual(['workspace.json']);
  expect(written).toEqual({ ok: true, value: (await readWithFingerprint(path)).fingerprint });
});

test('writes one large slice in chunks, so that the event loop is not blocked', async () => {
  const { path } = await oldFile();
  const content = randomBytes(1_000_001);
  let writes = 0;
  const fs = watchedFileSystem(({ name }) => {
    if (name === 'write') writes += 1;
  });
  const written = await writeDurably(path, [content], fs);
  expect(content.equals(await readFile(path))).toBe(true);
  expect(writes).toBe(4);
  expect(written).toEqual({ ok: true, value: (await readWithFingerprint(path)).fingerprint });
});

test('creates a missing file', async () => {
  const path = join(await temporaryFolder(), 'new.json');
  expect((await writeDurably(path, fresh)).ok).toBe(true);
  expect(await readFile(path, 'utf8')).toBe(freshText);
  expect((await stat(path)).mode & 0o600).toBe(0o600);
});

test('writeOrRemove removes a file that may be missing, and says why it cannot', async () => {
  const { folder, path } = await oldFile();
  const removed = { ok: true, value: null };
  expect([await writeOrRemove(path, null), await writeOrRemove(path, null)]).toEqual([removed, removed]);
  expect(await readdir(folder)).toEqual([]);
  const fs = watchedFileSystem(({ name }) => {
    throw systemError('EACCES', name);
  });
  expect(await writeOrRemove(path, null, fs)).toMatchObject({ problem: { type: '/problems/save-failed' } });
  expect(await writeOrRemove(path, fresh, fs)).toMatchObject({ problem: { type: '/problems/save-failed' } });
});

test('keeps the permissions of the file despite the umask', async () => {
  const { path } = await oldFile();
  for (const mode of [0o600, 0o666, 0o444]) {
    await chmod(path, mode);
    expect((await writeDurably(path, fresh)).ok).toBe(true);
    expect((await stat(path)).mode & 0o777).toBe(mode);
  }
});

test('replaces a link and leaves the file behind it unchanged', async () => {
  const { folder, path } = await oldFile();
  const before = await readFile(path, 'utf8');
  const link = join(folder, 'link.json');
  await symlink('workspace.json', link);
  expect((await writeDurably(link, fresh)).ok).toBe(true);
  expect((await lstat(link)).isFile()).toBe(true);
  expect(await readFile(link, 'utf8')).toBe(freshText);
  expect(await readFile(path, 'utf8')).toBe(before);
});

test('syncs the content, renames the file, then syncs the folder', async () => {
  const { path } = await oldFile();
  const calls: string[] = [];
  const fs = watchedFileSystem(({ name }) => calls.push(name));
  expect((await writeDurably(path, ['a'], fs)).ok).toBe(true);
  expect(calls).toEqual([
    ...['lstat', 'open', 'chmod', 'write', 'sync', 'stat', 'close'],
    ...['rename', 'open', 'sync', 'close'],
  ]);
});

test.each(['ENOSPC', 'EIO', 'EACCES', 'EXDEV', 'EMFILE'])(
  'a failure of any call with %s leaves the old or the new content, no temporary file, and a problem that says so',
  async (code) => {
    let place = 0;
    for (let failed = true; failed; place++) {
      const { folder, path } = await oldFile();
      const written = await writeDurably(path, fresh, failingFileSystem(place, code));
      failed = !written.ok;
      const content = await readFile(path, 'utf8');
      expect([old, freshText]).toContain(content);
      expect(await readdir(folder)).toEqual(['workspace.json']);
      if (written.ok) expect(content).toBe(freshText);
      else {
        expect(written.problem.problem).toMatchObject({ type: '/problems/save-failed', code });
        expect(written.problem.problem.detail).toMatch(/^workspace\.json could not be saved: .+\.$/);
        expect(written.problem.placed).toEqual(content === old ? null : (await readWithFingerprint(path)).fingerprint);
      }
    }
    expect(place).toBeGreaterThan(13);
  },
);

test('continues after a partial write', async () => {
  const { path } = await oldFile();
  const fs = watchedFileSystem(() => undefined);
  const stingy = {
    ...fs,
    open: async (...args: Parameters<typeof fs.open>) => {
      const handle = await fs.open(...args);
      return new Proxy(handle, {
        get: (target, name) =>
          name === 'write'
            ? (bytes: Buffer, from: number) => target.write(bytes, from, Math.min(3, bytes.length - from))
            : Reflect.get(target, name),
      });
    },
  };
  expect((await writeDurably(path, fresh, stingy)).ok).toBe(true);
  expect(await readFile(path, 'utf8')).toBe(freshText);
});

test.each(['EBUSY', 'EPERM'])('retries the rename while another program holds the file: %s', async (code) => {
  const { path } = await oldFile();
  let held = 2;
  const fs = watchedFileSystem(({ name }) => {
    if (name === 'rename' && held-- > 0) throw systemError(code, 'rename');
  });
  expect((await writeDurably(path, fresh, fs)).ok).toBe(true);
  expect(await readFile(path, 'utf8')).toBe(freshText);
});

test.each(['EINVAL', 'ENOTSUP'])('ignores a file system that cannot sync folders: %s', async (code) => {
  const { folder, path } = await oldFile();
  const fs = watchedFileSystem((call) => {
    if (call.name === 'sync' && call.path === folder) throw systemError(code, 'fsync');
  });
  expect((await writeDurably(path, fresh, fs)).ok).toBe(true);
});

test.each([
  ['linux', false],
  ['win32', true],
] as const)(
  'on %s, a write next to which the folder cannot be opened is accepted: %s',
  async (platform, isAccepted) => {
    const { folder, path } = await oldFile();
    const fs = watchedFileSystem(({ name, path: of }) => {
      if (name === 'open' && of === folder) throw systemError('EPERM', 'open');
    });
    onPlatform(platform);
    expect((await writeDurably(path, fresh, fs)).ok).toBe(isAccepted);
  },
);

test('throws an error of the content and leaves no temporary file', async () => {
  const { folder, path } = await oldFile();
  function* broken(): Generator<string> {
    yield 'half';
    throw new TypeError('a bug');
  }
  await expect(writeDurably(path, broken())).rejects.toThrow('a bug');
  expect(await readdir(folder)).toEqual(['workspace.json']);
  expect(await readFile(path, 'utf8')).toBe(old);
});

test('sweepTemporaryFiles removes only files of killed writers', async () => {
  const { folder, path } = await oldFile();
  const others = ['workspace.json.saving', 'workspace.json.0123.saving', 'other.json.0123456789abcdef.saving'];
  for (const name of ['workspace.json.0123456789abcdef.saving', ...others]) await writeFile(join(folder, name), '');
  await sweepTemporaryFiles(path);
  expect((await readdir(folder)).sort()).toEqual([...others, 'workspace.json'].sort());
});

test('sweepTemporaryFiles leaves the file that this process is writing', async () => {
  const { folder, path } = await oldFile();
  await writeFile(`${path}.0123456789abcdef.saving`, '');
  const rename = async (from: PathLike, to: PathLike) => {
    await sweepTemporaryFiles(path, fs);
    await nodeFileSystem.rename(from, to);
  };
  const fs: FileSystem = { ...nodeFileSystem, rename };
  const written = await writeDurably(`${path}.requests`, fresh, fs);
  expect(written).toMatchObject({ ok: true });
  expect((await readdir(folder)).sort()).toEqual(['workspace.json', 'workspace.json.requests']);
});

test('sweepTemporaryFiles removes what a killed program was writing on another file system', async () => {
  const { folder, path } = await oldFile();
  const rename = async () => {
    await sweepTemporaryFiles(path);
    expect(await readdir(folder)).toEqual(['workspace.json']);
    throw systemError('EIO', 'rename');
  };
  expect(await writeDurably(path, fresh, { ...nodeFileSystem, rename })).toMatchObject({ ok: false });
});

test('sweepTemporaryFiles goes on after a file that its writer has placed meanwhile', async () => {
  const { folder, path } = await oldFile();
  const left = ['0', '1', '2'].map((digit) => `workspace.json.${digit.repeat(16)}.saving`);
  for (const name of left) await writeFile(join(folder, name), '');
  let placed = 0;
  const fs = watchedFileSystem(({ name, path: at }) => {
    if (name === 'unlink' && placed++ === 0) unlinkSync(at);
  });
  await sweepTemporaryFiles(path, fs);
  expect(await readdir(folder)).toEqual(['workspace.json']);
});

test('sweepTemporaryFiles passes over a folder that cannot be read, and no bug', async () => {
  const sweepAfter = (error: Error) =>
    sweepTemporaryFiles(
      'w.json',
      watchedFileSystem(() => {
        throw error;
      }),
    );
  await sweepAfter(systemError('EACCES', 'scandir'));
  await expect(sweepAfter(new TypeError('a bug'))).rejects.toThrow('a bug');
});

function tenSecondsLater(): void {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 10_000 });
  onTestFinished(() => void vi.useRealTimers());
}

test('reuses the known digest while the seal is unchanged', async () => {
  const { path } = await oldFile();
  tenSecondsLater();
  const { seal, digest } = (await readWithFingerprint(path)).fingerprint;
  expect(seal).not.toBeNull();
  const known = { seal, digest: 'as it was known' };
  expect((await readWithFingerprint(path, undefined, known)).fingerprint).toMatchObject(known);
  // Size and modification time are the same as before.
  const { atime, mtime } = await stat(path);
  await writeFile(path, old);
  await utimes(path, atime, mtime);
  tenSecondsLater();
  expect((await readWithFingerprint(path, undefined, known)).fingerprint.digest).toBe(digest);
});

test('a file that has just changed has no seal, so its digest is computed again', async () => {
  const { path } = await oldFile();
  // A copy may keep the time of the original; the time of the change is still that of the copy.
  await utimes(path, 1, 1);
  const known = { seal: null, digest: 'as it was known' };
  const { fingerprint } = await readWithFingerprint(path, undefined, known);
  expect(fingerprint.seal).toBeNull();
  expect(fingerprint.digest).not.toBe(known.digest);
});

test('the fingerprint of a file that is replaced during the read belongs to the content read', async () => {
  const { path } = await oldFile();
  tenSecondsLater();
  const { seal, digest } = (await readWithFingerprint(path)).fingerprint;
  let looks = 0;
  const fs = watchedFileSystem(({ name }) => {
    if (name === 'stat' && ++looks === 2) writeFileSync(path, 'another content');
  });
  const read = await readWithFingerprint(path, fs, { seal, digest: 'as it was known' });
  expect([read.bytes.toString(), read.fingerprint.digest]).toEqual([old, digest]);
});
