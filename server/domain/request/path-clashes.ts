import type { CollectionDefinition } from '../model/collection-definition.ts';
import { pathShape } from '../model/collection-path.ts';
import type { Settings } from '../model/settings.ts';
import { paths } from './paths.ts';

/** The definitions of new collections without the paths that clash with others, or with each other. */
export function withFreePaths<Definition extends Pick<CollectionDefinition, 'name' | 'paths'>>(
  others: readonly Pick<CollectionDefinition, 'name' | 'paths'>[],
  added: readonly Definition[],
  settings: Pick<Settings, 'userService'>,
): readonly Definition[] {
  const clashes = pathClashes([...others, ...added], settings);
  return added.map((definition) => {
    const { name, paths } = definition;
    if (!paths) return definition;
    const isFree = (_: unknown, index: number) =>
      !clashes.some((clash) => clash.collection === name && clash.index === index);
    const { paths: __, ...rest } = definition;
    const free = paths.filter(isFree);
    return (free.length > 0 ? { ...rest, paths: free } : rest) as Definition;
  });
}

/** A path that another one has already. */
export interface PathClash {
  /** The collection, and the index in its `paths`. */
  readonly collection: string;
  readonly index: number;
  readonly path: string;
  /** A clause, such as "is a path of users already, as /users/{id}". */
  readonly reason: string;
}

/**
 * The paths of collections that match the same requests as an earlier path, or as one that the mock API has anyway. A path
 * with a fixed text where another one has a parameter is no clash: it goes first.
 */
export function pathClashes(
  collections: readonly Pick<CollectionDefinition, 'name' | 'paths'>[],
  { userService }: Pick<Settings, 'userService'>,
): readonly PathClash[] {
  const taken = new Map<string, { readonly path: string; readonly owner: string }>();
  const claim = (path: string, owner: string) => taken.set(pathShape(path), { path, owner });
  const { user, ...others } = paths;
  for (const path of Object.values(others)) claim(path, 'the mock API');
  if (userService) claim(user, 'the User Information Service');
  const clashes: PathClash[] = [];
  for (const { name, paths: own = [] } of collections) {
    for (const [index, { path }] of own.entries()) {
      const earlier = taken.get(pathShape(path));
      if (!earlier) {
        claim(path, name);
        continue;
      }
      const form = earlier.path === path ? '' : `, as ${earlier.path}`;
      clashes.push({ collection: name, index, path, reason: `is a path of ${earlier.owner} already${form}` });
    }
  }
  return clashes;
}
