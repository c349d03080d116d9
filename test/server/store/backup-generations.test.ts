import { lstat, readdir, readFile, symlink, utimes, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { expect, test } from 'vitest';
import {
  type Generation,
  generationsOf,
  keepGeneration,
  superfluous,
} from '../../../server/store/backup-generations.ts';
import { type FileSystem, nodeFileSystem } from '../../../server/store/file-system.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { systemError, watchedFileSystem } from './failing-file-system.ts';

const hour = 3_600_000;
const day = 24 * hour;
/** 22 November 2026, 12:00 UTC. */
const noon = Date.UTC(2026, 10, 22, 12);

async function workspace(): Promise<string> {
  const path = join(await temporaryFolder(), 'w.json');
  await writeFile(path, '0');
  return path;
}

/** Backs up a content as if at that time. */
async function keepAt(path: string, time: number, content: string, isKnown = true): Promise<void> {
  await writeFile(path, content);
  await utimes(path, time / 1000, time / 1000);
  await keepGeneration(path, Buffer.from(content), isKnown, nodeFileSystem);
  await utimes(`${path}.backup`, time / 1000, time / 1000);
}

/** The contents of all generations, the latest first. */
async function kept(path: string): Promise<readonly string[]> {
  const generations = await generationsOf(path, nodeFileSystem);
  return Promise.all(generations.map((one) => readFile(one.path, 'utf8')));
}

test('keepGeneration names older generations by their time', async () => {
  const path = await workspace();
  await keepAt(path, noon, 'a');
  await keepAt(path, noon + hour, 'b');
  const generations = await generationsOf(path, nodeFileSystem);
  expect(generations.map((one) => [basename(one.path), one.saved])).toEqual([
    ['w.json.backup', noon + hour],
    ['w.json.20261122-120000-000.backup', noon],
  ]);
});

test('superfluous leaves at most four generations, the oldest of which is days old', () => {
  let kept: readonly Generation[] = [];
  for (let hours = 0; hours < 60 * 24; hours += 1) {
    const now = noon + hours * hour;
    kept = [{ path: String(now), saved: now, size: 1 }, ...kept];
    const dropped = superfluous(kept, true);
    kept = kept.filter((one) => !dropped.includes(one));
    if (hours < 20 * 24) continue;
    expect(kept).toHaveLength(4);
    const ages = kept.map(({ saved }) => now - saved);
    expect(ages[1]).toBeGreaterThanOrEqual(hour);
    expect(ages[2]).toBeLessThan(2 * day);
    expect(ages[3]).toBeGreaterThanOrEqual(day);
    expect(ages[3]).toBeLessThan(10 * day);
  }
});

test('superfluous leaves two generations of a very large file', () => {
  const generations = [3, 2, 1].map((saved) => ({ path: '', saved: saved * 10 * day, size: 2 ** 27 }));
  expect(superfluous(generations, true)).toEqual(generations.slice(2));
  expect(superfluous(generations.slice(0, 2), true)).toEqual([]);
  expect(
    superfluous(
      generations.map((one, index) => ({ ...one, size: index === 0 ? 2 ** 27 : 2 ** 26 })),
      true,
    ),
  ).toEqual([]);
});

test.each([
  ['an hour', hour, 0],
  ['less than an hour', hour - 1, 1],
])('superfluous has %s between the first two older generations', (_, distance, dropped) => {
  const generations = [noon, noon - 1000, noon - 1000 - distance].map((saved) => ({ path: '', saved, size: 1 }));
  expect(superfluous(generations, true)).toHaveLength(dropped);
});

test('keepGeneration removes no generation unless the new one is written', async () => {
  const path = await workspace();
  for (const [index, content] of ['a', 'b', 'c'].entries()) await keepAt(path, noon + index * 1000, content, false);
  const full = watchedFileSystem(({ name }) => {
    if (name === 'write') throw systemError('ENOSPC', 'write');
  });
  expect(await keepGeneration(path, Buffer.from('d'), true, full)).toMatchObject({
    ok: false,
    problem: { detail: 'w.json.backup could not be saved: the disk is full (ENOSPC).' },
  });
  expect(await kept(path)).toEqual(['c', 'b', 'a']);
});

test('keepGeneration says why the generations cannot be looked at, and that it leaves a content that is kept already', async () => {
  const path = await workspace();
  const keep = (fs: FileSystem) => keepGeneration(path, Buffer.from('a'), true, fs);
  const broken = watchedFileSystem(({ name }) => {
    if (name === 'readdir') throw systemError('EIO', name);
  });
  expect(await keep(broken)).toMatchObject({
    ok: false,
    problem: { detail: 'w.json.backup could not be saved: the disk reported an error (EIO).' },
  });
  for (let time = 0; time < 2; time += 1) expect(await keep(nodeFileSystem)).toEqual({ ok: true, value: null });
  expect(await kept(path)).toEqual(['a']);
});

test('a bug while a superfluous generation is removed is no failure of the disk', async () => {
  const path = await workspace();
  for (const [index, content] of ['a', 'b', 'c'].entries()) await keepAt(path, noon + index * 1000, content, false);
  const broken = watchedFileSystem(({ name, path: of }) => {
    if (name === 'unlink' && of.endsWith('.backup')) throw new TypeError('a bug');
  });
  await expect(keepGeneration(path, Buffer.from('d'), true, broken)).rejects.toThrow('a bug');
});

test('keepGeneration reads the latest generation only for a content of its size', async () => {
  const path = await workspace();
  await keepAt(path, noon, 'a');
  let reads = 0;
  const counting = watchedFileSystem(({ name }) => {
    if (name === 'readFile') reads += 1;
  });
  await keepGeneration(path, Buffer.from('a'), true, counting);
  await keepGeneration(path, Buffer.from('longer'), true, counting);
  expect(reads).toBe(1);
});

test('keepGeneration never replaces a generation with a content that the program has not written', async () => {
  const path = await workspace();
  await keepAt(path, noon, 'good');
  await keepAt(path, noon + 1000, 'damaged', false);
  expect(await kept(path)).toEqual(['damaged', 'good']);
  await keepAt(path, noon + 2000, 'damaged and edited');
  expect(await kept(path)).toEqual(['damaged and edited', 'good']);
});

test('keepGeneration leaves the generations alone while the latest one holds the content', async () => {
  const path = await workspace();
  await keepAt(path, noon, 'a');
  await keepAt(path, noon + hour, 'b');
  await keepAt(path, noon + 2 * hour, 'b');
  await keepAt(path, noon + 3 * hour, 'b', false);
  expect(await kept(path)).toEqual(['b', 'a']);
});

test('keepGeneration neither reads nor writes through links', async () => {
  const path = await workspace();
  const victim = `${path}.victim`;
  await writeFile(victim, 'precious');
  await symlink(victim, `${path}.backup`);
  await symlink(victim, `${path}.20261122-120000-000.backup`);
  expect(await generationsOf(path, nodeFileSystem)).toEqual([]);
  await keepAt(path, noon, 'a');
  await keepAt(path, noon + hour, 'b');
  expect(await readFile(victim, 'utf8')).toBe('precious');
  expect(await kept(path)).toEqual(['b', 'a']);
  expect((await lstat(`${path}.20261122-120000-000.backup`)).isSymbolicLink()).toBe(false);
});

test('generationsOf finds no generations of a file with a longer name', async () => {
  const path = await workspace();
  for (const name of ['w.json.old.backup', 'w.json.bak.20261122-120000-000.backup', 'ww.json.backup']) {
    await writeFile(join(path, '..', name), 'other');
  }
  expect(await kept(path)).toEqual([]);
  expect(await readdir(join(path, '..'))).toHaveLength(4);
});

test('generationsOf has the latest generation first, also after the clock was set back', async () => {
  const path = await workspace();
  await keepAt(path, noon + hour, 'a');
  await keepAt(path, noon, 'longer');
  expect(await kept(path)).toEqual(['longer', 'a']);
});

test('keepGeneration keeps the latest content even if only an older generation holds it', async () => {
  const path = await workspace();
  await writeFile(`${path}.20261122-120000-000.backup`, 'a');
  await keepAt(path, noon + hour, 'a');
  expect(await kept(path)).toEqual(['a', 'a']);
});

test.each([
  ['later', hour],
  ['equal', 0],
  ['earlier', -hour],
])('keepGeneration backs up an edit of equal size while the time of the latest generation is %s', async (_, shift) => {
  const path = await workspace();
  await keepAt(path, noon, 'a');
  await keepAt(path, noon - shift, 'b');
  expect(await kept(path)).toEqual(['b', 'a']);
});

test('keepGeneration replaces no generation of the same time, as a disk with coarse times gives them', async () => {
  const path = await workspace();
  await keepAt(path, noon, 'good');
  await keepAt(path, noon, 'foreign', false);
  await keepAt(path, noon, 'foreign too', false);
  expect(await kept(path)).toEqual(['foreign too', 'foreign', 'good']);
});
