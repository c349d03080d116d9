/**
 * Imports a package of this folder's package.json. Only `npm run proofs` installs these packages, so the type checker
 * cannot resolve them; `T` describes the used part.
 */
export function installed<T>(name: string): Promise<T> {
  return import(/* @vite-ignore */ name);
}
