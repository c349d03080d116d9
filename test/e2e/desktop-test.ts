import type { ElectronApplication } from '@playwright/test';
import type { ConsoleBridge } from '../../server/contract/bridge.ts';
import { test as consoleTest } from './console-test.ts';

declare global {
  interface Window {
    readonly mockApiConsole: ConsoleBridge;
  }
}

/** The `test` of specs that inspect the desktop program through its main process. */
export const test = consoleTest.extend<{ app: () => ElectronApplication }>({
  app: async ({ console }, use) => {
    await use(() => {
      if (console.program.shell !== 'desktop') throw new Error('This spec is for the desktop program.');
      return console.program.app;
    });
  },
});

/** The web preferences of the console's window. */
export function webPreferences(app: ElectronApplication): Promise<Readonly<Record<string, unknown>>> {
  return app.evaluate(({ BrowserWindow }) => {
    // Electron has this method but does not declare it.
    interface Inspectable {
      getLastWebPreferences(): Readonly<Record<string, unknown>>;
    }
    const [contents] = BrowserWindow.getAllWindows().map((window) => window.webContents as unknown as Inspectable);
    return contents?.getLastWebPreferences() ?? {};
  });
}
