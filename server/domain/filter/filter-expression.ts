import { parseInstant } from '../basics/instant.ts';
import { assertNever } from '../basics/result.ts';
import type { ScriptOperator } from '../dialect/dialect.ts';

/** The comparison operators of RFC 7644, table 3. `pr` is not one of them: it takes no value. */
export type FilterOperator = 'eq' | 'ne' | 'co' | 'sw' | 'ew' | 'gt' | 'ge' | 'lt' | 'le';

export type FilterLiteral = null | boolean | number | string;

/** Member names from the record down to the field; in an element condition, from the element. */
export type FieldPath = readonly string[];

export interface Comparison {
  readonly kind: 'comparison';
  readonly path: FieldPath;
  readonly operator: FilterOperator;
  readonly literal: FilterLiteral;
  /** True for case-sensitive text. Always false if the literal has no case. */
  readonly exact: boolean;
}

/** A comparison as scripts make it, in the dialects of json-server; see `compileScript`. */
export interface ScriptComparison {
  readonly kind: 'script';
  readonly path: FieldPath;
  readonly comparison: 'text' | 'value';
  readonly operator: ScriptOperator;
  /** One, except for `in`; none stands for a list or an object, which no value equals. */
  readonly literals: readonly FilterLiteral[];
}

/** The meaning of a filter, independent of the grammar it was written in. */
export type FilterExpression =
  | { readonly kind: 'and' | 'or'; readonly parts: readonly FilterExpression[] }
  | { readonly kind: 'not'; readonly part: FilterExpression }
  | { readonly kind: 'present'; readonly path: FieldPath }
  /** A value path: a single element of the field fulfils the whole part. */
  | { readonly kind: 'element'; readonly path: FieldPath; readonly part: FilterExpression }
  | Comparison
  | ScriptComparison
  /** A text in any member, at any depth. */
  | { readonly kind: 'search'; readonly text: string };

/** Conditions in one list request at most: a scan tests each of them for every record. */
export const maxConditions = 200;

/** A comparison. Drops `exact` if it has no effect, so that each meaning has one text. */
export function comparison(
  path: FieldPath,
  operator: FilterOperator,
  literal: FilterLiteral,
  exact: boolean,
): Comparison {
  const hasCase = typeof literal === 'string' && !isDateComparison(operator, literal);
  return { kind: 'comparison', path, operator, literal, exact: exact && hasCase };
}

/** Joins parts with a keyword. A single part stays as it is; no part gives undefined. */
export function combine(kind: 'and' | 'or', parts: readonly FilterExpression[]): FilterExpression | undefined {
  return parts.length > 1 ? { kind, parts } : parts[0];
}

/** True if the comparison orders dates or timestamps. */
function isDateComparison(operator: FilterOperator, literal: string): boolean {
  return isOrdering(operator) && parseInstant(literal) !== undefined;
}

export function isOrdering(operator: FilterOperator): operator is 'gt' | 'ge' | 'lt' | 'le' {
  return operator === 'gt' || operator === 'ge' || operator === 'lt' || operator === 'le';
}

const scriptSigns: Readonly<Record<ScriptComparison['operator'], string>> = {
  eq: '=',
  ne: '!=',
  lt: '<',
  le: '<=',
  gt: '>',
  ge: '>=',
  in: 'in',
  co: 'contains',
  sw: 'starts with',
  ew: 'ends with',
  like: 'matches',
};

/**
 * Writes an expression in the grammar of `filter=`. Parsing the text with the same fields gives the same expression. Keeps
 * groups that precedence would not require. The comparisons and searches of json-server have signs that the grammar lacks.
 */
export function formatExpression(expression: FilterExpression): string {
  switch (expression.kind) {
    case 'and':
    case 'or':
      if (expression.parts.length === 0) return expression.kind === 'and' ? 'everything' : 'nothing';
      return expression.parts.map((part) => formatPart(part, expression.kind)).join(` ${expression.kind} `);
    case 'not':
      return `not (${formatExpression(expression.part)})`;
    case 'present':
      return `${formatPath(expression.path)} pr`;
    case 'element':
      return `${formatPath(expression.path)}[${formatExpression(expression.part)}]`;
    case 'comparison': {
      const operator = expression.exact ? `${expression.operator} exact` : expression.operator;
      return `${formatPath(expression.path)} ${operator} ${JSON.stringify(expression.literal)}`;
    }
    case 'script': {
      const { path, comparison, operator, literals } = expression;
      const compared = comparison === 'text' ? `${formatPath(path)} as text` : formatPath(path);
      const operand = literals.map((one) => JSON.stringify(one)).join(', ') || 'a list or an object';
      return `${compared} ${scriptSigns[operator]} ${operand}`;
    }
    case 'search':
      return `any member contains ${JSON.stringify(expression.text)}`;
    default:
      return assertNever(expression);
  }
}

function formatPart(part: FilterExpression, within: 'and' | 'or'): string {
  const text = formatExpression(part);
  return part.kind === 'or' || part.kind === within ? `(${text})` : text;
}

/** Quotes a name that the parser would not read as a name. */
function formatPath(path: FieldPath): string {
  const name = path.join('.');
  return /^(?!not$)[^\s()[\]"]+$/i.test(name) ? name : JSON.stringify(name);
}
