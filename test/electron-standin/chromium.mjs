/**
 * The Chromium behind the stand-in, controlled over the DevTools protocol: through a pipe by the stand-in, through a port
 * by debuggers of the program's pages.
 */
import { spawn } from 'node:child_process';
import { EventEmitter } from 'node:events';

/** Longest time for Chromium to end by itself, in milliseconds. */
const patience = 2_000;

/** Emits `message` with `(method, params, sessionId)` for each protocol event, and `exit`. */
export class Chromium extends EventEmitter {
  #process;
  #input;
  #exited = false;
  #lastId = 0;
  /** @type {Map<number, { method: string, resolve: (result: any) => void, reject: (error: Error) => void }>} */
  #pending = new Map();

  /**
   * @param {string} executable
   * @param {string} profileFolder
   * @param {ReadonlyMap<string, string>} switches further switches from the program's command line
   */
  constructor(executable, profileFolder, switches) {
    super();
    const given = [...switches].map(([name, value]) => (value === '' ? `--${name}` : `--${name}=${value}`));
    const own = ['--headless', '--no-first-run', '--no-startup-window', '--remote-debugging-pipe'];
    this.#process = spawn(executable, [...given, ...own, `--user-data-dir=${profileFolder}`], {
      stdio: ['ignore', 'ignore', 'pipe', 'pipe', 'pipe'],
    });
    const [, , errors, input, output] = this.#process.stdio;
    this.#input = /** @type {import('node:stream').Writable} */ (input);
    this.#input.on('error', () => {});
    this.#process.on('exit', () => {
      this.#exited = true;
      for (const { method, reject } of this.#pending.values()) reject(new Error(`${method}: Chromium has ended.`));
      this.emit('exit');
    });
    this.#process.on('error', (error) => this.emit('exit', error));
    process.prependListener('exit', () => this.kill());
    eachLine(/** @type {import('node:stream').Readable} */ (errors), '\n', announceDebugger);
    eachLine(/** @type {import('node:stream').Readable} */ (output), '\0', (text) => this.#receive(JSON.parse(text)));
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
      this.#input.write(`${JSON.stringify({ id, method, params, sessionId })}\0`);
    });
  }

  /** Asks Chromium to end, which saves its profile. Kills it after {@link patience}. */
  async close() {
    if (this.#exited) return;
    const ended = new Promise((resolve) => this.once('exit', resolve));
    this.send('Browser.close').catch(() => {});
    const timer = setTimeout(() => this.kill(), patience);
    await ended;
    clearTimeout(timer);
  }

  kill() {
    this.#process.kill('SIGKILL');
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

/** Prints the line from which Playwright reads Electron's debugger port. @param {string} line */
function announceDebugger(line) {
  if (line.startsWith('DevTools listening on ')) process.stderr.write(`${line}\n`);
}

/**
 * Calls the listener with each part of a stream that a separator ends.
 *
 * @param {import('node:stream').Readable} stream
 * @param {string} separator
 * @param {(line: string) => void} listener
 */
function eachLine(stream, separator, listener) {
  let rest = '';
  stream.setEncoding('utf8').on('data', (/** @type {string} */ text) => {
    const lines = (rest + text).split(separator);
    rest = lines.pop() ?? '';
    for (const line of lines) listener(line);
  });
}
