import { createHash } from 'node:crypto';
import { appendFile, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { isJsonObject, type JsonObject } from '../../../server/domain/json/json.ts';
import {
  decodeSnapshot,
  encodeSnapshot,
  readSnapshots,
  type Snapshot,
  snapshotsPath,
  writeSnapshots,
} from '../../../server/store/snapshots-file.ts';
import { rounds } from '../../support/rounds.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { arbitraryRecord } from '../domain/json/arbitrary-json.ts';
import { systemError, watchedFileSystem } from './failing-file-system.ts';

function snapshotOf(records: Readonly<Record<string, JsonObject | null>>, saved = 5): Snapshot {
  const changes = new Map([['things', new Map(Object.entries(records))]]);
  return { changes: Object.keys(records).length === 0 ? new Map() : changes, saved, size: expect.any(Number) };
}

test('reads back what it has written, and removes the file without snapshots', async () => {
  const path = join(await temporaryFolder(), 'workspace.json.snapshots');
  const records = fc.dictionary(
    fc.constantFrom('a', '__proto__', '{"end":'),
    fc.option(arbitraryRecord.filter(isJsonObject)),
  );
  await fc.assert(
    fc.asyncProperty(fc.dictionary(fc.constantFrom('one', '', '{"end":', 'é\n'), records), async (all) => {
      const snapshots = new Map(Object.entries(all).map(([name, one]) => [name, snapshotOf(one)]));
      expect(await writeSnapshots(path, snapshots)).toMatchObject({ ok: true });
      expect(await readSnapshots(path)).toEqual({ snapshots, notes: [] });
    }),
    { numRuns: rounds(50) },
  );
  await writeSnapshots(path, new Map());
  await expect(readFile(path)).rejects.toMatchObject({ code: 'ENOENT' });
});

test('leaves out a damaged snapshot, reads the others and says so', async () => {
  const path = join(await temporaryFolder(), 'workspace.json.snapshots');
  const snapshots = new Map([
    ['one', snapshotOf({ a: { id: 'a', x: 1 } })],
    ['two', snapshotOf({ a: { id: 'a', x: 2 } })],
  ]);
  await writeSnapshots(path, snapshots);
  const text = await readFile(path, 'utf8');
  const readAfter = async (damaged: string) => {
    await writeFile(path, damaged);
    const { snapshots: read, notes } = await readSnapshots(path);
    return [[...read.keys()], notes];
  };
  const note = (count: string) => [`workspace.json.snapshots is damaged: ${count} could not be read.`];
  expect(await readAfter(text.replace('"x":1', '"x":3'))).toEqual([['two'], note('1 snapshot')]);
  expect(await readAfter(text.slice(0, -4))).toEqual([['one'], note('1 snapshot')]);
  expect(await readAfter(text.slice(0, text.lastIndexOf('{"end":')))).toEqual([['one'], note('1 snapshot')]);
  expect(await readAfter(text.replaceAll('"x":', '"y":'))).toEqual([[], note('2 snapshots')]);
  expect(await readAfter('\0'.repeat(100))).toEqual([[], note('1 snapshot')]);
  await writeFile(path, text);
  await appendFile(path, 'x');
  expect((await readSnapshots(path)).snapshots).toEqual(snapshots);
});

test('the format stays as earlier versions have written it', () => {
  const text =
    'mock-api-console snapshots 1\n{"snapshot":"one","saved":5}\n["users","1",null]\n{"end":"2572a5d94a2aad9e"}\n';
  const snapshot = snapshotOf({});
  expect(encodeSnapshot('one', { ...snapshot, changes: new Map([['users', new Map([['1', null]])]]) })).toBe(text);
});

test('an end without a snapshot before it is passed over', () => {
  const end = createHash('sha256').update('').digest('hex').slice(0, 16);
  expect(decodeSnapshot(`mock-api-console snapshots 1\n{"end":"${end}"}\n`)).toEqual(new Map());
});

test('a snapshot is larger the more its records hold', async () => {
  const sizeOf = (x: string) => {
    const text = encodeSnapshot('one', snapshotOf({ a: { x }, b: null }));
    return decodeSnapshot(text).get('one')?.size ?? 0;
  };
  expect(sizeOf('')).toBeGreaterThan(0);
  expect(sizeOf('abc')).toBe(sizeOf('') + 3);
});

test('snapshots that cannot be read are named in a note, and are none', async () => {
  const path = snapshotsPath(join(await temporaryFolder(), 'w.json'));
  const failing = watchedFileSystem(({ name }) => {
    throw systemError('EIO', name);
  });
  expect(await readSnapshots(path, failing)).toEqual({
    snapshots: new Map(),
    notes: ['w.json.snapshots could not be read: the disk reported an error (EIO).'],
  });
  await expect(readSnapshots('\0')).rejects.toThrow(TypeError);
});
