import { decodeValue, encodeValue } from './values.mjs';

/** @typedef {(event: object, ...args: any[]) => unknown} Listener */

/** @type {Map<string, Listener>} */
const listeners = new Map();

export const ipcMain = {
  /** @param {string} channel @param {Listener} listener */
  handle(channel, listener) {
    if (listeners.has(channel)) throw new Error(`Attempted to register a second handler for '${channel}'`);
    listeners.set(channel, listener);
  },
};

/**
 * Runs the handler of a preload script's `invoke` and returns the message for the preload script: a result or a failure.
 *
 * @param {object} event
 * @param {{ call: number, channel: string, args: unknown }} message
 */
export async function handleInvoke(event, { call, channel, args }) {
  try {
    const listener = listeners.get(channel);
    if (listener === undefined) throw new Error(`No handler registered for '${channel}'`);
    return { type: 'result', call, value: encodeValue(await listener(event, ...decodeValue(args))) };
  } catch (error) {
    return { type: 'failure', call, message: `Error invoking remote method '${channel}': ${error}` };
  }
}
