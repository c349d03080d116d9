import type { CollectionPath } from '../../../../server/domain/model/collection-path.ts';
import { methodsOf } from '../../../../server/domain/request/paths.ts';
import type { Subject } from './draft.ts';

/** The methods that the menu lists. */
const methods = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'] as const;

export interface ListedMethod {
  readonly name: string;
  /** What the path does with it, if it does not support it. */
  readonly note: string | null;
}

interface Served {
  /** Whether the service of /users/{userId} is on. */
  readonly userService: boolean;
  /** The paths of the collection `users` beside those below /api. */
  readonly paths: readonly CollectionPath[];
}

/** The methods for a path. Those that it answers with 405 have a note; a path of unknown kind supports all. */
export function listedMethods(subject: Subject, served: Served, present: string): readonly ListedMethod[] {
  const names: readonly string[] = methods;
  const all = names.includes(present) ? names : [...names, present];
  const supported = supportedMethods(subject, served);
  return all.map((name) => ({
    name,
    note: supported === null || name === 'OPTIONS' || supported.includes(name) ? null : '405 here',
  }));
}

/** The methods of a path beside OPTIONS; null if the workspace may serve it with paths of its own. */
function supportedMethods(subject: Subject, { userService, paths }: Served): readonly string[] | null {
  switch (subject.kind) {
    case 'user':
      // A path of the workspace wins over the service.
      return userService && !paths.some(({ path }) => /^\/users\/[^/]+$/.test(path)) ? methodsOf.user : null;
    case 'list':
      return methodsOf.list;
    case 'record':
      return methodsOf.record;
    case 'other':
      return null;
  }
}
