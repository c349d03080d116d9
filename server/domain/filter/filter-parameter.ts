import { type Problem, problem } from '../basics/problem.ts';
import { accept, type Result, refuse } from '../basics/result.ts';
import type { Field, FieldCatalogue } from '../fields/fields.ts';
import { quote } from '../json/wording.ts';
import { combine, comparison, type FilterExpression, type FilterOperator } from './filter-expression.ts';
import { describeOperands, type OperandKind, operandKinds, readOperand } from './filter-operands.ts';

/** What the end of a parameter's name compares, and the one kind of value that it is made for, if there is one. */
interface Suffix {
  readonly operator: FilterOperator;
  readonly only?: 'number' | 'date';
  /** What is true of a value, as the end of a sentence. */
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

/** Every suffix that a field's name may have as a filter parameter. */
export const filterSuffixes: readonly string[] = Object.keys(suffixes);

/** A filter parameter that is not `filter=`: its field, and how that is compared. */
export interface FilterTarget {
  readonly field: Field;
  /** Empty for `field=value`. */
  readonly suffix: string;
}

/** What a parameter's name means; undefined when no field is known by it. A field that has the whole name wins. */
export function findTarget(name: string, fields: FieldCatalogue): FilterTarget | undefined {
  const whole = fields.find(name);
  if (whole) return { field: whole, suffix: '' };
  const suffix = filterSuffixes.find((one) => name.endsWith(one)) ?? '';
  const field = fields.find(name.slice(0, name.length - suffix.length));
  return field && { field, suffix };
}

/**
 * The condition that one parameter, with every value it was sent with, stands for.
 *
 * - `field=value` is true for a value that is exactly this one; `field_ne` is its complement. Sent several times, `field`
 *   is any of them, `field_ne` none of them, and every other suffix is true when it is for any of its values.
 * - A value is read as each type that the field has: `7` is a number where there are numbers, text where there is text,
 *   and both where there are both. `true` and `false` are booleans, `null` is no value at all (null, missing or an empty
 *   array); where the field has text, these words are text too.
 * - `_less_than`, `_greater_than` compare numbers, `_after`, `_before` dates, both ends included. `_lt _lte _gt _gte`
 *   compare what the field has: numbers, dates with a date, other text by code point.
 * - `_in` takes values between commas; `\,` is a comma inside a value and `\\` a backslash.
 * - Text is compared with its case, everywhere.
 *
 * Undefined when there is no value. `bad-parameter` for a suffix or a value that does not fit the field.
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
    }
  }
  const any = combine('or', parts);
  return accept(any && suffix === '_ne' ? { kind: 'not', part: any } : any);
}

const listForm = 'values between commas, where \\, is a comma and \\\\ a backslash';

function unfit(parameter: string, what: string, expected: string): { readonly ok: false; readonly problem: Problem } {
  const detail = `In the parameter ${quote(parameter)} ${what}; expected: ${expected}.`;
  return refuse(problem('bad-parameter', detail, { parameter, expected }));
}

function suffixOf(ending: string): Suffix {
  return suffixes[ending] ?? plain;
}

/** What is true of the values that a suffix, or none, lets through: the end of a sentence. */
export function suffixMeaning(ending: string): string {
  return suffixOf(ending).meaning;
}

/** The kinds of value that a field can be compared with under a suffix, or none; empty where the suffix does not fit. */
export function kindsFor(field: Field, ending: string): readonly OperandKind[] {
  const { operator, only } = suffixOf(ending);
  const kinds = operandKinds(field, operator);
  if (only === 'date') return kinds.includes('string') ? ['date'] : [];
  return only === undefined ? kinds : kinds.filter((kind) => kind === only);
}

/** The values between the commas; undefined when a backslash stands before anything else than a comma or a backslash. */
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
