/**
 * Resolves `electron` to the stand-in's module, for `import` and for `require`. Node runs {@link resolve} in a separate
 * thread and loads the module once, in the main thread.
 */
import Module, { register } from 'node:module';

const moduleUrl = new URL('electron-module.mjs', import.meta.url).href;

/** @type {import('node:module').ResolveHook} */
export const resolve = (specifier, context, next) =>
  specifier === 'electron' ? { url: moduleUrl, shortCircuit: true } : next(specifier, context);

/** @param {object} electron the result of `require('electron')` */
export function makeImportable(electron) {
  register(import.meta.url);
  /** @type {{ _load(id: string, ...rest: unknown[]): unknown }} */
  const loader = /** @type {any} */ (Module);
  const load = loader._load;
  loader._load = (id, ...rest) => (id === 'electron' ? electron : load.call(loader, id, ...rest));
}
