import type { ConsoleState } from '../../server/contract/schema/state.ts';
import { defaultSettings } from '../../server/domain/model/settings.ts';
import { PathTable } from '../../server/domain/request/path-table.ts';
import { methodsOf } from '../../server/domain/request/paths.ts';

/** The resource that a target addresses. */
export type Subject =
  | { readonly kind: 'list'; readonly collection: string }
  | { readonly kind: 'record'; readonly collection: string; readonly id: string }
  /** The User Information Service, which reads one user and nothing else. */
  | { readonly kind: 'user'; readonly id: string }
  | { readonly kind: 'other' };

export interface Target {
  readonly path: string;
  /** Percent-encoded, without the question mark. */
  readonly query: string;
}

export function splitTarget(target: string): Target {
  const mark = target.indexOf('?');
  return mark < 0 ? { path: target, query: '' } : { path: target.slice(0, mark), query: target.slice(mark + 1) };
}

/** The paths that the mock serves, as the host reports them; the usual ones until it does. */
export function servedPaths(state: Pick<ConsoleState, 'collections' | 'workspace'> | null): PathTable {
  return new PathTable(state?.collections ?? [], state?.workspace.settings ?? defaultSettings);
}

/** The resource of a target: the paths of the workspace go before those that every mock has. */
export function subjectOf(target: string, served: PathTable): Subject {
  const { path } = splitTarget(target);
  if (served.find(path) === 'other') return fixedSubject(path);
  const { collection, id } = served.routeOf(path);
  if (collection === null) return { kind: 'other' };
  return id === null ? { kind: 'list', collection } : { kind: 'record', collection, id };
}

function fixedSubject(path: string): Subject {
  const segments = path.split('/').slice(1).map(decoded);
  const [first, second = '', third = ''] = segments;
  if (segments.includes(undefined)) return { kind: 'other' };
  if (first === 'users' && segments.length === 2 && second !== '') return { kind: 'user', id: second };
  if (first !== 'api' || second === '' || segments.length > 3) return { kind: 'other' };
  return third === '' ? { kind: 'list', collection: second } : { kind: 'record', collection: second, id: third };
}

function decoded(segment: string): string | undefined {
  try {
    return decodeURIComponent(segment);
  } catch {
    return undefined;
  }
}

/** The methods that the mock API accepts for a resource, besides OPTIONS; null if it knows no such resource. */
export function acceptedMethods({ kind }: Subject): readonly string[] | null {
  return kind === 'other' ? null : methodsOf[kind];
}
