import { ipcMain, webContents } from 'electron';
import type { Host } from '../server/host.ts';
import { isConsole } from './console-page.ts';

/**
 * Lets the console's windows give the host commands and follow its events, over one channel each way. The host decodes
 * what comes in; here only the sender is checked, on every call.
 */
export function openConsolePort(host: Pick<Host, 'call' | 'subscribe'>): void {
  ipcMain.handle('call', (event, name: unknown, input: unknown) => {
    if (!isConsole(event.senderFrame)) throw new Error('Only the console may give commands.');
    return host.call(String(name), input);
  });
  host.subscribe((events) => {
    for (const contents of webContents.getAllWebContents()) {
      if (isConsole(contents.mainFrame)) contents.send('event', events);
    }
  });
}
