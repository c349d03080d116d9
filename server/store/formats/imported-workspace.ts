/** The workspace that a file without one becomes. */
import { parse } from 'node:path';
import { pluralOf } from '../../domain/basics/inflection.ts';
import { dialects } from '../../domain/dialect/dialects.ts';
import type { Json, JsonObject } from '../../domain/json/json.ts';
import type { CollectionDefinition, CollectionFixtures } from '../../domain/model/collection-definition.ts';
import type { CollectionPath } from '../../domain/model/collection-path.ts';
import { type DialectName, defaultSettings } from '../../domain/model/settings.ts';
import { withFreePaths } from '../../domain/request/path-clashes.ts';
import { defaultScenario } from '../../domain/scenario/scenario.ts';
import type { Workspace } from '../../domain/workspace/workspace.ts';

/** The form of a member that refers to a record of another list, such as `postId`, and that a path can name. */
const reference = /^([A-Za-z_][A-Za-z0-9_-]*)Id$/;

/**
 * The paths of a list in a json-server file: without a prefix, and below the records of other lists to which its own refer,
 * such as `/posts/{postId}/comments`. `lists` are the names of all lists.
 */
export function jsonServerPaths(
  name: string,
  records: readonly JsonObject[],
  lists: readonly string[],
): readonly CollectionPath[] {
  const members = new Set(records.flatMap((record) => Object.keys(record)));
  const nested = [...members].flatMap((one) => {
    const parent = reference.exec(one)?.[1];
    const parents = parent === undefined ? '' : pluralOf(parent);
    return lists.includes(parents) ? { path: `/${parents}/{${one}}/${name}`, record: null } : [];
  });
  return [{ path: `/${name}`, record: null }, { path: `/${name}/{id}`, record: null }, ...nested];
}

/** Suggests the conventions of a json-server file: json-server 1 makes every id a text. */
export function dialectNote(idsOf: Iterable<Json | undefined>): string {
  const isNew = [...idsOf].every((id) => typeof id === 'string');
  const name: DialectName = isNew ? 'json-server-1' : 'json-server-0.17';
  return `This is a json-server file. With the setting "dialect": "${name}" the mock has the parameters and lists of ${dialects[name].title}.`;
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
