// biome-ignore-all lint/a11y/useFocusableInteractive: the grid itself has the focus and names its active cell.
// biome-ignore-all lint/a11y/useSemanticElements: rows that are placed by hand lose the meaning of table elements.
import { type CSSProperties, type MouseEvent, memo, type ReactNode } from 'react';
import { classNames } from '../base/class-names.ts';
import type { Column, Selection } from './table-model.ts';
import styles from './virtual-table.module.css';

/** The cell that is being edited, by row name and column id, with its editor. */
export interface CellEditor {
  readonly row: string;
  readonly column: string;
  readonly content: ReactNode;
}

interface TableRowProps<Row> {
  readonly gridId: string;
  readonly index: number;
  /** Pixels from the top of the rows. */
  readonly start: number;
  readonly row: Row | undefined;
  readonly name: string | undefined;
  readonly banner: ((row: Row) => ReactNode) | undefined;
  readonly columns: readonly Column<Row>[];
  /** Number of pinned columns. */
  readonly pinned: number;
  readonly headRows: number;
  readonly selected: boolean;
  readonly activeColumn: number | null;
  readonly editor: CellEditor | null;
  readonly onPoint: (index: number, column: number, extend: boolean) => void;
  readonly onOpen: ((selection: Selection) => void) | undefined;
}

function TableRowOf<Row>(props: TableRowProps<Row>) {
  const { gridId, index, row, columns, pinned, selected, activeColumn, editor } = props;
  const banner = row === undefined ? null : (props.banner?.(row) ?? null);
  return (
    <div
      role="row"
      aria-rowindex={index + 1 + props.headRows}
      aria-selected={selected}
      aria-label={props.name ?? 'Loading'}
      className={classNames(
        styles.row,
        selected && styles.selected,
        banner !== null && styles.bannerRow,
        editor && styles.editedRow,
      )}
      style={{ transform: `translateY(${props.start}px)` }}
      onMouseDown={(event) => point(event, props)}
      onDoubleClick={(event) => {
        const column = columnOf(event);
        if (column !== null && !isOnControl(event)) props.onOpen?.({ anchor: index, head: index, column });
      }}
    >
      {banner !== null ? (
        <div
          role="gridcell"
          {...(activeColumn !== null && { id: `${gridId}-active` })}
          aria-colspan={columns.length}
          className={styles.banner}
        >
          {banner}
        </div>
      ) : (
        columns.map((column, place) => {
          const edited = editor?.column === column.id;
          return (
            <div
              key={column.id}
              role="gridcell"
              {...(place === activeColumn && { id: `${gridId}-active` })}
              aria-colindex={place + 1}
              data-place={place}
              className={classNames(
                styles.cell,
                row === undefined && styles.gap,
                column.align === 'end' && styles.end,
                place < pinned && styles.pinned,
                place === pinned - 1 && styles.lastPinned,
                place === activeColumn && styles.active,
                edited && styles.edited,
              )}
              {...(place < pinned && { style: pinnedAt(place) })}
            >
              {edited ? editor.content : row === undefined ? null : column.cell(row)}
            </div>
          );
        })
      )}
    </div>
  );
}

/** The offset of a pinned cell, from the table's own variables. */
export function pinnedAt(place: number): CSSProperties {
  return { '--stays-at': `var(--pinned-${place})` } as CSSProperties;
}

/**
 * Selects on mouse down, so that the list responds at once. The focus stays on the grid, also for a control in a cell;
 * only the field of a cell that is being edited takes the press for itself.
 */
function point<Row>(event: MouseEvent<HTMLElement>, { index, columns, editor, onPoint }: TableRowProps<Row>): void {
  const column = columnOf(event) ?? 0;
  if (event.button !== 0 || (editor && columns[column]?.id === editor.column)) return;
  const onControl = isOnControl(event);
  onPoint(index, column, event.shiftKey && !onControl);
  if (!onControl && !event.shiftKey) return;
  event.preventDefault();
  event.currentTarget.closest<HTMLElement>('[role=grid]')?.focus({ preventScroll: true });
}

function isOnControl({ target }: MouseEvent): boolean {
  return target instanceof Element && target.closest('button, input, select') !== null;
}

function columnOf(event: MouseEvent<HTMLElement>): number | null {
  const cell = event.target instanceof Element ? event.target.closest<HTMLElement>('[data-place]') : null;
  return cell ? Number(cell.dataset.place) : null;
}

export const TableRow = memo(TableRowOf) as typeof TableRowOf;
