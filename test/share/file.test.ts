/** The instance that has a workspace file open for writing saves the edits of all instances. */
import { copyFile, readFile, writeFile } from 'node:fs/promises';
import { expect, onTestFinished, test, vi } from 'vitest';
import type { Json } from '../../server/domain/json/json.ts';
import { createHost } from '../../server/host.ts';
import { Share } from '../../server/share/share.ts';
import { nodeFileSystem } from '../../server/store/file-system.ts';
import { systemError } from '../server/store/failing-file-system.ts';
import { eventually } from '../support/eventually.ts';
import { hostValue, smallWorkspace } from '../support/temporary-host.ts';
import { type Instance, b as other, redis, shareInstances, startInstance, a as writer } from './instances.ts';

/** `writer` has its file open for writing, `other` has none. */
shareInstances(smallWorkspace, { storage: 'file' });

const contentOf = async (file: string) => JSON.parse(await readFile(file, 'utf8'));

const rename = ({ host }: Instance, name: string) =>
  hostValue(host, 'records.patch', { collection: 'users', id: '42', patch: { name } });

/** Waits until the file has a name for the record, and until all instances know that. */
async function saved(name: string, { host, file } = writer): Promise<void> {
  await eventually(async () => {
    const { collections } = await contentOf(file);
    expect(collections.users.records).toContainEqual(expect.objectContaining({ userId: '42', name }));
    expect((await hostValue(host, 'workspace.get', {})).save.state).toBe('saved');
  });
  await level();
}

async function level(): Promise<void> {
  await eventually(() => expect(other.host.share()?.revision).toBe(writer.host.share()?.revision));
}

const nameAt = async ({ send }: Instance) => JSON.parse((await send({ target: '/api/users/42' })).body).name;

test('saves edits of another instance, of records, scenarios and settings, and nothing that clients write', async () => {
  await rename(other, 'Edited');
  await hostValue(other.host, 'scenarios.remove', { name: 'Nobody is active' });
  await hostValue(other.host, 'settings.set', { settings: { pageSize: 7 } });
  await other.send({
    ...{ method: 'PATCH', target: '/api/users/7', body: '{"name":"Live"}' },
    headers: [['Content-Type', 'application/json']],
  });
  await eventually(async () => expect((await contentOf(writer.file)).settings).toMatchObject({ pageSize: 7 }));
  await saved('Edited');
  const text = await readFile(writer.file, 'utf8');
  expect(text).not.toMatch(/Live|Nobody/);
  expect(await readFile(other.file, 'utf8')).toBe(JSON.stringify(smallWorkspace));
  await hostValue(other.host, 'history.undo', {});
  await eventually(async () => expect((await contentOf(writer.file)).settings?.pageSize).toBeUndefined());
});

test('instances join with the saved file as well as with the old one, and have the same state', async () => {
  await rename(other, 'Edited');
  await saved('Edited');
  await rename(other, 'Again');
  await saved('Again');
  await hostValue(other.host, 'records.remove', { collection: 'users', id: '7' });
  for (const workspace of [smallWorkspace, (await contentOf(writer.file)) as Json]) {
    await using joined = await startInstance(redis.url, workspace);
    expect(await nameAt(joined)).toBe('Again');
    expect((await joined.send({ target: '/api/users/7' })).status).toBe(404);
    await rename(joined, 'Again');
  }
});

test('a restart of all instances from the saved file goes on with the live state', async () => {
  await rename(other, 'Edited');
  await other.send({ method: 'DELETE', target: '/api/users/7' });
  const tag = (await writer.send({ target: '/api/users/42' })).header('ETag');
  // The latest edit is saved and told to the engine before the instance leaves.
  await Promise.all([writer.host.close(), other.host.close()]);
  await using again = await startInstance(redis.url, await contentOf(writer.file), { storage: 'file' });
  expect(await nameAt(again)).toBe('Edited');
  expect((await again.send({ target: '/api/users/42' })).header('ETag')).toBe(tag);
  expect((await again.send({ target: '/api/users/7' })).status).toBe(404);
});

test('an engine that forgets everything does not take back what is saved', async () => {
  await rename(other, 'Edited');
  await saved('Edited');
  const before = writer.host.share()?.epoch ?? 0;
  await redis.send('FLUSHALL');
  await eventually(() => {
    for (const { host } of [writer, other]) expect(host.share()).toMatchObject({ state: 'live', instances: 2 });
    expect(writer.host.share()?.epoch).toBeGreaterThan(before);
    expect(other.host.share()?.epoch).toBe(writer.host.share()?.epoch);
  });
  expect([await nameAt(writer), await nameAt(other)]).toEqual(['Edited', 'Edited']);
  await rename(other, 'Next');
  await saved('Next');
  await using joined = await startInstance(redis.url, await contentOf(writer.file));
  expect(await nameAt(joined)).toBe('Next');
});

test('edits that no instance could save are saved by the one that joins with a file open for writing', async () => {
  await writer.host.close();
  await rename(other, 'Edited');
  await using late = await startInstance(redis.url, smallWorkspace, { storage: 'file' });
  await eventually(async () => {
    const { collections } = await contentOf(late.file);
    expect(collections.users.records).toContainEqual(expect.objectContaining({ name: 'Edited' }));
  });
});

test('another program that has changed the file is not overwritten, unless a person says so', async () => {
  await writeFile(writer.file, JSON.stringify({ ...smallWorkspace, name: 'Foreign' }));
  await rename(other, 'Edited');
  await eventually(async () => {
    const { save } = await hostValue(writer.host, 'workspace.get', {});
    expect(save).toMatchObject({ state: 'failed', changedOnDisk: true });
  });
  expect((await contentOf(writer.file)).name).toBe('Foreign');
  await hostValue(writer.host, 'workspace.overwrite', {});
  await saved('Edited');
});

test('an instance that finds the file open elsewhere saves nothing and ends without a complaint', async () => {
  const open = async () => {
    const address = { url: redis.url, username: undefined, password: undefined };
    const share = new Share({ address, onNews: () => {} });
    const opened = await createHost({ workspace: writer.file, share, onFault: (fault) => Promise.reject(fault) });
    if (!opened.ok) throw new Error(opened.problem.detail);
    return { host: opened.value, share };
  };
  const { host, share } = await open();
  expect(share.note).toContain('saves nothing');
  await hostValue(host, 'records.patch', { collection: 'users', id: '42', patch: { name: 'Edited' } });
  await saved('Edited');
  await eventually(() => {
    expect(share.state.instances.map(({ isThis, saves }) => [isThis, saves])).toContainEqual([true, false]);
    expect(share.state.instances.filter(({ saves }) => saves)).toHaveLength(1);
  });
  expect(await host.close()).toEqual({ ok: true, value: null });
});

test('on a full disk the instance that saves says so, keeps the file as it was, and saves all edits once there is room', async () => {
  const before = await readFile(writer.file, 'utf8');
  const { open } = nodeFileSystem;
  const disk = vi.spyOn(nodeFileSystem, 'open').mockImplementation((path, flags, mode) => {
    const isWritten = String(path).startsWith(writer.file) && /w/.test(String(flags));
    return isWritten ? Promise.reject(systemError('ENOSPC', 'open')) : open(path, flags, mode);
  });
  onTestFinished(() => disk.mockRestore());
  await rename(other, 'Edited');
  await eventually(async () => {
    const { save } = await hostValue(writer.host, 'workspace.get', {});
    expect(save).toMatchObject({ state: 'failed', reason: expect.stringContaining('the disk is full') });
  });
  expect([await nameAt(writer), await nameAt(other)]).toEqual(['Edited', 'Edited']);
  expect(await readFile(writer.file, 'utf8')).toBe(before);
  await using late = await startInstance(redis.url);
  expect(await nameAt(late)).toBe('Edited');
  disk.mockRestore();
  await hostValue(late.host, 'records.remove', { collection: 'users', id: '7' });
  await saved('Edited');
});

test('a file that was written as its instance was killed is one of the mock', async () => {
  await rename(other, 'Edited');
  await saved('Edited');
  const copy = `${writer.file}.copy`;
  await copyFile(writer.file, copy);
  redis.pause();
  await eventually(() => expect(other.host.share()?.state).toBe('away'));
  redis.resume();
  await eventually(() => expect(other.host.share()?.state).toBe('live'));
  await using joined = await startInstance(redis.url, await contentOf(copy));
  expect(await nameAt(joined)).toBe('Edited');
});
