import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { keepGeneration } from '../../../server/store/backup-generations.ts';
import { sweepTemporaryFiles, writeDurably, writeOrRemove } from '../../../server/store/durable-file.ts';
import { lockFile, sweepGuard } from '../../../server/store/file-lock.ts';
import type { FileSystem } from '../../../server/store/file-system.ts';
import { readRequests } from '../../../server/store/requests-file.ts';
import { readSnapshots } from '../../../server/store/snapshots-file.ts';
import { VersionReserve } from '../../../server/store/version-reserve.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { systemError, watchedFileSystem } from './failing-file-system.ts';

type Act = () => unknown;

/** By name: what is done with a disk that fails, after preparations on one that works. */
const uses: Readonly<Record<string, (path: string, fs: FileSystem) => Act | Promise<Act>>> = {
  keepGeneration: (path, fs) => () => keepGeneration(path, Buffer.from('x'), true, fs),
  sweepTemporaryFiles: (path, fs) => () => sweepTemporaryFiles(path, fs),
  sweepGuard: (path, fs) => () => sweepGuard(path, fs),
  readRequests: (path, fs) => () => readRequests(path, fs),
  readSnapshots: (path, fs) => () => readSnapshots(path, fs),
  'removal by writeOrRemove': (path, fs) => () => writeOrRemove(path, null, fs),
  writeDurably: (path, fs) => () => writeDurably(path, ['x'], fs),
  lockFile: (path, fs) => () => lockFile(path, fs),
  'the release of a lock': async (path, fs) => {
    const lock = await lockFile(path, fs);
    return () => lock.ok && lock.value.release();
  },
  'the claim of a version': (path, fs) => () => new VersionReserve(path, 0, false, fs).claim(2),
  'the release of versions': (path, fs) => {
    const reserve = new VersionReserve(path, 0, false, fs);
    reserve.claim(2);
    return reserve.release();
  },
};

async function use(name: string, error: Error): Promise<unknown> {
  const path = join(await temporaryFolder(), 'w.json');
  await writeFile(path, '{}');
  let isFailing = false;
  const fs = watchedFileSystem(() => {
    if (isFailing) throw error;
  });
  const act = await uses[name]?.(path, fs);
  isFailing = true;
  return act?.();
}

test.each(Object.keys(uses))('%s copes with a fault of the disk, and passes on one of the program', async (name) => {
  await expect(use(name, systemError('EIO', 'read'))).resolves.not.toThrow();
  await expect(use(name, new Error('A fault of the program'))).rejects.toThrow('A fault of the program');
});
