import { rmSync } from 'node:fs';
import { readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { accept } from '../../../server/domain/basics/result.ts';
import type { Work } from '../../../server/domain/basics/work.ts';
import type { FileSystem } from '../../../server/store/file-system.ts';
import { type OpenFileOptions, openWorkspaceFile } from '../../../server/store/open-workspace.ts';
import { allAbove, highestOf, readRecovery } from '../../../server/store/recovery-file.ts';
import { inMemory } from '../../../server/store/workspace-file.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { systemError, watchedFileSystem } from './failing-file-system.ts';

const text = (name: string) => `{"format": "mock-api-console", "version": 1, "name": "${name}"}`;

async function fileWith(content: string): Promise<{ folder: string; path: string }> {
  const folder = await temporaryFolder();
  const path = join(folder, 'w.json');
  await writeFile(path, content);
  return { folder, path };
}

/** Opens a file that is closed at the end of the test. */
async function open(path: string, options?: OpenFileOptions) {
  const opened = await openWorkspaceFile(path, options);
  if (!opened.ok) throw new Error(opened.problem.detail);
  onTestFinished(async () => void (await opened.value.file.close()));
  return opened.value;
}

async function openAndClose(path: string, options?: OpenFileOptions) {
  const opened = await open(path, options);
  await opened.file.close();
  return opened;
}

/** A file system in which one call fails with one error. */
const failing = (call: string, of: string, error: Error) =>
  watchedFileSystem(({ name, path }) => {
    if (name === call && path === of) throw error;
  });

test('a file that is kept in memory is neither locked nor written, and nothing is written beside it', async () => {
  const { folder, path } = await fileWith(text('One'));
  const { file, watermarks } = await open(path, { storage: 'memory' });
  file.claimVersion(2);
  await file.prepared();
  expect([file.mode, file.readOnly, watermarks, file.isReserved]).toEqual([
    ...['memory', inMemory.reason],
    ...[allAbove(0), false],
  ]);
  await file.close(() => allAbove(2));
  expect(await readdir(folder)).toEqual(['w.json']);
  await openAndClose(path);
  const files = await readdir(folder);
  await writeFile(path, 'damaged');
  expect(await openWorkspaceFile(path, { storage: 'memory' })).toMatchObject({ ok: false });
  expect(await readdir(folder)).toEqual(files);
});

test('an imported file tells of the workspace beside it, unless edits are kept in memory anyway', async () => {
  const { folder, path } = await fileWith('[{"id": 1}]');
  expect(await open(path)).toMatchObject({ notes: [], file: { mode: 'import' } });
  await writeFile(join(folder, 'w.workspace.json'), text('Edited'));
  expect(await open(path)).toMatchObject({
    notes: [
      'w.workspace.json is beside w.json: edits that were saved as a workspace are there. Open that file to go on with them.',
    ],
  });
  expect(await open(path, { storage: 'memory' })).toMatchObject({ notes: [], file: { mode: 'memory' } });
});

test('a damaged file that cannot be written is refused without a copy', async () => {
  const { folder, path } = await fileWith(text('One'));
  await openAndClose(path);
  await writeFile(path, 'damaged');
  const files = await readdir(folder);
  const opened = await openWorkspaceFile(path, { fs: failing('access', path, systemError('EACCES', 'access')) });
  expect(opened).toMatchObject({ ok: false, problem: { detail: expect.stringMatching(/^w\.json: /) } });
  expect(!opened.ok && opened.problem).not.toHaveProperty('copy');
  expect(await readdir(folder)).toEqual(files);
});

test('a file that is open elsewhere or write-protected is read', async () => {
  const { path } = await fileWith(text('One'));
  const protectedAs = { fs: failing('access', path, systemError('EROFS', 'access')) };
  const modes = [await open(path), await open(path), await open(path, protectedAs)].map(({ file }) => file.mode);
  expect(modes).toEqual(['write', 'read', 'read']);
});

test('a file that goes or fails while it is opened is refused with the reason and leaves no lock', async () => {
  const refusals = { realpath: 'ENOENT', access: 'ENOENT', readFile: 'EIO' };
  for (const [call, code] of Object.entries(refusals)) {
    const { folder, path } = await fileWith(text('One'));
    expect(await openWorkspaceFile(path, { fs: failing(call, path, systemError(code, call)) })).toMatchObject({
      ok: false,
      problem: { detail: expect.stringMatching(`^w\\.json cannot be opened: .*\\(${code}\\)\\.$`) },
    });
    expect(await readdir(folder)).toEqual(['w.json']);
    const bug = failing(call, path, new TypeError('a bug'));
    await expect(openWorkspaceFile(path, { fs: bug })).rejects.toThrow('a bug');
    expect(await readdir(folder)).toEqual(['w.json']);
  }
});

test('a file without its backup is no changed one', async () => {
  const { path } = await fileWith(text('One'));
  await openAndClose(path);
  await rm(`${path}.backup`);
  expect((await openAndClose(path)).notes).toEqual([]);
});

test('the schemas of an OpenAPI document are checked', async () => {
  const schema = { type: 'object', properties: { id: { type: 'integer' } } };
  const content = { 'application/json': { schema: { type: 'array', items: schema } } };
  const paths = { '/pets': { get: { responses: { 200: { description: '', content } } } }, '/pets/{id}': { get: {} } };
  const { path } = await fileWith(JSON.stringify({ openapi: '3.1.0', info: { title: 'Pets', version: '1' }, paths }));
  const compiled: string[] = [];
  const schemas = {
    *tryCompile({ name }: { readonly name: string }): Work<{ ok: true; value: null }> {
      compiled.push(name);
      yield;
      return { ok: true, value: null };
    },
    check: () => [],
  };
  const { workspace } = await open(path, { schemas });
  expect([workspace.name, new Set(compiled)]).toEqual(['Pets', new Set(['pets'])]);
});

test('only a file that an earlier process left reserved begins reserved', async () => {
  const { path } = await fileWith(text('One'));
  expect((await openAndClose(path)).file.isReserved).toBe(false);
  await writeFile(`${path}.versions`, '{"reserved":1234}\n');
  const { file } = await open(path);
  expect(file.isReserved).toBe(true);
  await file.prepared();
  const recovery = await readRecovery(
    path,
    watchedFileSystem(() => undefined),
  );
  expect(recovery && recovery !== 'damaged' && highestOf(recovery.watermarks)).toBe(1234);
});

test('after a damaged recovery file, versions start above the reserved ones; the next start finds a whole file', async () => {
  const { path } = await fileWith(text('One'));
  const reserved = 4_000_000_000_000_000;
  await writeFile(`${path}.versions`, `{"reserved":${reserved}}\n`);
  await writeFile(`${path}.recovery`, 'damaged');
  const { watermarks, file } = await openAndClose(path);
  expect(watermarks).toEqual(allAbove(reserved));
  expect(await file.close(() => watermarks)).toEqual(accept(null));
  rmSync(`${path}.versions`);
  expect(await openAndClose(path)).toMatchObject({ watermarks: allAbove(reserved), notes: [] });
});

test('the recovery file of an unchanged workspace is not written again', async () => {
  const { path } = await fileWith(text('One'));
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 10_000 });
  onTestFinished(() => void vi.useRealTimers());
  const writes: string[] = [];
  const fs: FileSystem = watchedFileSystem(({ name, path: of }) => {
    if (name === 'rename') writes.push(of.slice(path.length).replace(/[\da-f]{16}/, '*'));
  });
  await openAndClose(path, { fs });
  expect(writes.splice(0)).toEqual(['.backup.*.saving', '.recovery.*.saving']);
  await openAndClose(path, { fs });
  expect(writes).toEqual([]);
  expect(await readFile(path, 'utf8')).toBe(text('One'));
});

test('a workspace whose encoding is a guess is refused, because a save would write the guess', async () => {
  const path = join(await temporaryFolder(), 'w.txt');
  const bytes = Buffer.from(text('M\xfcller'), 'latin1');
  await writeFile(path, bytes);
  expect(await openWorkspaceFile(path)).toMatchObject({
    ok: false,
    problem: { detail: 'w.txt: line 1: the bytes are not UTF-8 text.' },
  });
  expect(await readFile(path)).toEqual(bytes);
});

test('a table in the code page of a spreadsheet opens with a note about it, in one go and in pieces', async () => {
  const path = join(await temporaryFolder(), 'people.csv');
  await writeFile(path, Buffer.from('id,name\n1,M\xfcller\n', 'latin1'));
  const run = async <Value>(work: Work<Value>) => {
    for (;;) {
      const step = work.next();
      if (step.done) return step.value;
    }
  };
  for (const options of [{}, { run }]) {
    const { workspace, notes } = await open(path, options);
    expect(workspace.collections[0]?.records).toEqual([{ id: 1, name: 'Müller' }]);
    expect(notes[0]).toBe('The file is not UTF-8 and was read as Windows-1252; check its accented letters.');
  }
});
