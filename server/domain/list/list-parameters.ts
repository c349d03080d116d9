import type { Dialect, ParameterRole } from '../dialect/dialect.ts';
import type { PageStyle } from './page-request.ts';

/** Parameters that together choose a style. */
interface PageGroup {
  readonly style: PageStyle;
  readonly names: readonly string[];
}

const groupRoles: readonly { readonly style: PageStyle; readonly roles: readonly ParameterRole[] }[] = [
  { style: 'offset', roles: ['offset'] },
  { style: 'cursor', roles: ['cursor'] },
  { style: 'time', roles: ['from', 'to'] },
  { style: 'time', roles: ['start_time', 'end_time'] },
  { style: 'since', roles: ['since_id'] },
  { style: 'page', roles: ['page', 'per_page'] },
];

/** The names of a dialect, made once. */
interface Names {
  readonly groups: readonly PageGroup[];
  readonly paging: ReadonlySet<string>;
  readonly all: ReadonlySet<string>;
}

const known = new WeakMap<Dialect, Names>();

function namesOf(dialect: Dialect): Names {
  const made = known.get(dialect);
  if (made) return made;
  const { parameters } = dialect;
  const named = (roles: readonly ParameterRole[]) => roles.flatMap((role) => parameters[role] ?? []);
  const groups = groupRoles
    .map(({ style, roles }) => ({ style, names: named(roles) }))
    .filter(({ names }) => names.length > 0);
  const paging = new Set([...named(['limit']), ...groups.flatMap(({ names }) => names), ...named(['end'])]);
  const names = { groups, paging, all: new Set([...Object.values(parameters), ...paging]) };
  known.set(dialect, names);
  return names;
}

/** The parameters that choose a style. A request may use one group only, even if two groups have the same style. */
export function pageGroups(dialect: Dialect): readonly PageGroup[] {
  return namesOf(dialect).groups;
}

/** Parameters that choose a page of the filtered and sorted list. */
export function pageNames(dialect: Dialect): ReadonlySet<string> {
  return namesOf(dialect).paging;
}

/** All parameters that do not filter by a field of that name. `filter` may reach such a field, as in `filter=order eq 7`. */
export function listParameters(dialect: Dialect): ReadonlySet<string> {
  return namesOf(dialect).all;
}
