import { readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { HandlerContext } from '../../../server/commands/context.ts';
import { liveStateHandlers } from '../../../server/commands/live-state.ts';
import { Jobs } from '../../../server/runtime/jobs.ts';
import { Scheduler } from '../../../server/runtime/scheduler.ts';
import { readSnapshots, snapshotsPath } from '../../../server/store/snapshots-file.ts';
import { CurrentWorkspace } from '../../../server/workspace/current-workspace.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { smallWorkspace } from '../../support/temporary-host.ts';
import { systemError, watchedFileSystem } from '../store/failing-file-system.ts';

const caller = { console: 'console' };

/** The commands of the live state over a workspace file, on a disk that can be full for the snapshots. */
async function startOnDisk() {
  const folder = await temporaryFolder();
  const path = join(folder, 'w.json');
  await writeFile(path, JSON.stringify(smallWorkspace));
  const disk = { isFull: false };
  const fs = watchedFileSystem(({ name, path: of }) => {
    if (disk.isFull && /^write/.test(name) && of.includes('.snapshots')) throw systemError('ENOSPC', 'write');
  });
  const scheduler = new Scheduler();
  const jobs = new Jobs(scheduler, () => undefined);
  const dirty = { markDirty: () => undefined, markRecordDirty: () => undefined };
  const opened = await CurrentWorkspace.open(path, { scheduler, now: Date.now, dirty, override: {}, fs }, jobs);
  if (!opened.ok) throw new Error(opened.problem.detail);
  const workspaces = opened.value;
  const handlers = liveStateHandlers({ workspaces, scheduler, jobs, feed: dirty } as unknown as HandlerContext);
  return {
    ...{ disk, folder, workspaces },
    save: (name: string) => handlers['snapshots.save']({ name }, caller),
    rename: (name: string, to: string) => handlers['snapshots.rename']({ name, to }, caller),
    remove: (name: string) => handlers['snapshots.remove']({ name }, caller),
    restore: (name: string) => handlers['snapshots.restore']({ name }, caller),
    names: () => workspaces.current.snapshots.state.map(({ name }) => name),
    written: async () => [...(await readSnapshots(snapshotsPath(path))).snapshots.keys()],
  };
}

test('on a full disk, snapshots that cannot be written are refused, and those before stay in memory and on disk', async () => {
  const { disk, folder, workspaces, save, rename, remove, restore, names, written } = await startOnDisk();
  for (const name of ['One', 'Two']) expect(await save(name)).toMatchObject({ ok: true });
  const edits = workspaces.current.history.entries();
  disk.isFull = true;
  const refused = { ok: false, problem: { type: '/problems/save-failed', status: 507 } };
  for (const change of [save('Three'), rename('One', 'First'), remove('One')])
    expect(await change).toMatchObject(refused);
  expect([names(), await written(), workspaces.current.history.entries()]).toEqual([
    ['One', 'Two'],
    ['One', 'Two'],
    edits,
  ]);
  expect(await restore('One')).toMatchObject({ ok: true });
  expect((await readdir(folder)).filter((name) => /saving|tmp/.test(name))).toEqual([]);
  disk.isFull = false;
  expect(await save('Three')).toMatchObject({ ok: true });
  expect(await written()).toEqual(['One', 'Two', 'Three']);
  expect(await workspaces.close()).toMatchObject({ ok: true });
});

test('an undo on a full disk is written at the close, once there is room again', async () => {
  const { disk, workspaces, save, names, written } = await startOnDisk();
  for (const name of ['One', 'Two']) await save(name);
  disk.isFull = true;
  await workspaces.current.history.undo();
  await workspaces.current.snapshots.settled();
  expect([names(), await written()]).toEqual([['One'], ['One', 'Two']]);
  disk.isFull = false;
  expect(await workspaces.close()).toMatchObject({ ok: true });
  expect(await written()).toEqual(['One']);
});

test('a close on a full disk says that snapshots remain unsaved', async () => {
  const { disk, workspaces, save } = await startOnDisk();
  for (const name of ['One', 'Two']) await save(name);
  disk.isFull = true;
  await workspaces.current.history.undo();
  expect(await workspaces.close()).toMatchObject({
    ok: false,
    problem: { detail: 'w.json.snapshots could not be saved: the disk is full (ENOSPC).' },
  });
});
