import { type Problem, problem } from '../basics/problem.ts';
import { accept, type Result, refuse } from '../basics/result.ts';
import type { Field, FieldCatalogue } from '../fields/fields.ts';
import { quote } from '../json/wording.ts';
import { combine, comparison, type FilterExpression, type FilterOperator, maxConditions } from './filter-expression.ts';
import { describeOperands, type OperandKind, operandKinds, readOperand } from './filter-operands.ts';

/** The comparison of a parameter's suffix, and the only kind of value that it accepts, if it is limited to one. */
interface Suffix {
  readonly operator: FilterOperator;
  readonly only?: 'number' | 'date';
  /** Its test of a value, as the end of a sentence. */
  readonly meaning: string;
}

const suffixes: Readonly<Record<string, Suffix>> = {
  _less_than: { operator: 'lt', only: 'number', meaning: 'is less than this number' },
  _greater_than: { operator: 'gt', only: 'number', meaning: 'is greater than this number' },
  _after: { operator: 'ge', only: 'date', meaning: 'is at this time or later, or on this day or later' },
  _before: { operator: 'le', only: 'date', meaning: 'is at this time or earlier, or on this day or earlier' },
  _lt: { operator: 'lt', meaning: 'is less than this' },
  _lte: { operator: 'le', meaning: 'is this or less' },
  _gt: { operator: 'gt', meaning: 'is greater than this' },
  _gte: { operator: 'ge', meaning: 'is this or greater' },
  _contains: { operator: 'co', meaning: 'contains this text' },
  _starts_with: { operator: 'sw', meaning: 'starts with this text' },
  _ends_with: { operator: 'ew', meaning: 'ends with this text' },
  _ne: { operator: 'eq', meaning: 'is none of the values sent' },
  _in: { operator: 'eq', meaning: 'is one of these, between commas' },
};

const plain: Suffix = { operator: 'eq', meaning: 'is one of the values sent' };

/** The suffixes of filter parameters. */
export const filterSuffixes: readonly string[] = Object.keys(suffixes);

/** The field and suffix of a filter parameter other than `filter=`. */
export interface FilterTarget {
  readonly field: Field;
  /** Empty for `field=value`. */
  readonly suffix: string;
}

/** Splits a parameter's name into field and suffix; undefined if the field is unknown. A field with the whole name wins. */
export function findTarget(name: string, fields: FieldCatalogue): FilterTarget | undefined {
  const whole = fields.find(name);
  if (whole) return { field: whole, suffix: '' };
  const suffix = filterSuffixes.find((one) => name.endsWith(one)) ?? '';
  const field = fields.find(name.slice(0, name.length - suffix.length));
  return field && { field, suffix };
}

/**
 * The condition of one parameter with all its values.
 *
 * - `field=value` matches records whose field has this value; `field_ne` matches all others. With several values, `field`
 *   matches any of them, `field_ne` none of them, and every other suffix any of them.
 * - A value is read as each type that the field has: `7` is a number if the field has numbers, text if it has texts, and
 *   both if it has both. `true` and `false` are booleans; `null` matches a null, missing or empty-array field. If the field
 *   has texts, these words are texts too.
 * - `_less_than` and `_greater_than` compare numbers, `_after` and `_before` dates, both ends included. `_lt _lte _gt _gte`
 *   compare numbers, dates with a date, and other texts by code point.
 * - `_in` takes values separated by commas; `\,` is a comma inside a value and `\\` a backslash.
 * - Text comparisons are case-sensitive.
 *
 * Undefined without a value. Problem `bad-parameter` for a suffix or a value that does not fit the field.
 */
export function parseCondition(
  parameter: string,
  { field, suffix }: FilterTarget,
  values: readonly string[],
): Result<FilterExpression | undefined> {
  const kinds = kindsFor(field, suffix);
  if (kinds.length === 0) {
    const usable = ['', ...filterSuffixes].filter((one) => kindsFor(field, one).length > 0);
    const names = usable.map((one) => field.name + one);
    return unfit(parameter, `"${suffix}" does not fit what ${quote(field.name)} holds`, `one of ${names.join(', ')}`);
  }
  const { operator } = suffixOf(suffix);
  const expected = describeOperands(field, kinds);
  const parts: FilterExpression[] = [];
  for (const value of values) {
    const pieces = suffix === '_in' ? splitList(value) : [value];
    if (!pieces) return unfit(parameter, `${quote(value)} is no list`, listForm);
    for (const piece of pieces) {
      const literals = kinds.map((kind) => readOperand(kind, piece)).filter((literal) => literal !== undefined);
      if (literals.length === 0) return unfit(parameter, `${quote(piece)} does not fit`, expected);
      parts.push(...literals.map((literal) => comparison(field.path, operator, literal, true)));
      if (parts.length > maxConditions) return refuse(tooManyConditions(parameter));
    }
  }
  const any = combine('or', parts);
  return accept(any && suffix === '_ne' ? { kind: 'not', part: any } : any);
}

const listForm = 'values between commas, where \\, is a comma and \\\\ a backslash';

/** The refusal of more than {@link maxConditions}, counted up to this parameter. A value counts once for each type it is read as. */
export function tooManyConditions(parameter: string): Problem {
  const detail = `With the parameter ${quote(parameter)} the filter has more than ${maxConditions} conditions.`;
  return problem('bad-parameter', detail, {
    parameter,
    expected: `at most ${maxConditions} conditions, where each value is one`,
    limit: maxConditions,
  });
}

function unfit(parameter: string, what: string, expected: string): { readonly ok: false; readonly problem: Problem } {
  const detail = `In the parameter ${quote(parameter)} ${what}; expected: ${expected}.`;
  return refuse(problem('bad-parameter', detail, { parameter, expected }));
}

function suffixOf(ending: string): Suffix {
  return suffixes[ending] ?? plain;
}

/** The test of a suffix (or of the empty one), as the end of a sentence. */
export function suffixMeaning(ending: string): string {
  return suffixOf(ending).meaning;
}

/** The kinds of value that a suffix (or the empty one) accepts for a field; empty if it does not fit the field. */
export function kindsFor(field: Field, ending: string): readonly OperandKind[] {
  const { operator, only } = suffixOf(ending);
  const kinds = operandKinds(field, operator);
  if (only === 'date') return kinds.includes('string') ? ['date'] : [];
  return only === undefined ? kinds : kinds.filter((kind) => kind === only);
}

/** Splits a list at its commas; undefined if a backslash escapes anything but a comma or a backslash. */
function splitList(list: string): readonly string[] | undefined {
  const values: string[] = [];
  let value = '';
  for (const [unit] of list.matchAll(/\\[\\,]|./gs)) {
    if (unit === '\\') return undefined;
    if (unit === ',') {
      values.push(value);
      value = '';
    } else {
      value += unit.slice(-1);
    }
  }
  return [...values, value];
}
