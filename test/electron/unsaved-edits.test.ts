import { readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { beforeEach, expect, test, vi } from 'vitest';

const dialog = vi.hoisted(() => ({ showMessageBox: vi.fn() }));
vi.mock('electron', () => ({ dialog }));

import { confirmQuit } from '../../electron/unsaved-edits.ts';
import { smallWorkspace, temporaryHost } from '../support/temporary-host.ts';

beforeEach(() => {
  dialog.showMessageBox.mockReset();
});

/** A host with an edit that cannot be saved, because another program has changed the file. */
async function unsaved(saveAsFile: string | null, choices: readonly string[]) {
  const waiting = [...choices];
  dialog.showMessageBox.mockImplementation(async ({ buttons }: { buttons: readonly string[] }) => ({
    response: buttons.indexOf(waiting.shift() ?? 'Cancel'),
  }));
  const files = [saveAsFile];
  const temporary = await temporaryHost(smallWorkspace, {
    dialogs: {
      open: async () => null,
      save: async () => {
        const file = files.shift() ?? null;
        return file && join(dirname(temporary.file), file);
      },
      recent: () => [],
      opened: () => undefined,
    },
  });
  await writeFile(temporary.file, JSON.stringify({ ...smallWorkspace, name: 'Theirs' }));
  await temporary.host.call('users.setStatus', { userId: '7', status: 'active' });
  const saved = await temporary.host.save();
  if (saved.ok) throw new Error('The edit was saved.');
  return { temporary, problem: saved.problem };
}

test('quits if the user drops the edits, with the reason in the question', async () => {
  const { temporary, problem } = await unsaved(null, ['Drop the edits']);
  await using _ = temporary;
  expect(await confirmQuit(problem, temporary.host)).toBe(true);
  expect(dialog.showMessageBox).toHaveBeenCalledWith(
    expect.objectContaining({
      detail: 'workspace.json was changed by another program and has not been overwritten.',
      buttons: ['Save As…', 'Drop the edits', 'Cancel'],
      cancelId: 2,
    }),
  );
});

test('goes on if the user cancels', async () => {
  const { temporary, problem } = await unsaved(null, ['Cancel']);
  await using _ = temporary;
  expect(await confirmQuit(problem, temporary.host)).toBe(false);
});

test('quits once the edits are saved to another file', async () => {
  const { temporary, problem } = await unsaved('mine.json', ['Save As…']);
  await using _ = temporary;
  expect(await confirmQuit(problem, temporary.host)).toBe(true);
  const text = await readFile(join(dirname(temporary.file), 'mine.json'), 'utf8');
  expect(JSON.parse(text).collections.users.records[0].status).toBe('active');
});

test('asks again if the user chooses no file', async () => {
  const { temporary, problem } = await unsaved(null, ['Save As…', 'Cancel']);
  await using _ = temporary;
  expect(await confirmQuit(problem, temporary.host)).toBe(false);
  expect(dialog.showMessageBox).toHaveBeenCalledTimes(2);
});
