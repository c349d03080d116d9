import { parseInstant } from '../basics/instant.ts';
import { assertNever } from '../basics/result.ts';
import type { Field } from '../fields/fields.ts';
import { isExactNumber } from '../json/exact-number.ts';
import { type FilterLiteral, type FilterOperator, isOrdering } from './filter-expression.ts';

/** What a field can be compared with. A date is text of that form. */
export type OperandKind = 'null' | 'boolean' | 'number' | 'date' | 'string';

const scalars = ['boolean', 'number', 'string'] as const;

const phrases: Readonly<Record<OperandKind, string>> = {
  null: 'null',
  boolean: 'true or false',
  number: 'a number in the form of JSON that a double holds',
  date: 'a date YYYY-MM-DD or a timestamp such as 2024-02-01T09:00:00Z or, in a query, 2024-02-01T10:00:00%2B01:00',
  string: 'text',
};

/**
 * The kinds of value that fit a field and an operator. Only types that the schema names or a record had fit; where none
 * is known, because the field was never more than null or an empty array, all do. `null` fits every field, because a
 * record may be without any. Texts and numbers have an order, only text has parts (RFC 7644, table 3).
 */
export function operandKinds(field: Field, operator: FilterOperator): readonly OperandKind[] {
  const known = scalars.filter((kind) => field.has(kind));
  const comparable = known.length > 0 || field.has('object') ? known : scalars;
  if (operator === 'eq' || operator === 'ne') return [...comparable, 'null'];
  const usable: readonly OperandKind[] = isOrdering(operator) ? ['number', 'string'] : ['string'];
  return comparable.filter((kind) => usable.includes(kind));
}

/** The field that a comparison means: of objects it is their `value`, where they have one (RFC 7643, 2.4). */
export function comparedField(field: Field): Field {
  const holdsOnlyObjects = field.has('object') && !scalars.some((kind) => field.has(kind));
  return (holdsOnlyObjects ? field.find('value') : undefined) ?? field;
}

export function kindOf(literal: FilterLiteral): OperandKind {
  if (literal === null) return 'null';
  return typeof literal as 'boolean' | 'number' | 'string';
}

/** What was expected, such as "text, or null"; where a field only holds fields, one of these too. */
export function describeOperands(field: Field, kinds: readonly OperandKind[]): string {
  const expected = kinds.map((kind) => phrases[kind]).join(', or ');
  const [inner] = field.names();
  return expected === 'null' && inner !== undefined ? `null, or a field inside as ${field.name}.${inner}` : expected;
}

/** Text that stands for a value of that kind, as it is written without quotes in a query; undefined when it does not fit. */
export function readOperand(kind: OperandKind, text: string): FilterLiteral | undefined {
  switch (kind) {
    case 'null':
      return text === 'null' ? null : undefined;
    case 'boolean':
      return text === 'true' || text === 'false' ? text === 'true' : undefined;
    case 'number':
      return isNumber(text) ? Number(text) : undefined;
    case 'date':
      return parseInstant(text) === undefined ? undefined : text;
    case 'string':
      return text;
    default:
      return assertNever(kind);
  }
}

/** True for JSON's form of a number (no plus sign, no leading zero, digits on both sides of the point) that a double holds. */
function isNumber(text: string): boolean {
  return /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/.test(text) && isExactNumber(text);
}
