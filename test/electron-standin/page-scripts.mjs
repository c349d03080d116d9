/** The scripts that Chromium runs in every new document before the page's own scripts: one for each world. */
import { readFileSync } from 'node:fs';
import { divertNewWindows } from './new-windows.mjs';
import { runPreload } from './preload-world.mjs';
import { decodeValue, encodeValue } from './values.mjs';
import { joinWorlds } from './worlds.mjs';

/** Name of the world in which preload scripts run. */
export const preloadWorld = 'Electron Isolated Context';
/** Names in that world of two functions: one sends messages to the main process, one receives messages from it. */
export const postBinding = 'standinPost';
export const receiveFunction = 'standinReceive';

/** Defines the values that the preload script exposes as constants of the window, and reports new windows to it. */
export const pageScript = inTopFrame(
  `${source(decodeValue, encodeValue, joinWorlds, divertNewWindows)}
  const preload = joinWorlds('page', document);
  preload.listen((name, value) => {
    Object.defineProperty(window, name, { value: Object.freeze(value), enumerable: true });
  });
  divertNewWindows((url) => preload.give('open', url));`,
);

/** @param {string} [file] the preload script: one CommonJS file, because it runs in a sandbox */
export function preloadScript(file) {
  return inTopFrame(
    `${source(decodeValue, encodeValue, joinWorlds, runPreload)}
    globalThis.${receiveFunction} = runPreload(globalThis.${postBinding}, (require, module, exports) => {
      ${file === undefined ? '' : readFileSync(file, 'utf8')}
    });`,
  );
}

/** @param {Function[]} functions */
function source(...functions) {
  return functions.map(String).join('\n');
}

/** @param {string} code */
function inTopFrame(code) {
  return `if (window === window.top) { ${code} }`;
}
