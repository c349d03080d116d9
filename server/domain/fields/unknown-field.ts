import { nearestName } from '../basics/nearest-name.ts';
import { type Problem, problem } from '../basics/problem.ts';
import type { Dialect } from '../dialect/dialect.ts';
import type { Json } from '../json/json.ts';
import { quote } from '../json/wording.ts';
import { type Field, maxFields } from './fields.ts';

/** What is known about a name that is no field. */
interface Hints {
  /** Names that may be meant; without them, the fields in scope. */
  readonly candidates?: Iterable<string>;
  /** The suggestion if no candidate is near. */
  readonly usual?: string | undefined;
  /** The dialects in which the name is a parameter. */
  readonly elsewhere?: readonly Pick<Dialect, 'name' | 'title'>[];
  /** Added to the problem. */
  readonly position?: Json;
}

/**
 * The problem `unknown-field`. Its `suggestion` is the nearest candidate, if there is one; `dialects` names those in which it
 * is a parameter. A full catalogue is named with its limit: a record may have the field.
 */
export function unknownField(
  parameter: string,
  name: string,
  scope: Field,
  { candidates = scope.names(), usual, elsewhere = [], ...extensions }: Hints = {},
): Problem {
  const suggestion = nearestName(name, candidates) ?? usual;
  const hint = suggestion === undefined ? '' : ` Perhaps ${quote(suggestion)} was meant.`;
  const titles = elsewhere.map(({ title }) => title).join(' and ');
  const dialects = titles === '' ? '' : ` It is a parameter of ${titles}: see the setting "dialect".`;
  const reason = scope.isFull
    ? `The mock knows the first ${maxFields} fields of a collection, and ${quote(name)} is none of them.`
    : `No record has a field ${quote(name)}.`;
  return problem('unknown-field', reason + hint + dialects, {
    parameter,
    field: name,
    expected: 'a field of the collection',
    ...(suggestion === undefined ? {} : { suggestion }),
    ...(elsewhere.length === 0 ? {} : { dialects: elsewhere.map((one) => one.name) }),
    ...(scope.isFull ? { limit: maxFields } : {}),
    ...extensions,
  });
}
