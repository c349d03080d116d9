// biome-ignore-all lint/a11y/useSemanticElements: rows that are placed by hand lose the meaning of table elements.
import { useVirtualizer } from '@tanstack/react-virtual';
import {
  type CSSProperties,
  type KeyboardEvent,
  type MouseEvent,
  type ReactNode,
  type Ref,
  type UIEvent,
  useCallback,
  useEffect,
  useId,
  useImperativeHandle,
  useMemo,
  useRef,
  useState,
} from 'react';
import { classNames } from '../base/class-names.ts';
import { useSettled } from '../base/settled.ts';
import { type Arrangement, arrange, type ColumnLayout, moveColumn, resizeColumn, widthOf } from './column-layout.ts';
import { useKeptInView } from './kept-in-view.ts';
import { TableHeader } from './table-header.tsx';
import { type Column, moveSelection, type Selection, selectedRange } from './table-model.ts';
import { type CellEditor, TableRow } from './table-row.tsx';
import styles from './virtual-table.module.css';

/** Pixels, as in the token of that name. */
const rowHeight = 28;
/** Rows rendered above and below the view, so that quick scrolling shows no gap. They follow after the rows in view. */
const overscanned = 6;

/** A position in the window, in pixels. */
export interface MenuPlace {
  readonly x: number;
  readonly y: number;
}

/** The commands of a view to its table. */
export interface TableHandle {
  readonly focus: () => void;
  /** Scrolls a row into view: no farther than necessary, or to the top. */
  readonly scrollTo: (index: number, align?: 'auto' | 'start') => void;
  readonly scrollToEnd: () => void;
}

interface VirtualTableProps<Row> {
  readonly label: string;
  /** All columns; the layout selects, orders and sizes them. */
  readonly columns: readonly Column<Row>[];
  readonly layout: ColumnLayout;
  readonly onLayout: (layout: ColumnLayout) => void;
  readonly count: number;
  /** Undefined for a row that has not been read yet. */
  readonly rowAt: (index: number) => Row | undefined;
  /** The identity of a row, and its accessible name. */
  readonly rowName: (row: Row) => string;
  /** Content across all columns in place of cells; null for a row with cells. */
  readonly rowBanner?: (row: Row) => ReactNode;
  readonly selection: Selection | null;
  readonly onSelect: (selection: Selection) => void;
  /** Sorts by a column; `beside` adds it to the present sort columns. */
  readonly onSort?: (column: string, beside: boolean) => void;
  /** The filter field of a column, in a second header row. */
  readonly filterOf?: ((column: Column<Row>) => ReactNode) | undefined;
  /** Double click on a cell. */
  readonly onOpen?: (selection: Selection) => void;
  /** Opens the column menu, after a right click on a title, or Alt with Shift+F10 or the menu key. */
  readonly onColumnMenu?: (place: MenuPlace) => void;
  /**
   * Opens the menu of the selected rows, after a right click, Shift+F10 or the menu key; a row beside them is selected first.
   */
  readonly onRowMenu?: (place: MenuPlace) => void;
  /** Called with the first and last row in view when they change. */
  readonly onView?: (first: number, last: number) => void;
  /** Called on scroll with whether the last row is in view. */
  readonly onScroll?: (atEnd: boolean) => void;
  /** The cell that is being edited. */
  readonly editor?: CellEditor | null;
  readonly handle?: Ref<TableHandle>;
}

/**
 * A table of any length, which renders only the rows in view. The focus stays on the grid itself, so that rows can come and
 * go. Keys: arrows, Home, End and pages move, Shift extends; with Ctrl, Home and End lead to the corners. Alt and an arrow
 * resizes a column, with Shift moves it. Shift+F10 opens the menu of the rows, with Alt that of the column.
 */
export function VirtualTable<Row>(props: VirtualTableProps<Row>) {
  const { columns, layout, onLayout, count, rowAt, rowName, rowBanner, selection, onSelect, onOpen, onView, onScroll } =
    props;
  const { editor, filterOf } = props;
  const grid = useRef<HTMLDivElement>(null);
  const [isAside, setIsAside] = useState(false);
  const gridId = useId();
  const arrangement = useMemo(() => arrange(columns, layout), [columns, layout]);
  const { shown } = arrangement;
  const overscan = useSettled() ? overscanned : 0;
  const headRows = filterOf ? 2 : 1;
  const headHeight = headRows * rowHeight;

  const virtualizer = useVirtualizer({
    count,
    getScrollElement: () => grid.current,
    estimateSize: () => rowHeight,
    overscan,
    // The sticky header precedes the first row and covers scrolled rows.
    scrollMargin: headHeight,
    scrollPaddingStart: headHeight,
  });
  const items = virtualizer.getVirtualItems();
  // Rows that enter the view reuse the elements of rows that leave it, at half the cost of new ones. The number of
  // elements depends only on the height.
  const pinned = fittingPins(arrangement, layout, virtualizer.scrollRect?.width ?? 0);
  const elements = Math.ceil((virtualizer.scrollRect?.height ?? 0) / rowHeight) + 1 + 2 * overscanned;
  const first = items[0]?.index ?? 0;
  const last = items.at(-1)?.index ?? 0;
  useEffect(() => onView?.(first, last), [onView, first, last]);

  useImperativeHandle(props.handle, () => ({
    focus: () => grid.current?.focus({ preventScroll: true }),
    scrollTo: (index, align = 'auto') => virtualizer.scrollToIndex(index, { align }),
    scrollToEnd: () => grid.current?.scrollTo({ top: grid.current.scrollHeight }),
  }));

  useKeptInView(grid, ({ scrollTop }) =>
    selection === null ? null : (selection.head + 1) * rowHeight + headHeight - scrollTop,
  );

  const anchor = selection?.anchor;
  const onPoint = useCallback(
    (index: number, column: number, extend: boolean) =>
      onSelect({ anchor: extend ? (anchor ?? index) : index, head: index, column }),
    [anchor, onSelect],
  );

  const openColumnMenu = (event: UIEvent, column: number) => {
    const title = document.getElementById(`${gridId}-head-${column}`);
    if (!props.onColumnMenu || !title || count === 0) return;
    event.preventDefault();
    onSelect({ anchor: 0, head: 0, ...selection, column });
    const { left, bottom } = title.getBoundingClientRect();
    props.onColumnMenu({ x: left, y: bottom });
  };

  const [from, to] = selection ? selectedRange(selection) : [-1, -1];

  const openRowMenu = (event: MouseEvent) => {
    const target = event.target instanceof Element ? event.target : null;
    const head = Number(target?.closest('[role=row]')?.ariaRowIndex) - 1 - headRows;
    if (!props.onRowMenu || !(head >= 0) || target?.closest('input, select')) return;
    event.preventDefault();
    const column = Number(target?.closest<HTMLElement>('[data-place]')?.dataset.place ?? 0);
    if (head < from || head > to) onSelect({ anchor: head, head, column });
    props.onRowMenu({ x: event.clientX, y: event.clientY });
  };

  const openMenuOfSelection = (event: KeyboardEvent<HTMLDivElement>) => {
    if (!selection) return;
    event.preventDefault();
    const cell = document.getElementById(`${gridId}-active`)?.getBoundingClientRect();
    const box = event.currentTarget.getBoundingClientRect();
    const isInView = cell && cell.bottom <= box.bottom && cell.top >= box.top + headHeight;
    if (!isInView) virtualizer.scrollToIndex(selection.head);
    const x = Math.max(box.left, cell?.left ?? box.left);
    props.onRowMenu?.({ x, y: isInView ? cell.bottom : box.top + headHeight });
  };

  const onKeyDown = (event: KeyboardEvent<HTMLDivElement>) => {
    if (event.target !== event.currentTarget) return;
    const isCommand = event.ctrlKey || event.metaKey;
    if (isCommand && event.key !== 'Home' && event.key !== 'End') return;
    if (event.key === 'ContextMenu' || (event.key === 'F10' && event.shiftKey)) {
      if (event.altKey || !props.onRowMenu) openColumnMenu(event, selection?.column ?? 0);
      else openMenuOfSelection(event);
      return;
    }
    if (event.altKey) {
      const step = event.key === 'ArrowLeft' ? -1 : event.key === 'ArrowRight' ? 1 : 0;
      const active = selection && shown[selection.column];
      if (step === 0 || !active) return;
      event.preventDefault();
      const beside = shown[selection.column + step];
      if (!event.shiftKey) onLayout(resizeColumn(layout, active.id, widthOf(layout, active) + 16 * step));
      else if (beside) onLayout(moveColumn(layout, columns, active.id, beside.id));
      return;
    }
    const page = Math.max(1, Math.floor(event.currentTarget.clientHeight / rowHeight) - 1 - headRows);
    const key = isCommand ? `Mod+${event.key}` : event.key;
    const next = moveSelection(selection, key, event.shiftKey, { rows: count, columns: shown.length, page });
    if (!next) return;
    event.preventDefault();
    onSelect(next);
    virtualizer.scrollToIndex(next.head);
    document.getElementById(`${gridId}-head-${next.column}`)?.scrollIntoView({ inline: 'nearest', block: 'nearest' });
  };

  const activeInView = selection !== null && selection.head >= first && selection.head <= last;
  const widths = shown.map((column) => widthOf(layout, column));
  const tracks = shown.map(({ grows }, place) => (grows ? `minmax(${widths[place]}px, 1fr)` : `${widths[place]}px`));
  if (!shown.some(({ grows }) => grows)) tracks.push('minmax(0, 1fr)');

  return (
    <div
      ref={grid}
      role="grid"
      aria-label={props.label}
      aria-rowcount={count + headRows}
      aria-colcount={shown.length}
      aria-multiselectable
      aria-activedescendant={activeInView ? `${gridId}-active` : undefined}
      tabIndex={0}
      className={classNames(styles.grid, isAside && styles.aside, activeInView && styles.hasActive)}
      style={{ '--columns': tracks.join(' '), ...pinnedOffsets(widths.slice(0, pinned)) } as CSSProperties}
      onKeyDown={onKeyDown}
      onContextMenu={(event) => {
        const title = event.target instanceof Element ? event.target.closest('[role=columnheader]') : null;
        if (title) openColumnMenu(event, Number(title.ariaColIndex) - 1);
        else openRowMenu(event);
      }}
      onScroll={({ currentTarget: { scrollLeft, scrollTop, clientHeight, scrollHeight } }) => {
        setIsAside(scrollLeft > 0);
        onScroll?.(scrollTop + clientHeight >= scrollHeight - rowHeight / 2);
      }}
    >
      <div role="presentation" className={styles.sheet}>
        <TableHeader
          id={gridId}
          columns={shown}
          pinned={pinned}
          layout={layout}
          onResize={(column, width) => onLayout(resizeColumn(layout, column.id, width))}
          onMove={(column, target) => onLayout(moveColumn(layout, columns, column.id, target.id))}
          onSort={props.onSort}
          filterOf={filterOf}
        />
        <div role="rowgroup" className={styles.rows} style={{ height: virtualizer.getTotalSize() }}>
          {items.map(({ index, start }) => {
            const row = rowAt(index);
            const name = row === undefined ? undefined : rowName(row);
            return (
              <TableRow
                key={index % elements}
                gridId={gridId}
                index={index}
                start={start - headHeight}
                row={row}
                name={name}
                banner={rowBanner}
                columns={shown}
                pinned={pinned}
                headRows={headRows}
                selected={index >= from && index <= to}
                activeColumn={index === selection?.head ? selection.column : null}
                editor={editor && editor.row === name ? editor : null}
                onPoint={onPoint}
                onOpen={onOpen}
              />
            );
          })}
        </div>
      </div>
    </div>
  );
}

/** Number of pinned columns that fit without covering the others. */
function fittingPins<Row>(
  { shown, pinned }: Arrangement<Column<Row>>,
  layout: ColumnLayout,
  available: number,
): number {
  let width = 0;
  const fitting = shown.slice(0, pinned).findIndex((column) => {
    width += widthOf(layout, column);
    return width > available * 0.7;
  });
  return fitting < 0 ? pinned : fitting;
}

/** CSS variables: the offset of each pinned column, and the width of all of them. */
function pinnedOffsets(widths: readonly number[]): Readonly<Record<string, string>> {
  const places: Record<string, string> = {};
  let covered = 0;
  for (const [place, width] of widths.entries()) {
    places[`--pinned-${place}`] = `${covered}px`;
    covered += width;
  }
  return { ...places, '--pinned': `${covered}px` };
}
