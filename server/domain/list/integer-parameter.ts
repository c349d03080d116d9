import { problem } from '../basics/problem.ts';
import { accept, type Result, refuse } from '../basics/result.ts';
import { quote } from '../json/wording.ts';
import { isCanonicalInteger } from '../sort/key-order.ts';

/** The values that an integer parameter may have. */
interface IntegerRange {
  readonly least: number;
  readonly most: number;
  /** The value when the parameter is missing. */
  readonly defaultValue: number;
}

/** Parses a canonical integer, such as 0 or 40 but not 007, +4 or 4.0. Everything else is `bad-parameter`. */
export function readInteger(
  given: ReadonlyMap<string, string>,
  parameter: string,
  { least, most, defaultValue }: IntegerRange,
): Result<number> {
  const text = given.get(parameter);
  if (text === undefined) return accept(defaultValue);
  const value = isCanonicalInteger(text) ? Number(text) : Number.NaN;
  if (value >= least && value <= most) return accept(value);
  const expected =
    most === Number.MAX_SAFE_INTEGER ? `an integer from ${least} on` : `an integer from ${least} to ${most}`;
  return refuse(problem('bad-parameter', `"${parameter}" cannot be ${quote(text)}.`, { parameter, expected }));
}
