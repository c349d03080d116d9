import { type Problem, problem } from '../domain/basics/problem.ts';
import type { Json } from '../domain/json/json.ts';

/**
 * Refuses an edit of something, such as `record 42`, that has changed since the edit began. `theirs` is its present value, null
 * without one; `base` is null for an edit that would create it.
 */
export function editConflict(what: string, theirs: Json, base?: Json): Problem {
  const change = theirs === null ? 'was deleted' : 'has changed';
  const detail = base === null ? `There is a ${what} already.` : `The ${what} ${change} since this edit began.`;
  return problem('edit-conflict', `${detail} Nothing was saved.`, { theirs });
}
