import { parseInstant } from '../basics/instant.ts';
import { assertNever } from '../basics/result.ts';
import type { Field } from '../fields/fields.ts';
import { isExactNumber } from '../json/exact-number.ts';
import { type FilterLiteral, type FilterOperator, isOrdering } from './filter-expression.ts';

/** The kinds of value that a field can be compared with. A date is a text. */
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
 * The kinds of value that fit a field and an operator. A type fits if the schema names it or a record had it; if the field
 * was only ever null or an empty array, every type fits. `eq` and `ne` accept null for every field, because a record may
 * lack it. Texts and numbers have an order; only text has parts (RFC 7644, table 3).
 */
export function operandKinds(field: Field, operator: FilterOperator): readonly OperandKind[] {
  const known = scalars.filter((kind) => field.has(kind));
  const comparable = known.length > 0 || field.has('object') ? known : scalars;
  if (operator === 'eq' || operator === 'ne') return [...comparable, 'null'];
  const usable: readonly OperandKind[] = isOrdering(operator) ? ['number', 'string'] : ['string'];
  return comparable.filter((kind) => usable.includes(kind));
}

/** The field to compare: for a field that holds only objects, their member `value` if they have one (RFC 7643, section 2.4). */
export function comparedField(field: Field): Field {
  const holdsOnlyObjects = field.has('object') && !scalars.some((kind) => field.has(kind));
  return (holdsOnlyObjects ? field.find('value') : undefined) ?? field;
}

export function kindOf(literal: FilterLiteral): OperandKind {
  if (literal === null) return 'null';
  return typeof literal as 'boolean' | 'number' | 'string';
}

/** The expected operands, such as "text, or null". For a field that holds only objects, also names one of its members. */
export function describeOperands(field: Field, kinds: readonly OperandKind[]): string {
  const expected = kinds.map((kind) => phrases[kind]).join(', or ');
  const [inner] = field.names();
  return expected === 'null' && inner !== undefined ? `null, or a field inside as ${field.name}.${inner}` : expected;
}

/** Reads an unquoted value of a query as a value of this kind; undefined if it does not fit. */
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

/** True for a JSON number (no plus sign, no leading zero, digits on both sides of the point) that a double holds exactly. */
function isNumber(text: string): boolean {
  return /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/.test(text) && isExactNumber(text);
}
