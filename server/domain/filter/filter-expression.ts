import { parseInstant } from '../basics/instant.ts';
import { assertNever } from '../basics/result.ts';

/** The comparisons of RFC 7644, table 3. `pr` stands alone: it has no value. */
export type FilterOperator = 'eq' | 'ne' | 'co' | 'sw' | 'ew' | 'gt' | 'ge' | 'lt' | 'le';

export type FilterLiteral = null | boolean | number | string;

/** Member names from the record, or inside an element condition from the element, down to the field. */
export type FieldPath = readonly string[];

export interface Comparison {
  readonly kind: 'comparison';
  readonly path: FieldPath;
  readonly operator: FilterOperator;
  readonly literal: FilterLiteral;
  /** True: text is compared as it is; false: its case is ignored. Always false where the literal has no case to ignore. */
  readonly exact: boolean;
}

/** What a filter says, whatever the grammar it came in. */
export type FilterExpression =
  | { readonly kind: 'and' | 'or'; readonly parts: readonly FilterExpression[] }
  | { readonly kind: 'not'; readonly part: FilterExpression }
  | { readonly kind: 'present'; readonly path: FieldPath }
  /** A value path: one and the same element of the field fulfils the whole part. */
  | { readonly kind: 'element'; readonly path: FieldPath; readonly part: FilterExpression }
  | Comparison;

/** A comparison; `exact` is dropped where it changes nothing, so that one meaning has one text. */
export function comparison(
  path: FieldPath,
  operator: FilterOperator,
  literal: FilterLiteral,
  exact: boolean,
): Comparison {
  const hasCase = typeof literal === 'string' && !isDateComparison(operator, literal);
  return { kind: 'comparison', path, operator, literal, exact: exact && hasCase };
}

/** Parts under one keyword: none gives undefined, one is itself. */
export function combine(kind: 'and' | 'or', parts: readonly FilterExpression[]): FilterExpression | undefined {
  return parts.length > 1 ? { kind, parts } : parts[0];
}

/** True where two texts are compared as moments: before and after a date or timestamp. */
function isDateComparison(operator: FilterOperator, literal: string): boolean {
  return isOrdering(operator) && parseInstant(literal) !== undefined;
}

export function isOrdering(operator: FilterOperator): operator is 'gt' | 'ge' | 'lt' | 'le' {
  return operator === 'gt' || operator === 'ge' || operator === 'lt' || operator === 'le';
}

/**
 * The expression in the grammar of `filter=`. Reading it with the same fields gives the same expression back. Groups are
 * kept as they are, also where precedence would not ask for them.
 */
export function formatExpression(expression: FilterExpression): string {
  switch (expression.kind) {
    case 'and':
    case 'or':
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
    default:
      return assertNever(expression);
  }
}

function formatPart(part: FilterExpression, within: 'and' | 'or'): string {
  const text = formatExpression(part);
  return part.kind === 'or' || part.kind === within ? `(${text})` : text;
}

/** Names that would be read as something else stand in quotes. */
function formatPath(path: FieldPath): string {
  const name = path.join('.');
  return /^(?!not$)[^\s()[\]"]+$/i.test(name) ? name : JSON.stringify(name);
}
