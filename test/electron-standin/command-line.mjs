import { resolve } from 'node:path';

/**
 * The command line of the Electron binary, as far as people and Playwright use it:
 * `electron [-r FILE] [--inspect=PORT] [--switch[=value]] PROGRAM [arguments of the program]`.
 *
 * @typedef {object} CommandLine
 * @property {readonly string[]} preloads files to require before the program
 * @property {number | null} inspectorPort port for a debugger of the main process; 0 takes any free one
 * @property {ReadonlyMap<string, string>} switches Chromium's switches, without their dashes
 * @property {string} program absolute path of the program: a folder with a package.json, or a file
 */

/**
 * @param {readonly string[]} args without the program name of the binary itself
 * @returns {CommandLine}
 */
export function parseCommandLine(args) {
  /** @type {string[]} */
  const preloads = [];
  /** @type {Map<string, string>} */
  const switches = new Map();
  let inspectorPort = null;
  const rest = [...args];
  for (let arg = rest.shift(); arg !== undefined; arg = rest.shift()) {
    const [name = '', value = ''] = splitOnce(arg.replace(/^-+/, ''), '=');
    if (!arg.startsWith('-')) return { preloads, inspectorPort, switches, program: resolve(arg) };
    if (name === 'r' || name === 'require') preloads.push(resolve(rest.shift() ?? ''));
    else if (name === 'inspect') inspectorPort = value === '' ? 9229 : Number(value);
    else switches.set(name, value);
  }
  throw new Error('The command line names no program to run.');
}

/** @param {string} text @param {string} separator */
function splitOnce(text, separator) {
  const at = text.indexOf(separator);
  return at < 0 ? [text] : [text.slice(0, at), text.slice(at + 1)];
}
