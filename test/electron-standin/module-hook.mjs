/**
 * Makes `electron` the stand-in's module for the program, whether it is imported or required. Node runs {@link resolve}
 * in a thread of its own; the module that it names is loaded in the main thread, once.
 */
import Module, { register } from 'node:module';

const moduleUrl = new URL('electron-module.mjs', import.meta.url).href;

/** @type {import('node:module').ResolveHook} */
export const resolve = (specifier, context, next) =>
  specifier === 'electron' ? { url: moduleUrl, shortCircuit: true } : next(specifier, context);

/** @param {object} electron what `require('electron')` gives */
export function makeImportable(electron) {
  register(import.meta.url);
  /** @type {{ _load(id: string, ...rest: unknown[]): unknown }} */
  const loader = /** @type {any} */ (Module);
  const load = loader._load;
  loader._load = (id, ...rest) => (id === 'electron' ? electron : load.call(loader, id, ...rest));
}
