import { readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { decodeWorkspace, encodeWorkspace, toBeWritten } from '../../../server/store/formats/workspace-format.ts';
import { openWorkspaceFile } from '../../../server/store/open-workspace.ts';
import { restoreBackup } from '../../../server/store/workspace-backup.ts';
import { rounds } from '../../support/rounds.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

type Damage = (bytes: Buffer) => Buffer;

const somewhere = (bytes: Buffer) => Math.floor(Math.random() * bytes.length);

const truncate: Damage = (bytes) => bytes.subarray(0, somewhere(bytes));

const flipBit: Damage = (bytes) => {
  const damaged = Buffer.from(bytes);
  const at = somewhere(bytes);
  damaged[at] = (damaged[at] ?? 0) ^ (1 << Math.floor(Math.random() * 8));
  return damaged;
};

const fillWithNul: Damage = (bytes) => {
  const from = somewhere(bytes);
  const to = Math.min(bytes.length, from + 1 + Math.floor(Math.random() * 4096));
  return Buffer.from(bytes).fill(0, from, to);
};

/** The sample with few records, so that two hundred rounds are quick. */
async function smallSample(): Promise<string> {
  const text = await readFile(new URL('../../../assets/sample.workspace.json', import.meta.url), 'utf8');
  const decoded = decodeWorkspace(text);
  if (!decoded.ok) throw new Error(decoded.problem.detail);
  const collections = decoded.value.collections.map(({ definition, records }) => ({
    definition,
    records: records.slice(0, 20),
  }));
  return [...encodeWorkspace(toBeWritten({ ...decoded.value, collections }))].join('');
}

/** The number of lines that differ after the damaged file is read and written again. */
function changedLines(before: string, after: string): number {
  const [old, now] = [before.split('\n'), after.split('\n')];
  return Math.abs(old.length - now.length) + old.filter((line, index) => line !== now[index]).length;
}

/** Damages a file `rounds` times. Each time it must be refused and kept, or be read with at most a few changed lines. */
async function damageOften(rounds: number, damage: Damage, linesThatMayDiffer: number): Promise<void> {
  const folder = await temporaryFolder();
  const path = join(folder, 'workspace.json');
  const good = await smallSample();
  await writeFile(path, good);
  for (let round = 0; round < rounds; round++) {
    const before = await openWorkspaceFile(path);
    if (!before.ok) throw new Error(before.problem.detail);
    await before.value.file.close();
    const damaged = damage(Buffer.from(good));
    await writeFile(path, damaged);

    const opened = await openWorkspaceFile(path);
    expect((await readFile(path)).equals(damaged)).toBe(true);
    if (opened.ok) {
      expect(opened.value.file.readOnly).toBeNull();
      const text = [...encodeWorkspace(toBeWritten(opened.value.workspace))].join('');
      const differing = changedLines(good, text);
      expect(differing).toBeLessThanOrEqual(linesThatMayDiffer);
      const notes = opened.value.notes.filter((note) =>
        note.startsWith('workspace.json changed since it was last saved'),
      );
      expect(notes).toHaveLength(Math.min(1, differing));
      await opened.value.file.close();
      const backups = (await readdir(folder)).filter((name) => name.endsWith('.backup'));
      const contents = await Promise.all(backups.map((name) => readFile(join(folder, name), 'utf8')));
      expect(contents).toContain(good);
      await writeFile(path, good);
    } else {
      const { copy, backup, detail } = opened.problem;
      expect(detail).toMatch(/^workspace\.json: .+ in workspace\.json\.backup \(.+, 80 records\)\./);
      expect((await readFile(join(folder, String(copy)))).equals(damaged)).toBe(true);
      expect(await readFile(join(folder, String(backup)), 'utf8')).toBe(good);
      expect(await restoreBackup(path)).toEqual({ ok: true, value: null });
      expect(await readFile(path, 'utf8')).toBe(good);
      await rm(join(folder, String(copy)));
    }
    expect((await readdir(folder)).filter((name) => /lock|saving|damaged/.test(name))).toEqual([]);
  }
}

test('a truncated, overwritten or bit-flipped file is refused and kept, or read unchanged', async () => {
  await Promise.all([
    damageOften(rounds(80), truncate, 0),
    damageOften(rounds(80), fillWithNul, 0),
    // A flipped bit can turn one letter into another like an edit. It then changes one line only.
    damageOften(rounds(80), flipBit, 1),
  ]);
});
