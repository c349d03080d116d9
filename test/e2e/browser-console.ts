import { join } from 'node:path';
import type { Browser } from '@playwright/test';
import { startHeadless } from '../../.scripts/headless.mjs';
import { type OpenConsole, within, workspaceName } from './running-console.ts';

/** Starts the headless program on the workspace of a folder and opens its console in a tab. */
export function openInTab(browser: Browser): OpenConsole {
  return async (folder, watch) => {
    const start = async (...flags: readonly string[]) => {
      const started = startHeadless(
        ['--workspace', join(folder, workspaceName), '--port', '0', '--quiet', ...flags],
        () => {},
      );
      const ready = await within(60_000, 'Starting the program', started.ready);
      if (ready === undefined) throw new Error('The program ended before it was ready.');
      return { ...started, ready };
    };
    let host = await start('--console-port', '0');
    const { ready } = host;
    // Frames of animations would take a tenth of a spec's time.
    const context = await browser.newContext({ viewport: { width: 1280, height: 800 }, reducedMotion: 'reduce' });
    watch(context);
    const page = await context.newPage();
    await page.goto(`${ready.console}/#token=${ready.token}`);
    const end = async (endHost: () => void) => {
      endHost();
      await within(60_000, 'Ending the program', host.exitCode);
    };
    return {
      page,
      program: {
        shell: 'browser',
        url: ready.console,
        token: ready.token,
        killHost: () => end(host.kill),
        startHost: async (token) => {
          host = await start('--console-port', new URL(ready.console).port, '--token', token);
        },
      },
      close: async () => {
        await context.close();
        await end(host.stop);
      },
      kill: async () => {
        await context.close();
        await end(host.kill);
      },
    };
  };
}
