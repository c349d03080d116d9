import type { ElectronApplication } from '@playwright/test';
import type { ConsoleBridge } from '../../server/contract/bridge.ts';
import { test as consoleTest } from './console-test.ts';

declare global {
  interface Window {
    readonly mockApiConsole: ConsoleBridge;
  }
}

/** The `test` of specs that look at the desktop program itself, through its main process. */
export const test = consoleTest.extend<{ app: () => ElectronApplication }>({
  app: async ({ console }, use) => {
    await use(() => {
      if (console.program.shell !== 'desktop') throw new Error('This spec is for the desktop program.');
      return console.program.app;
    });
  },
});

/** What the console's window may do, as it was made. */
export function webPreferences(app: ElectronApplication): Promise<Readonly<Record<string, unknown>>> {
  return app.evaluate(({ BrowserWindow }) => {
    // Electron has this method and leaves it out of its types.
    interface Inspectable {
      getLastWebPreferences(): Readonly<Record<string, unknown>>;
    }
    const [contents] = BrowserWindow.getAllWindows().map((window) => window.webContents as unknown as Inspectable);
    return contents?.getLastWebPreferences() ?? {};
  });
}
