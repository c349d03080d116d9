/** Starts Chromium, which a pipe controls. */
import { spawn } from 'node:child_process';

/** The beginning of the line from which Playwright reads the port of Electron's debugger. */
export const announcement = 'DevTools listening on ';

/**
 * Starts a headless Chromium that is controlled through a pipe.
 *
 * @param {string} executable
 * @param {string} profileFolder
 * @param {ReadonlyMap<string, string>} switches further switches
 * @param {(line: string) => void} announce called with the line that names the port for debuggers, if the switches open one
 * @returns {import('./chromium.mjs').Channel}
 */
export function startChromium(executable, profileFolder, switches, announce) {
  const given = [...switches].map(([name, value]) => (value === '' ? `--${name}` : `--${name}=${value}`));
  const own = ['--headless', '--no-first-run', '--no-startup-window', '--remote-debugging-pipe'];
  const child = spawn(executable, [...given, ...own, `--user-data-dir=${profileFolder}`], {
    stdio: ['ignore', 'ignore', 'pipe', 'pipe', 'pipe'],
  });
  const [, , errors, input, output] = child.stdio;
  const commands = /** @type {import('node:stream').Writable} */ (input);
  commands.on('error', () => {});
  eachLine(/** @type {import('node:stream').Readable} */ (errors), '\n', (line) => {
    if (line.startsWith(announcement)) announce(line);
  });
  return {
    send: (message) => void commands.write(`${message}\0`),
    listen(onMessage, onEnd) {
      child.on('exit', () => onEnd());
      child.on('error', onEnd);
      eachLine(/** @type {import('node:stream').Readable} */ (output), '\0', onMessage);
    },
    end: () => void child.kill('SIGKILL'),
  };
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
