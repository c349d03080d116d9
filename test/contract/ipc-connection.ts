import { vi } from 'vitest';
import type { ConsoleBridge } from '../../server/contract/bridge.ts';
import type { Host } from '../../server/host.ts';
import type { Connection } from './connection.ts';

type Handler = (event: unknown, ...values: unknown[]) => unknown;

/**
 * Connects through the real preload script and the real console port of the desktop shell. A mock of Electron joins the
 * two: it clones values structurally and awaits the result of a handler.
 */
export async function connectIpc(host: Host): Promise<Connection> {
  const handlers = new Map<string, Handler>();
  const listeners = new Map<string, Set<Handler>>();
  const world: { mockApiConsole?: ConsoleBridge } = {};
  const frame = { origin: 'app://console', parent: null };
  const contents = {
    mainFrame: frame,
    isDestroyed: () => false,
    send: (channel: string, ...values: unknown[]) => {
      for (const listener of listeners.get(channel) ?? []) listener({}, ...structuredClone(values));
    },
  };
  vi.resetModules();
  vi.doMock('electron', () => ({
    ipcMain: { handle: (channel: string, handler: Handler) => handlers.set(channel, handler) },
    webContents: { getAllWebContents: () => [contents] },
    ipcRenderer: {
      invoke: async (channel: string, ...values: unknown[]) =>
        structuredClone(
          await handlers.get(channel)?.({ sender: contents, senderFrame: frame }, ...structuredClone(values)),
        ),
      on: (channel: string, listener: Handler) => {
        listeners.set(channel, (listeners.get(channel) ?? new Set()).add(listener));
      },
      off: (channel: string, listener: Handler) => listeners.get(channel)?.delete(listener),
    },
    contextBridge: {
      exposeInMainWorld: (name: 'mockApiConsole', bridge: ConsoleBridge) => {
        world[name] = bridge;
      },
    },
  }));
  const { openConsolePort } = await import('../../electron/console-port.ts');
  openConsolePort(host);
  await import('../../electron/preload.ts');
  vi.doUnmock('electron');
  const bridge = world.mockApiConsole;
  if (!bridge) throw new Error('The preload script exposed no bridge.');
  return {
    call: bridge.call,
    follow: async (listener) => {
      bridge.onEvent((events) => events.forEach(listener));
    },
    close: async () => undefined,
  };
}
