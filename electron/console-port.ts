import { ipcMain, webContents } from 'electron';
import type { Host } from '../server/host.ts';
import { isConsole } from './console-page.ts';

/**
 * Connects the console's windows to the host: commands on the channel `call`, events on the channel `event`. The host
 * decodes the input; this module checks the sender of every call.
 */
export function openConsolePort(host: Pick<Host, 'call' | 'subscribe'>): void {
  ipcMain.handle('call', (event, name: unknown, input: unknown, caller: unknown) => {
    if (!isConsole(event.senderFrame)) throw new Error('Only the console may give commands.');
    return host.call(String(name), input, caller);
  });
  host.subscribe((events) => {
    for (const contents of webContents.getAllWebContents()) {
      if (isConsole(contents.mainFrame)) contents.send('event', events);
    }
  });
}
