import { accept, type Result, refuse } from '../../server/domain/basics/result.ts';
import { defaultDialect } from '../../server/domain/dialect/default-dialect.ts';
import type { Dialect } from '../../server/domain/dialect/dialect.ts';
import { parseSortText } from '../../server/domain/sort/sort-parameter.ts';
import { type Piece, parameterOf, withValues } from './pieces.ts';

/** One key of a sort order. */
export interface SortChip {
  readonly name: string;
  readonly descending: boolean;
}

/** The sort order of a query, empty for the collection's default; an error message if it is invalid. */
export function readSort(
  pieces: readonly Piece[],
  { parameters, sort: rules }: Dialect = defaultDialect,
): Result<readonly SortChip[], string> {
  const { sort: sortName = 'sort', order: orderName } = parameters;
  const [sort, order] = [parameterOf(pieces, sortName), orderName && parameterOf(pieces, orderName)];
  if (sort === undefined) return accept([]);
  const terms = parseSortText(sort, sortName);
  if (!terms.ok) return refuse(terms.problem.detail);
  if (order === undefined) return accept(terms.value);
  const directions = order.split(',');
  return accept(
    terms.value.map(({ name }, index) => ({
      name,
      descending: (directions[index] ?? (rules.unusable === 'refused' ? directions[0] : '')) === rules.words[1],
    })),
  );
}

/** The query with that sort order: with a minus before descending names where the dialect has it, else in `order`. */
export function writeSort(
  pieces: readonly Piece[],
  chips: readonly SortChip[],
  { parameters, sort: rules }: Dialect = defaultDialect,
): readonly Piece[] {
  const { sort = 'sort', order } = parameters;
  const isApart = rules.direction === 'order';
  const text = chips.map(({ name, descending }) => (descending && !isApart ? `-${name}` : name)).join(',');
  const directions = chips.map(({ descending }) => rules.words[descending ? 1 : 0]).join(',');
  return withValues(pieces, {
    [sort]: chips.length === 0 ? null : text,
    ...(order !== undefined && { [order]: isApart && chips.some(({ descending }) => descending) ? directions : null }),
  });
}
