import { expect, test } from 'vitest';
import { Disk, type Image } from './disk.ts';
import { fileName, Program } from './program.ts';
import { Random } from './random.ts';
import { World } from './world.ts';

/** Records of a hundred time slices, in which a save begins and ends: an edit pauses after each of them. */
const ids = Array.from({ length: 100 }, (_, index) => String(index));

/** The values of all records but the first, as the workspace file has them. */
function valuesIn(image: Image): string {
  const { collections } = JSON.parse(String(image.get(fileName)?.bytes));
  const values = collections.things.records.slice(1).map(({ value }: { value: number }) => value);
  return [...new Set(values)].join(' and ');
}

test.each([
  ['a keep', async () => undefined, (program: Program) => program.keep()],
  ['an undo of a keep', (program: Program) => program.keep(), (program: Program) => program.undo()],
])('a crash in the middle of %s of many records leaves all of them or none', async (_, begin, change) => {
  const random = new Random(1);
  const world = new World(random);
  const restore = world.install();
  try {
    const records = ids.map((id) => ({ id, value: 0 }));
    const content = { format: 'mock-api-console', version: 1, collections: { things: { records } } };
    const start: Image = new Map([[fileName, { bytes: Buffer.from(JSON.stringify(content)), time: world.now }]]);
    const disk = new Disk(world, start, 1);
    const program = await Program.start(world, disk);
    for (const id of ids) program.request('PATCH', id, [], { value: 1 });
    await world.until(begin(program));
    await world.until(program.workspaces.current.saver.settled());
    const first = disk.changes;
    // Another console edits a record meanwhile, which is saved.
    let isUnderWay = true;
    const changed = change(program).finally(() => {
      isUnderWay = false;
    });
    while (isUnderWay) {
      await world.step();
      if (isUnderWay && random.chance(0.05)) await program.patch('0', random.below(100));
    }
    await world.until(changed);
    await world.until(program.workspaces.current.saver.settled());
    world.crash();
    const left = Array.from({ length: disk.changes - first }, (_, index) =>
      valuesIn(disk.crashAt(first + index, false, random)),
    );
    expect(new Set(left)).toEqual(new Set(['0', '1']));
  } finally {
    restore();
  }
});
