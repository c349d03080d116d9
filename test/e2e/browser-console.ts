import { join } from 'node:path';
import type { Browser } from '@playwright/test';
import { type OpenConsole, workspaceName } from './running-console.ts';
import { startService } from './service.ts';

/** Starts the headless program on the folder's workspace and opens its console in a tab. */
export function openInTab(browser: Browser): OpenConsole {
  return async (folder, watch) => {
    const service = await startService(['--workspace', join(folder, workspaceName)]);
    const context = await browser.newContext({ viewport: { width: 1280, height: 800 } });
    watch(context);
    const page = await context.newPage();
    await page.goto(`${service.console}/#token=${service.token}`);
    return {
      page,
      program: { shell: 'browser', url: service.console, token: service.token },
      async close() {
        await context.close();
        await service.close();
      },
      async kill() {
        await context.close();
        await service.kill();
      },
    };
  };
}
