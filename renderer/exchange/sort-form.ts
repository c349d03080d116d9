import { accept, type Result, refuse } from '../../server/domain/basics/result.ts';
import { parseSortText } from '../../server/domain/sort/sort-parameter.ts';
import { type Piece, parameterOf, withValues } from './pieces.ts';

/** One key of a sort order. */
export interface SortChip {
  readonly name: string;
  readonly descending: boolean;
}

/** The sort order of a query, empty for the collection's default; an error message if it is invalid. */
export function readSort(pieces: readonly Piece[]): Result<readonly SortChip[], string> {
  const [sort, order] = [parameterOf(pieces, 'sort'), parameterOf(pieces, 'order')];
  if (sort === undefined) return accept([]);
  const terms = parseSortText(sort);
  if (!terms.ok) return refuse(terms.problem.detail);
  if (order === undefined) return accept(terms.value);
  const directions = order.split(',');
  return accept(
    terms.value.map(({ name }, index) => ({ name, descending: (directions[index] ?? directions[0]) === 'desc' })),
  );
}

/** The query with that sort order in `sort` alone; `order` becomes a minus before the name. */
export function writeSort(pieces: readonly Piece[], chips: readonly SortChip[]): readonly Piece[] {
  const text = chips.map(({ name, descending }) => (descending ? `-${name}` : name)).join(',');
  return withValues(pieces, { sort: chips.length === 0 ? null : text, order: null });
}
