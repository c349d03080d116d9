import { member } from '../json/json.ts';
import { pathKind } from '../model/collection-path.ts';
import type { Collection } from '../records/collection.ts';
import { idOf } from '../records/key-index.ts';
import type { PathTable } from '../request/path-table.ts';
import { fillPath, paths } from '../request/paths.ts';
import type { RuleCondition } from './scenario.ts';

/** What the ready-made scenarios are about in a workspace. */
export interface ScenarioSubject {
  /** The user whom scenarios name; else why there is none, as a sentence. */
  readonly user: ScenarioUser | string;
  /** The service that fails; null if the workspace has no collection. */
  readonly service: ScenarioService | null;
  /** Patterns of the paths of lists. */
  readonly lists: readonly string[];
  /** The condition of requests for collections and their records. */
  readonly records: RuleCondition;
}

export interface ScenarioUser {
  readonly id: string;
  /** Pattern of the paths of one user. */
  readonly path: string;
  /** True if the path is the one of the User Information Service, false if it is one of the collection. */
  readonly isService: boolean;
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
  user: { id: preferredUser, path: paths.user, isService: true },
  service: { name: usersName, one: paths.user, all: '/users/**' },
  lists: [paths.list],
  records: { path: '/api/**' },
} as const satisfies ScenarioSubject;

/** The subject in a workspace that serves these paths. */
export function scenarioSubject(collections: readonly Collection[], served: PathTable): ScenarioSubject {
  const users = collections.find(({ definition }) => definition.name === usersName);
  const isService = users !== undefined && served.find(fillPath(paths.user, preferredUser)) === 'other';
  const service = isService ? usualSubject.service : serviceOf(users ?? collections[0]);
  const own = collections.flatMap(({ definition }) => definition.paths ?? []);
  const ownLists = own.filter((path) => pathKind(path) === 'list').map(({ path }) => path);
  return {
    user: userOf(users, service, isService),
    service,
    lists: [paths.list, ...ownLists],
    // Own paths have no common beginning.
    records: own.length > 0 ? {} : usualSubject.records,
  };
}

function userOf(
  users: Collection | undefined,
  service: ScenarioService | null,
  isService: boolean,
): ScenarioSubject['user'] {
  if (!users || !service) return 'The workspace has no collection "users".';
  const id = userIdOf(users);
  return id === null ? 'The collection users has no record.' : { id, path: service.one, isService };
}

function userIdOf({ base }: Collection): string | null {
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
