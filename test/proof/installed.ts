/**
 * A package of this folder's own package.json. It is imported by a name that the type checker does not follow, because
 * only `npm run proofs` installs it; what is used of it is said by `T`.
 */
export function installed<T>(name: string): Promise<T> {
  return import(/* @vite-ignore */ name);
}
