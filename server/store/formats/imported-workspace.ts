/** The workspace that a file without one becomes. */
import { parse } from 'node:path';
import type { CollectionDefinition, CollectionFixtures } from '../../domain/model/collection-definition.ts';
import type { CollectionPath } from '../../domain/model/collection-path.ts';
import { defaultSettings } from '../../domain/model/settings.ts';
import { withFreePaths } from '../../domain/request/path-clashes.ts';
import { defaultScenario } from '../../domain/scenario/scenario.ts';
import type { Workspace } from '../../domain/workspace/workspace.ts';

/** The paths of a list in a json-server file, without a prefix. */
export function jsonServerPaths(name: string): readonly CollectionPath[] {
  return [
    { path: `/${name}`, record: null },
    { path: `/${name}/{id}`, record: null },
  ];
}

/** A workspace of collections with the paths of their file, as far as these do not clash. */
export function workspaceOf(collections: readonly CollectionFixtures[], fileName: string): Workspace {
  // A file whose users have other keys is not about the User Information Service.
  const userService = !collections.some(({ definition: { name, key } }) => name === 'users' && key !== 'userId');
  const settings = { ...defaultSettings, userService };
  const definitions = withFreePaths(
    [],
    collections.map(({ definition }) => definition),
    settings,
  );
  return {
    name: parse(fileName).name || fileName,
    settings,
    collections: collections.map(({ records }, index) => ({
      definition: definitions[index] as CollectionDefinition,
      records,
    })),
    scenarios: [defaultScenario],
    requests: [],
    scenario: defaultScenario.name,
  };
}
