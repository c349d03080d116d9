import { constants } from 'node:buffer';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import {
  type FileSystem,
  fileFault,
  isSystemError,
  nodeFileSystem,
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

test('unlessMissing has no result for a path below a file, and passes on other errors', async () => {
  const path = join(await temporaryFolder(), 'file');
  await writeFile(path, '');
  expect(await unlessMissing(nodeFileSystem.readFile(join(path, 'below')))).toBeUndefined();
  await expect(unlessMissing(Promise.reject(systemError('EACCES', 'open')))).rejects.toThrow('EACCES');
});

test.each([
  ['the longest text', constants.MAX_STRING_LENGTH, undefined],
  ['a longer one', constants.MAX_STRING_LENGTH + 1, expect.stringMatching(/^it is larger than the \d+ MiB/)],
])('fileFault judges %s', async (_, size, expected) => {
  const stat = async () => ({ size, isDirectory: () => false, isFile: () => true });
  expect(await fileFault('w.json', { stat } as unknown as FileSystem)).toEqual(expected);
});
