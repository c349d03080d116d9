import { member } from '../json/json.ts';
import { pathKind } from '../model/collection-path.ts';
import type { Collection } from '../records/collection.ts';
import { idOf } from '../records/key-index.ts';
import { paths } from '../request/paths.ts';
import type { RuleCondition } from './scenario.ts';

/** What the ready-made scenarios are about in a workspace. */
export interface ScenarioSubject {
  /** The user whom scenarios name; null if the workspace serves no user. */
  readonly userId: string | null;
  /** The service that fails; null if the workspace has no collection. */
  readonly service: ScenarioService | null;
  /** Patterns of the paths of lists. */
  readonly lists: readonly string[];
  /** The condition of requests for collections and their records. */
  readonly records: RuleCondition;
}

interface ScenarioService {
  /** The collection. */
  readonly name: string;
  /** Pattern of the paths of one record. */
  readonly one: string;
  /** Pattern of all its paths. */
  readonly all: string;
}

export const usersName = 'users';
export const preferredUser = '42';

/** The subject in a workspace with the user service and with the paths below `/api` only. */
export const usualSubject = {
  userId: preferredUser,
  service: { name: usersName, one: paths.user, all: '/users/**' },
  lists: [paths.list],
  records: { path: '/api/**' },
} as const satisfies ScenarioSubject;

/** The subject in a workspace. `userService` is true if it serves `/users/{userId}`. */
export function scenarioSubject(collections: readonly Collection[], userService: boolean): ScenarioSubject {
  const users = userService ? collections.find(({ definition }) => definition.name === usersName) : undefined;
  const own = collections.flatMap(({ definition }) => definition.paths ?? []);
  const ownLists = own.filter((path) => pathKind(path) === 'list').map(({ path }) => path);
  return {
    userId: users ? userOf(users) : null,
    service: users ? usualSubject.service : serviceOf(collections[0]),
    lists: [paths.list, ...ownLists],
    // Own paths have no common beginning.
    records: own.length > 0 ? {} : usualSubject.records,
  };
}

function userOf({ base }: Collection): string | null {
  if (base.get(preferredUser)) return preferredUser;
  for (const record of base.snapshot().values()) return idOf(member(record, base.definition.key)) ?? null;
  return null;
}

function serviceOf(collection: Collection | undefined): ScenarioService | null {
  if (!collection) return null;
  const { name, paths: own = [] } = collection.definition;
  const list = own.find((path) => pathKind(path) === 'list')?.path ?? `/api/${name}`;
  const one = own.find((path) => pathKind(path) === 'records')?.path ?? `${list}/{id}`;
  return { name, one, all: `${list}/**` };
}
