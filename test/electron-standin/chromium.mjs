/** A Chromium that is controlled over the DevTools protocol. */
import { EventEmitter } from 'node:events';

/**
 * Carries the protocol's messages, each one as text.
 *
 * @typedef {object} Channel
 * @property {(message: string) => void} send
 * @property {(onMessage: (message: string) => void, onEnd: (error?: Error) => void) => void} listen
 * @property {() => void} end ends the other side, or the connection to it, at once
 */

/** Longest time for Chromium to end by itself, in milliseconds. */
const patience = 2_000;

/** Emits `message` with `(method, params, sessionId)` for each protocol event, and `exit`. */
export class Chromium extends EventEmitter {
  #channel;
  #exited = false;
  #lastId = 0;
  /** @type {Map<number, { method: string, resolve: (result: any) => void, reject: (error: Error) => void }>} */
  #pending = new Map();

  /**
   * The browser context of the windows in a Chromium that others share. It ends with the connection.
   *
   * @type {string | undefined}
   */
  profile;

  /** @param {Channel} channel */
  constructor(channel) {
    super();
    this.#channel = channel;
    channel.listen(
      (message) => this.#receive(JSON.parse(message)),
      (error) => this.#exit(error),
    );
    process.prependListener('exit', () => channel.end());
  }

  /**
   * Sends a command and resolves with its result.
   *
   * @param {string} method
   * @param {object} [params]
   * @param {string} [sessionId] omitted for the browser itself
   * @returns {Promise<any>}
   */
  send(method, params = {}, sessionId) {
    return new Promise((resolve, reject) => {
      if (this.#exited) return reject(new Error(`${method}: Chromium has ended.`));
      const id = ++this.#lastId;
      this.#pending.set(id, { method, resolve, reject });
      this.#channel.send(JSON.stringify({ id, method, params, sessionId }));
    });
  }

  /** Asks Chromium to end, which saves its profile; kills it after {@link patience}. A shared Chromium is only left. */
  async close() {
    if (this.#exited) return;
    const ended = new Promise((resolve) => this.once('exit', resolve));
    if (this.profile === undefined) this.send('Browser.close').catch(() => {});
    else this.#channel.end();
    const timer = setTimeout(() => this.#channel.end(), patience);
    await ended;
    clearTimeout(timer);
  }

  /** @param {Error | undefined} error */
  #exit(error) {
    this.#exited = true;
    for (const { method, reject } of this.#pending.values()) reject(new Error(`${method}: Chromium has ended.`));
    this.emit('exit', error);
  }

  /** @param {any} message */
  #receive(message) {
    if (message.id === undefined) {
      this.emit('message', message.method, message.params, message.sessionId);
      return;
    }
    const pending = this.#pending.get(message.id);
    this.#pending.delete(message.id);
    if (message.error) pending?.reject(new Error(`${pending.method}: ${message.error.message}`));
    else pending?.resolve(message.result);
  }
}
