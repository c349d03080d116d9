import { decodeValue, encodeValue } from './values.mjs';
import { joinWorlds } from './worlds.mjs';

/**
 * Runs a preload script in the isolated world of a page, with the `electron` module of sandboxed preload scripts.
 * Injected into pages as text, together with its imports.
 *
 * @param {(message: string) => void} post sends a message to the main process
 * @param {(require: (id: string) => unknown, module: { exports: object }, exports: object) => void} script
 * @returns {(message: any) => void} receives messages from the main process
 */
export function runPreload(post, script) {
  const page = joinWorlds('preload', document);
  page.listen((name, url) => {
    if (name === 'open') post(JSON.stringify({ open: url }));
  });
  /** @type {Map<number, { resolve: (value: any) => void, reject: (reason: any) => void }>} */
  const openCalls = new Map();
  /** @type {Map<string, Set<(...args: any[]) => void>>} */
  const listeners = new Map();
  let lastCall = 0;

  const ipcRenderer = {
    /** @param {string} channel @param {unknown[]} args */
    invoke: (channel, ...args) =>
      new Promise((resolve, reject) => {
        const call = ++lastCall;
        post(JSON.stringify({ call, channel, args: encodeValue(args) }));
        openCalls.set(call, { resolve, reject });
      }),
    /** @param {string} channel @param {(...args: any[]) => void} listener */
    on(channel, listener) {
      listeners.set(channel, (listeners.get(channel) ?? new Set()).add(listener));
      return ipcRenderer;
    },
    /** @param {string} channel @param {(...args: any[]) => void} listener */
    off(channel, listener) {
      listeners.get(channel)?.delete(listener);
      return ipcRenderer;
    },
  };
  const electron = { contextBridge: { exposeInMainWorld: page.give }, ipcRenderer };

  const module = { exports: {} };
  script(
    (id) => {
      if (id === 'electron') return electron;
      throw new Error(`A sandboxed preload script cannot load "${id}".`);
    },
    module,
    module.exports,
  );

  return (message) => {
    if (message.type === 'event') {
      for (const listener of listeners.get(message.channel) ?? []) listener({}, ...decodeValue(message.args));
      return;
    }
    const call = openCalls.get(message.call);
    openCalls.delete(message.call);
    if (message.type === 'result') call?.resolve(decodeValue(message.value));
    else call?.reject(new Error(message.message));
  };
}
