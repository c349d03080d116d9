import { expect, test } from 'vitest';
import { keepGeneration } from '../../server/store/backup-generations.ts';
import { Disk, folder } from './disk.ts';
import { Random } from './random.ts';
import { World } from './world.ts';

test('a power cut while a changed content is backed up leaves the backup from before', async () => {
  const random = new Random(1);
  const world = new World(random);
  const [good, changed] = [Buffer.from('good'), Buffer.from('changed elsewhere')];
  const start = new Map([
    ['w.json', { bytes: changed, time: world.now }],
    ['w.json.backup', { bytes: good, time: world.now - 1000 }],
  ]);
  const disk = new Disk(world, start, 1);
  await world.until(keepGeneration(`${folder}/w.json`, changed, false, disk.fileSystem));
  expect(disk.names).toHaveLength(3);
  for (let changes = 0; changes <= disk.changes; changes += 1) {
    for (let cut = 0; cut < 50; cut += 1) {
      const files = [...disk.crashAt(changes, true, random).values()];
      expect(files.some(({ bytes }) => bytes.equals(good))).toBe(true);
    }
  }
});
