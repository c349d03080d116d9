import { accept, type Result, refuse } from '../../../../server/domain/basics/result.ts';
import { defaultDialect } from '../../../../server/domain/dialect/default-dialect.ts';
import type { Dialect } from '../../../../server/domain/dialect/dialect.ts';
import type { FieldCatalogue } from '../../../../server/domain/fields/fields.ts';
import { parseFilter } from '../../../../server/domain/filter/filter.ts';
import { type FilterExpression, formatExpression } from '../../../../server/domain/filter/filter-expression.ts';
import { findTarget, parseCondition } from '../../../../server/domain/filter/filter-parameter.ts';
import { listParameters } from '../../../../server/domain/list/list-parameters.ts';
import { type Piece, pieceOf, withValues } from '../../../exchange/pieces.ts';

const reservedParameters = listParameters(defaultDialect);

/** True for a parameter that filters by a field, such as `price_lt`. */
export function isCondition({ name, text }: Piece, dialect: Dialect = defaultDialect): boolean {
  return text !== '' && !listParameters(dialect).has(name);
}

/** The query with all conditions in `filter=`. Fails with a sentence if the mock would refuse the query. */
export function asFilterText(pieces: readonly Piece[], fields: FieldCatalogue): Result<readonly Piece[], string> {
  const parsed = parseFilter(pieces, fields, { lenient: false, reserved: reservedParameters });
  if (!parsed.ok) return refuse(parsed.problem.detail);
  const others = pieces.filter((piece) => !isCondition(piece));
  return accept(withValues(others, { filter: parsed.value.filter?.text ?? null }));
}

/** A query with parameters instead of `filter=`. */
export interface AsParameters {
  readonly pieces: readonly Piece[];
  /** Parts that no parameter can express; they stay in `filter=`. */
  readonly left: readonly string[];
}

/** Converts an expression to parameters as far as possible. Parameters are joined with `and` and are case-sensitive. */
export function asParameters(
  pieces: readonly Piece[],
  expression: FilterExpression,
  fields: FieldCatalogue,
): AsParameters {
  const taken = new Set(pieces.filter((piece) => isCondition(piece)).map(({ name }) => name));
  const added: Piece[] = [];
  const left: FilterExpression[] = [];
  for (const part of expression.kind === 'and' ? expression.parts : [expression]) {
    const said = parametersFor(part, fields);
    const [first] = said ?? [];
    if (!said || !first || taken.has(first.name)) left.push(part);
    else {
      taken.add(first.name);
      added.push(...said);
    }
  }
  const rest =
    left.length === 0
      ? null
      : formatExpression(left.length === 1 ? (left[0] ?? expression) : { kind: 'and', parts: left });
  return { pieces: [...withValues(pieces, { filter: rest }), ...added], left: left.map(formatExpression) };
}

const suffixes = {
  eq: '',
  gt: '_gt',
  ge: '_gte',
  lt: '_lt',
  le: '_lte',
  co: '_contains',
  sw: '_starts_with',
  ew: '_ends_with',
} as const;

/** The parameters equivalent to an expression; undefined if there are none. */
function parametersFor(part: FilterExpression, fields: FieldCatalogue): readonly Piece[] | undefined {
  const negated = part.kind === 'not';
  const inner = negated ? part.part : part;
  const comparisons = inner.kind === 'or' ? inner.parts : [inner];
  const names = new Set<string>();
  const values: string[] = [];
  for (const one of comparisons) {
    if (one.kind !== 'comparison' || one.operator === 'ne' || (negated && one.operator !== 'eq')) return undefined;
    names.add(one.path.join('.') + (negated ? '_ne' : suffixes[one.operator]));
    const value = typeof one.literal === 'string' ? one.literal : JSON.stringify(one.literal);
    // A value that a field can hold as text and as another type is one parameter but two comparisons.
    if (!values.includes(value)) values.push(value);
  }
  const [name = ''] = names;
  const target = names.size === 1 && !reservedParameters.has(name) ? findTarget(name, fields) : undefined;
  const meant = target && parseCondition(name, target, values);
  if (!meant?.ok || !meant.value || formatExpression(meant.value) !== formatExpression(part)) return undefined;
  return values.map((value) => pieceOf(name, value));
}
