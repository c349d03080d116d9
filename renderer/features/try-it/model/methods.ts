import { methodsOf } from '../../../../server/domain/request/paths.ts';
import type { Subject } from './draft.ts';

/** The methods that the menu lists. */
const methods = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'] as const;

export interface ListedMethod {
  readonly name: string;
  /** What the path does with it, if it does not support it. */
  readonly note: string | null;
}

/** The methods for a path. Those that it answers with 405 have a note; a path of unknown kind supports all. */
export function listedMethods({ kind }: Subject, present: string): readonly ListedMethod[] {
  const names: readonly string[] = methods;
  const all = names.includes(present) ? names : [...names, present];
  const supported: readonly string[] | null = kind === 'other' ? null : methodsOf[kind];
  return all.map((name) => ({
    name,
    note: supported === null || name === 'OPTIONS' || supported.includes(name) ? null : '405 here',
  }));
}
