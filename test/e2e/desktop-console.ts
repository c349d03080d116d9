import { once } from 'node:events';
import { join } from 'node:path';
import { _electron } from '@playwright/test';
import { startSharedChromium } from '../electron-standin/shared-chromium.mjs';
import { type OpenConsole, within } from './running-console.ts';
import { root } from './workspace.ts';

/** Playwright copies the whole environment, in which no variable is undefined. */
type Env = Record<string, string>;

/**
 * Calls `use` with a function that starts the desktop program with the folder as the user's data. Programs on the stand-in
 * for Electron share one Chromium.
 */
export async function withDesktop(use: (open: OpenConsole) => Promise<void>): Promise<void> {
  const { ELECTRON_OVERRIDE_DIST_PATH: standin, PLAYWRIGHT_CHROMIUM: executable = '' } = process.env;
  if (standin === undefined) return use(openInWindow({}));
  const chromium = await startSharedChromium(executable);
  await use(openInWindow({ ELECTRON_STANDIN_CHROMIUM: chromium.address }));
  await chromium.close();
}

const openInWindow =
  (env: NodeJS.ProcessEnv): OpenConsole =>
  async (folder, watch) => {
    const args = [`--user-data-dir=${folder}`, join(root, 'dist')];
    const app = await _electron.launch({ args, cwd: root, env: { ...process.env, ...env } as Env, timeout: 60_000 });
    watch(app.context());
    const ended = once(app.process(), 'exit');
    const kill = async () => {
      app.process().kill('SIGKILL');
      await within(60_000, 'Ending the program', ended);
    };
    return {
      page: await app.firstWindow(),
      program: { shell: 'desktop', app },
      close: () => within(60_000, 'Quitting', app.close()),
      kill,
    };
  };
