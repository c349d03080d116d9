import { readdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { writeUnsaved } from '../../../server/store/unsaved-workspace.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

const unused = () => {
  throw new Error('The other folder was asked for.');
};

test('writes the text beside the workspace, under a name of its content', async () => {
  const folder = await temporaryFolder();
  const path = join(folder, 'w.json');
  const first = await writeUnsaved(path, 'one', unused);
  const again = await writeUnsaved(path, 'one', unused);
  const second = await writeUnsaved(path, 'two', unused);
  expect(again).toEqual(first);
  const names = (await readdir(folder)).toSorted();
  expect(names).toHaveLength(2);
  for (const name of names) expect(name).toMatch(/^w\.unsaved-[0-9a-f]{8}\.json$/);
  for (const [written, text] of [[first, 'one'] as const, [second, 'two'] as const]) {
    expect(written.ok && (await readFile(written.value, 'utf8'))).toBe(text);
  }
});

test('writes it to the other folder, which it creates, where its own takes none', async () => {
  const folder = await temporaryFolder();
  const other = join(folder, 'data', 'unsaved');
  const written = await writeUnsaved(join(folder, 'missing', 'w.json'), 'text', () => other);
  expect(written.ok && dirname(written.value)).toBe(other);
  expect(written.ok && (await readFile(written.value, 'utf8'))).toBe('text');
});

test('is refused where neither folder takes it', async () => {
  const folder = await temporaryFolder();
  await writeFile(join(folder, 'file'), '');
  const path = join(folder, 'missing', 'w.json');
  expect(await writeUnsaved(path, 'text', () => join(folder, 'file', 'x'))).toMatchObject({
    ok: false,
    problem: { type: '/problems/save-failed' },
  });
  await expect(writeUnsaved(path, 'text', unused)).rejects.toThrow('The other folder was asked for.');
});
