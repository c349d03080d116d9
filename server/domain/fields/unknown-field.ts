import { nearestName } from '../basics/nearest-name.ts';
import { type Problem, problem } from '../basics/problem.ts';
import type { Json } from '../json/json.ts';
import { quote } from '../json/wording.ts';
import { type Field, maxFields } from './fields.ts';

/**
 * The problem `unknown-field`. Its `suggestion` is the nearest candidate, if there is one; `extensions` are added members.
 * Without candidates, the fields in `scope` are compared. A full catalogue is named with its limit: a record may have the field.
 */
export function unknownField(
  parameter: string,
  name: string,
  scope: Field,
  {
    candidates = scope.names(),
    ...extensions
  }: { readonly candidates?: Iterable<string>; readonly position?: Json } = {},
): Problem {
  const suggestion = nearestName(name, candidates);
  const hint = suggestion === undefined ? '' : ` Perhaps ${quote(suggestion)} was meant.`;
  const reason = scope.isFull
    ? `The mock knows the first ${maxFields} fields of a collection, and ${quote(name)} is none of them.`
    : `No record has a field ${quote(name)}.`;
  return problem('unknown-field', reason + hint, {
    parameter,
    field: name,
    expected: 'a field of the collection',
    ...(suggestion === undefined ? {} : { suggestion }),
    ...(scope.isFull ? { limit: maxFields } : {}),
    ...extensions,
  });
}
