import { readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { rescueUnsavedEdits } from '../../../server/headless/unsaved-edits.ts';
import { createHost } from '../../../server/host.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { smallWorkspace, temporaryHost } from '../../support/temporary-host.ts';

/** Edits a user, then `breakFile` makes the save fail, and the program ends. */
async function endedWithEdit(breakFile: (file: string) => Promise<void>, fallback: string) {
  const written = vi.spyOn(process.stderr, 'write').mockReturnValue(true);
  try {
    const { host, file, faults } = await temporaryHost();
    onTestFinished(() => rm(dirname(file), { recursive: true, force: true }));
    await breakFile(file);
    await host.call('users.setStatus', { userId: '7', status: 'active' });
    const closed = await host.close();
    const code = await rescueUnsavedEdits(host, closed, () => fallback);
    expect(faults).toEqual([]);
    return { code, file, printed: written.mock.calls.map(([text]) => text).join('') };
  } finally {
    written.mockRestore();
  }
}

const unsavedName = /^workspace\.unsaved-[0-9a-f]{8}\.json$/;

test('prints nothing and exits with 0 if every edit is saved', async () => {
  const fallback = await temporaryFolder();
  const { code, file, printed } = await endedWithEdit(async () => undefined, fallback);
  expect({ code, printed }).toEqual({ code: 0, printed: '' });
  expect((await readdir(dirname(file))).filter((name) => unsavedName.test(name))).toEqual([]);
  expect(JSON.parse(await readFile(file, 'utf8')).collections.users.records[0].status).toBe('active');
});

test('writes unsaved edits beside a file that another program has changed and exits with 1', async () => {
  const theirs = JSON.stringify({ ...smallWorkspace, name: 'Theirs' });
  const { code, file, printed } = await endedWithEdit((path) => writeFile(path, theirs), await temporaryFolder());
  expect(code).toBe(1);
  const [name = ''] = (await readdir(dirname(file))).filter((one) => unsavedName.test(one));
  expect(printed).toBe(
    `workspace.json was changed by another program and has not been overwritten. The unsaved workspace is in ${join(dirname(file), name)}.\n`,
  );
  expect(await readFile(file, 'utf8')).toBe(theirs);
  expect(JSON.parse(await readFile(join(dirname(file), name), 'utf8')).collections.users.records[0]).toEqual({
    userId: '7',
    name: 'Grace',
    status: 'active',
  });
});

test('writes unsaved edits to the data folder if the folder of the workspace cannot be written', async () => {
  const fallback = join(await temporaryFolder(), 'data');
  const { code, printed } = await endedWithEdit((path) => rm(dirname(path), { recursive: true }), fallback);
  expect(code).toBe(1);
  const [name = ''] = await readdir(fallback);
  expect(name).toMatch(unsavedName);
  expect(printed).toContain(`The unsaved workspace is in ${join(fallback, name)}.\n`);
});

test('says that edits are lost if they cannot be written anywhere', async () => {
  const folder = await temporaryFolder();
  const blocked = join(folder, 'file');
  await writeFile(blocked, '');
  const { code, printed } = await endedWithEdit(
    (path) => rm(dirname(path), { recursive: true }),
    join(blocked, 'data'),
  );
  expect(code).toBe(1);
  expect(printed).toMatch(/The edits are lost: .+ could not be saved: .+\.\n$/);
});

test('drops the edits of an imported file, which is never written', async () => {
  const folder = await temporaryFolder();
  const path = join(folder, 'users.json');
  await writeFile(path, '[{"userId": "42", "name": "Ada", "status": "active"}]');
  const created = await createHost({ workspace: path, override: { port: 0 }, onFault: () => undefined });
  if (!created.ok) throw new Error(created.problem.detail);
  await created.value.call('users.setStatus', { userId: '42', status: 'inactive' });
  expect(await created.value.close()).toEqual({ ok: true, value: null });
});
