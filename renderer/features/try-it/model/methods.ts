import { acceptedMethods, type Subject } from '../../../exchange/subject.ts';

/** The methods that the menu lists. */
const methods = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'] as const;

export interface ListedMethod {
  readonly name: string;
  /** What the path does with it, if it does not support it. */
  readonly note: string | null;
}

/** The methods for a path. Those that it answers with 405 have a note; a path of unknown kind supports all. */
export function listedMethods(subject: Subject, present: string): readonly ListedMethod[] {
  const names: readonly string[] = methods;
  const all = names.includes(present) ? names : [...names, present];
  const accepted = acceptedMethods(subject);
  return all.map((name) => ({
    name,
    note: accepted === null || name === 'OPTIONS' || accepted.includes(name) ? null : '405 here',
  }));
}
