import { join } from 'node:path';
import type { Browser } from '@playwright/test';
import { startHeadless } from '../../.scripts/headless.mjs';
import { type OpenConsole, within, workspaceName } from './running-console.ts';

/** Starts the headless program on the workspace of a folder and opens its console in a tab. */
export function openInTab(browser: Browser): OpenConsole {
  return async (folder, watch) => {
    const flags = ['--workspace', join(folder, workspaceName), '--port', '0', '--console-port', '0', '--quiet'];
    const host = startHeadless(flags, () => {});
    const ready = await within(60_000, 'Starting the program', host.ready);
    if (ready === undefined) throw new Error('The program ended before it was ready.');
    const context = await browser.newContext({ viewport: { width: 1280, height: 800 } });
    watch(context);
    const page = await context.newPage();
    await page.goto(`${ready.console}/#token=${ready.token}`);
    const end = async (endHost: () => void) => {
      await context.close();
      endHost();
      await within(60_000, 'Ending the program', host.exitCode);
    };
    return {
      page,
      program: { shell: 'browser', url: ready.console, token: ready.token },
      close: () => end(host.stop),
      kill: () => end(host.kill),
    };
  };
}
