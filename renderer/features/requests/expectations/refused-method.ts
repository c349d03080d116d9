import type { PathTable } from '../../../../server/domain/request/path-table.ts';
import { acceptedMethods, subjectOf } from '../../../exchange/subject.ts';

/** A method that the mock API refuses on a path, so that every such request gets 405. */
export interface RefusedMethod {
  readonly accepted: readonly string[];
  /** A path of the same records that accepts the method; null for none. */
  readonly instead: string | null;
}

/** Whether the mock API refuses the expected method on a path, which may be a pattern; null if it does not. */
export function refusedMethod(method: string, path: string, served: PathTable): RefusedMethod | null {
  const accepts = (one: string) => acceptedMethods(subjectOf(one, served))?.includes(method) ?? false;
  const subject = subjectOf(path, served);
  const accepted = acceptedMethods(subject);
  if (method === '' || method === 'OPTIONS' || path.includes('**') || accepted === null || accepts(path)) return null;
  const parent = path.slice(0, path.lastIndexOf('/'));
  const others = subject.kind === 'user' ? [`/api${path}`] : [`${path}/{id}`, parent];
  return { accepted, instead: others.find(accepts) ?? null };
}
