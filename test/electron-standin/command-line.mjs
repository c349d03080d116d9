import { resolve } from 'node:path';

/**
 * The supported part of the Electron binary's command line:
 * `electron [-r FILE] [--inspect=PORT] [--switch[=value]] PROGRAM [arguments of the program]`.
 *
 * @typedef {object} CommandLine
 * @property {readonly string[]} preloads files to require before the program
 * @property {number | null} inspectorPort port for a debugger of the main process; 0 is any free port
 * @property {ReadonlyMap<string, string>} switches Chromium's switches, without their dashes
 * @property {string} program absolute path of the program: a folder with a package.json, or a file
 */

/**
 * Parses the arguments after the binary's own name. Throws if they name no program.
 *
 * @param {readonly string[]} args
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
