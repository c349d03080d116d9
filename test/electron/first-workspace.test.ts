import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';

const dialog = vi.hoisted(() => ({ showMessageBox: vi.fn(), showErrorBox: vi.fn() }));
vi.mock('electron', () => ({ dialog }));

import { openFirst } from '../../electron/first-workspace.ts';

const good = JSON.stringify({ format: 'mock-api-console', version: 1, name: 'Good', collections: {} });

/** A folder with a damaged workspace. The dialogs choose these buttons, in order. */
function damaged(backup: boolean, choices: readonly string[]) {
  const folder = mkdtempSync(join(tmpdir(), 'first-workspace-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const path = join(folder, 'workspace.json');
  writeFileSync(path, '{ "format": ');
  if (backup) writeFileSync(`${path}.backup`, good);
  const asked: (readonly string[])[] = [];
  const waiting = [...choices];
  dialog.showMessageBox.mockImplementation(async ({ buttons }: { buttons: readonly string[] }) => {
    asked.push(buttons);
    return { response: buttons.indexOf(waiting.shift() ?? 'Quit') };
  });
  const chosen: (string | null)[] = [];
  const open = async () => {
    const host = await openFirst(path, {
      dialogs: { open: async () => chosen.shift() ?? null, save: async () => null, recent: () => [], opened: () => {} },
      onFault: (error) => {
        throw error;
      },
    });
    onTestFinished(async () => void (await host?.close()));
    return host;
  };
  return { folder, path, asked, chosen, open };
}

test('restores the last good content on request', async () => {
  const { path, asked, open } = damaged(true, ['Restore the last good content']);
  const host = await open();
  expect(host?.file).toBe(path);
  expect(readFileSync(path, 'utf8')).toBe(good);
  expect(asked).toEqual([['Restore the last good content', 'Open another workspace…', 'Quit']]);
});

test('offers every valid backup with its time and its records', async () => {
  const { path, asked, open } = damaged(true, ['Restore 2020-01-01 12:00, 2 records']);
  const older = JSON.stringify({
    format: 'mock-api-console',
    version: 1,
    collections: { things: { records: [{ id: 1 }, { id: 2 }] } },
  });
  const name = new Date(2020, 0, 1, 12).toISOString().replaceAll(/[-:Z]/g, '').replace('T', '-').replace('.', '-');
  writeFileSync(`${path}.${name}.backup`, older);
  await open();
  expect(readFileSync(path, 'utf8')).toBe(older);
  expect(asked).toEqual([
    ['Restore the last good content', 'Restore 2020-01-01 12:00, 2 records', 'Open another workspace…', 'Quit'],
  ]);
});

test('opens another workspace, and asks again when the file dialog is cancelled', async () => {
  const { folder, asked, chosen, open } = damaged(false, ['Open another workspace…', 'Open another workspace…']);
  const other = join(folder, 'other.json');
  writeFileSync(other, good);
  chosen.push(null, other);
  expect((await open())?.file).toBe(other);
  expect(asked).toEqual([
    ['Open another workspace…', 'Quit'],
    ['Open another workspace…', 'Quit'],
  ]);
});

test('returns null and changes no file when the user quits', async () => {
  const { path, open } = damaged(true, ['Quit']);
  expect(await open()).toBeNull();
  expect(readFileSync(path, 'utf8')).toBe('{ "format": ');
});
