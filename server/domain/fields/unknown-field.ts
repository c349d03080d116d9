import { nearestName } from '../basics/nearest-name.ts';
import { type Problem, problem } from '../basics/problem.ts';
import type { Json } from '../json/json.ts';
import { quote } from '../json/wording.ts';

/**
 * The problem `unknown-field`. Its `suggestion` is the nearest candidate, if there is one; `extensions` are added members.
 */
export function unknownField(
  parameter: string,
  name: string,
  candidates: Iterable<string>,
  extensions?: Record<string, Json>,
): Problem {
  const suggestion = nearestName(name, candidates);
  const hint = suggestion === undefined ? '' : ` Perhaps ${quote(suggestion)} was meant.`;
  return problem('unknown-field', `No record has a field ${quote(name)}.${hint}`, {
    parameter,
    field: name,
    expected: 'a field of the collection',
    ...(suggestion === undefined ? {} : { suggestion }),
    ...extensions,
  });
}
