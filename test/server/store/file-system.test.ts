import { constants } from 'node:buffer';
import { symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import {
  type FileSystem,
  fileFault,
  isSystemError,
  nodeFileSystem,
  readSideFile,
  reasonOf,
  unlessMissing,
} from '../../../server/store/file-system.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { systemError } from './failing-file-system.ts';

test.each([
  ['an error of the system', systemError('EIO', 'read'), true],
  ['an error without a code', new Error('EIO'), false],
  ['an error of a wrong argument', Object.assign(new TypeError('argument'), { code: 'ERR_INVALID_ARG_TYPE' }), false],
  ['an error with a number', Object.assign(new Error('number'), { code: 5, syscall: 'read' }), false],
  ['an object that is no error', { code: 'EIO', syscall: 'read' }, false],
])('isSystemError tells whether %s comes from the system', (_, error, expected) => {
  expect(isSystemError(error)).toBe(expected);
});

test('reasonOf says the code of an error that has no sentence', () => {
  expect(reasonOf({ code: 'ENOSPC' })).toBe('the disk is full (ENOSPC)');
  expect(reasonOf({ code: 'EODD' })).toBe('the system reported EODD');
});

test('unlessMissing has no result for a missing file or one below a file, and passes on other errors', async () => {
  const path = join(await temporaryFolder(), 'file');
  await writeFile(path, '');
  for (const missing of [join(path, 'below'), `${path}.missing`]) {
    expect(await unlessMissing(nodeFileSystem.readFile(missing))).toBeUndefined();
  }
  await expect(unlessMissing(Promise.reject(systemError('EACCES', 'open')))).rejects.toThrow('EACCES');
});

test.each([
  ['a folder', 'folder', 0, 'it is a folder (EISDIR)'],
  ['a pipe', 'pipe', 0, 'it is a pipe or a device, not a file'],
  ['the longest text', 'file', constants.MAX_STRING_LENGTH, undefined],
  ['a longer one', 'file', constants.MAX_STRING_LENGTH + 1, 'it is larger than the 511 MiB that this program reads'],
])('fileFault judges %s', async (_, kind, size, expected) => {
  const stat = async () => ({ size, isDirectory: () => kind === 'folder', isFile: () => kind === 'file' });
  expect(await fileFault('w.json', { stat } as unknown as FileSystem)).toBe(expected);
});

test('readSideFile reads a file, and neither through a link nor a missing one', async () => {
  const path = join(await temporaryFolder(), 'file');
  await writeFile(path, 'text');
  await symlink(path, `${path}.link`);
  const read = async (of: string) => (await readSideFile(of, nodeFileSystem))?.toString();
  expect([await read(path), await read(`${path}.link`), await read(`${path}.missing`)]).toEqual([
    'text',
    undefined,
    undefined,
  ]);
});
