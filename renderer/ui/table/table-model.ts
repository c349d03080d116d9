import type { ReactNode } from 'react';
import type { PlacedColumn } from './column-layout.ts';

export interface Column<Row> extends PlacedColumn {
  readonly title: string;
  /** Every row must have a value. */
  readonly isRequired?: boolean | undefined;
  /** Takes the remaining width. */
  readonly grows?: boolean;
  /** Numbers align at the end, so that their digits line up. */
  readonly align?: 'start' | 'end';
  readonly sort?: SortOrder;
  /** Position among several sort columns, from 1. */
  readonly sortPlace?: number | undefined;
  readonly cell: (row: Row) => ReactNode;
}

/** The present sort order of a column that can be sorted. */
export type SortOrder = 'none' | 'ascending' | 'descending';

/**
 * The rows from anchor to head, inclusive; the active cell is in the head's row. All indices are from 0, the column's among
 * the columns shown.
 */
export interface Selection {
  readonly anchor: number;
  readonly head: number;
  readonly column: number;
}

export interface TableSize {
  readonly rows: number;
  readonly columns: number;
  /** Rows in the visible area. */
  readonly page: number;
}

/**
 * The selection after a key; null for a key that does not move it. Home and End keep the column, with Ctrl or Cmd they lead to
 * the corners of the table: `Mod+Home` and `Mod+End`. `extend` keeps the anchor.
 */
export function moveSelection(from: Selection | null, key: string, extend: boolean, size: TableSize): Selection | null {
  if (size.rows === 0) return null;
  const start = from ?? { anchor: 0, head: -1, column: 0 };
  const across = columnAfter(start.column, key, size.columns);
  if (across !== undefined) return { ...start, head: Math.max(0, start.head), column: across };
  const down = rowAfter(start.head, key, size);
  if (down === undefined) return null;
  const head = Math.max(0, Math.min(size.rows - 1, down));
  const column = key === 'Mod+Home' ? 0 : key === 'Mod+End' ? size.columns - 1 : start.column;
  return { anchor: extend ? start.anchor : head, head, column };
}

function columnAfter(column: number, key: string, columns: number): number | undefined {
  if (key === 'ArrowLeft') return Math.max(0, column - 1);
  if (key === 'ArrowRight') return Math.min(columns - 1, column + 1);
  return undefined;
}

function rowAfter(row: number, key: string, { rows, page }: TableSize): number | undefined {
  switch (key) {
    case 'ArrowDown':
      return row + 1;
    case 'ArrowUp':
      return row - 1;
    case 'PageDown':
      return row + page;
    case 'PageUp':
      return row - page;
    case 'Home':
    case 'Mod+Home':
      return 0;
    case 'End':
    case 'Mod+End':
      return rows - 1;
    default:
      return undefined;
  }
}

/** First and last row of a selection, inclusive. */
export function selectedRange({ anchor, head }: Selection): readonly [first: number, last: number] {
  return anchor < head ? [anchor, head] : [head, anchor];
}

/** The number of selected rows. */
export function countSelected(selection: Selection): number {
  const [first, last] = selectedRange(selection);
  return last - first + 1;
}
