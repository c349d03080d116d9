/**
 * Runs isolated in the console's window and gives the page the two channels to the host. Nothing else of Electron reaches
 * the page.
 */
import { contextBridge, type IpcRendererEvent, ipcRenderer } from 'electron';
import type { ConsoleBridge } from '../server/contract/bridge.ts';
import type { ConsoleEvent } from '../server/contract/event.ts';

const bridge: ConsoleBridge = {
  call: (name, input, caller) => ipcRenderer.invoke('call', name, input, caller),
  onEvent(listener) {
    const forward = (_event: IpcRendererEvent, events: readonly ConsoleEvent[]) => listener(events);
    ipcRenderer.on('event', forward);
    return () => {
      ipcRenderer.off('event', forward);
    };
  },
};

contextBridge.exposeInMainWorld('mockApiConsole', bridge);
