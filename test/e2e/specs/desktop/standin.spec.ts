import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import { root } from '../../workspace.ts';

const standin = join(root, 'test/electron-standin/electron');

/** A program that opens one window with these preferences and reports the outcome. */
const program = (preferences: object) => `
  import { app, BrowserWindow } from 'electron';
  app.whenReady().then(async () => {
    const window = new BrowserWindow({ webPreferences: ${JSON.stringify(preferences)} });
    await window.loadURL('about:blank');
    process.stdout.write('open\\n');
  }).catch((error) => {
    process.stdout.write(error.message + '\\n');
    app.quit();
  });
`;

let folder: string;
test.beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'standin-spec-'));
  mkdirSync(join(folder, 'temporary'));
});
test.afterEach(() => rmSync(folder, { recursive: true, force: true }));

function start(preferences: object) {
  writeFileSync(join(folder, 'main.mjs'), program(preferences));
  return spawn(standin, ['--no-sandbox', join(folder, 'main.mjs')], {
    env: { ...process.env, TMPDIR: join(folder, 'temporary') },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
}

for (const signal of ['SIGTERM', 'SIGINT'] as const) {
  test(`a stand-in ended by ${signal} leaves nothing behind`, async () => {
    const electron = start({ sandbox: true });
    const [line] = await once(electron.stdout, 'data');
    expect(String(line)).toBe('open\n');
    electron.kill(signal);
    const [code] = await once(electron, 'exit');
    expect(code).toBe(0);
    expect(readdirSync(join(folder, 'temporary')).filter((name) => name.startsWith('electron-standin'))).toEqual([]);
  });
}

test('a window without a sandbox is refused', async () => {
  const electron = start({ sandbox: false });
  const [line] = await once(electron.stdout, 'data');
  expect(String(line)).toContain('supports only sandboxed');
  const [code] = await once(electron, 'exit');
  expect(code).toBe(0);
});
