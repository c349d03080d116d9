// biome-ignore-all lint/a11y/useFocusableInteractive: the grid itself has the focus and names its active cell.
// biome-ignore-all lint/a11y/useSemanticElements: rows that are placed by hand lose the meaning of table elements.
import { ArrowDown, ArrowUp } from 'lucide-react';
import { type MouseEvent, type PointerEvent, type ReactNode, useRef, useState } from 'react';
import { classNames } from '../base/class-names.ts';
import { type ColumnLayout, widthOf } from './column-layout.ts';
import type { Column } from './table-model.ts';
import { pinnedAt } from './table-row.tsx';
import styles from './virtual-table.module.css';

interface TableHeaderProps<Row> {
  readonly id: string;
  /** The columns shown; the first `pinned` of them are pinned. */
  readonly columns: readonly Column<Row>[];
  readonly pinned: number;
  readonly layout: ColumnLayout;
  readonly onResize: (column: Column<Row>, width: number) => void;
  /** Moves a column to the place of another. */
  readonly onMove: (column: Column<Row>, target: Column<Row>) => void;
  readonly onSort: ((column: string, beside: boolean) => void) | undefined;
  readonly filterOf: ((column: Column<Row>) => ReactNode) | undefined;
}

export function TableHeader<Row>(props: TableHeaderProps<Row>) {
  const { id, columns, pinned, layout, onResize, onSort, filterOf } = props;
  const { drag, handlers } = useColumnDrag(props);
  return (
    <div role="rowgroup" className={styles.head}>
      <div role="row" aria-rowindex={1} className={styles.headRow}>
        {columns.map((column, place) => (
          <div
            key={column.id}
            id={`${id}-head-${place}`}
            role="columnheader"
            aria-colindex={place + 1}
            aria-sort={column.sort}
            className={classNames(
              styles.headCell,
              column.align === 'end' && styles.end,
              place < pinned && styles.pinned,
              place === pinned - 1 && styles.lastPinned,
              drag?.from === place && styles.dragged,
              drag?.to === place && place < drag.from && styles.dropBefore,
              drag?.to === place && place > drag.from && styles.dropAfter,
            )}
            {...(place < pinned && { style: pinnedAt(place) })}
          >
            {column.sort === undefined ? (
              <span className={styles.headTitle} {...handlers(place)}>
                {title(column)}
              </span>
            ) : (
              <button
                type="button"
                tabIndex={-1}
                className={styles.headTitle}
                title={`Sort by ${column.title}. Shift-click adds it to the sort order; drag to move the column.`}
                {...handlers(place)}
                onClick={(event) => onSort?.(column.id, event.shiftKey)}
              >
                <span>{title(column)}</span>
                {column.sort === 'ascending' && <ArrowUp aria-hidden />}
                {column.sort === 'descending' && <ArrowDown aria-hidden />}
                {column.sortPlace !== undefined && <span className={styles.sortPlace}>{column.sortPlace}</span>}
              </button>
            )}
            <ResizeHandle
              width={widthOf(layout, column)}
              reset={column.width}
              onResize={(width) => onResize(column, width)}
            />
          </div>
        ))}
      </div>
      {filterOf && (
        <div role="row" aria-rowindex={2} className={styles.filterRow}>
          {columns.map((column, place) => (
            <div
              key={column.id}
              role="gridcell"
              aria-colindex={place + 1}
              className={classNames(
                styles.filterCell,
                place < pinned && styles.pinned,
                place === pinned - 1 && styles.lastPinned,
              )}
              {...(place < pinned && { style: pinnedAt(place) })}
            >
              {filterOf(column)}
            </div>
          ))}
        </div>
      )}
    </div>
  );
}

function title<Row>({ title, isRequired }: Column<Row>): ReactNode {
  if (!isRequired) return title;
  return (
    <>
      {title}
      <span aria-hidden className={styles.required}>
        {' '}
        *
      </span>
      <span className="unseen">, required</span>
    </>
  );
}

/** A drag of a column, by indices. */
interface ColumnDrag {
  readonly from: number;
  readonly to: number;
}

/** Pixels that the pointer moves before a press becomes a drag. */
const dragStart = 5;

/** For the mouse; the keyboard uses Alt, Shift and the arrows. */
function useColumnDrag<Row>({ columns, onMove }: Pick<TableHeaderProps<Row>, 'columns' | 'onMove'>) {
  const [drag, setDrag] = useState<ColumnDrag | null>(null);
  const pressed = useRef<number | null>(null);
  const dragged = useRef(false);
  const handlers = (from: number) => ({
    onPointerDown: (event: PointerEvent<HTMLElement>) => {
      if (event.button !== 0) return;
      pressed.current = event.clientX;
      dragged.current = false;
      event.currentTarget.setPointerCapture(event.pointerId);
    },
    onPointerMove: (event: PointerEvent<HTMLElement>) => {
      if (pressed.current === null) return;
      if (!drag && Math.abs(event.clientX - pressed.current) < dragStart) return;
      dragged.current = true;
      setDrag({ from, to: placeUnder(event) ?? from });
    },
    onPointerUp: (event: PointerEvent<HTMLElement>) => {
      // A busy page has not rendered the last moves.
      const isDrop = pressed.current !== null && dragged.current;
      const [column, target] = isDrop ? [columns[from], columns[placeUnder(event) ?? from]] : [];
      if (column && target) onMove(column, target);
    },
    onLostPointerCapture: () => {
      pressed.current = null;
      setDrag(null);
    },
    // The click event after a drag must not sort.
    onClickCapture: (event: MouseEvent) => {
      if (dragged.current) event.stopPropagation();
    },
  });
  return { drag, handlers };
}

/** The index of the header cell under the pointer. */
function placeUnder({ currentTarget, clientX }: PointerEvent<HTMLElement>): number | undefined {
  const cells = currentTarget.closest('[role=row]')?.children ?? [];
  const place = Array.from(cells).findIndex((cell) => {
    const { left, right } = cell.getBoundingClientRect();
    return clientX >= left && clientX < right;
  });
  return place < 0 ? undefined : place;
}

interface ResizeHandleProps {
  readonly width: number;
  readonly reset: number;
  readonly onResize: (width: number) => void;
}

/** For the mouse; the keyboard uses Alt and the arrows. */
function ResizeHandle({ width, reset, onResize }: ResizeHandleProps) {
  const begin = (event: PointerEvent<HTMLDivElement>) => {
    const from = event.clientX;
    const handle = event.currentTarget;
    handle.setPointerCapture(event.pointerId);
    const move = (moved: globalThis.PointerEvent) => onResize(width + moved.clientX - from);
    handle.addEventListener('pointermove', move);
    handle.addEventListener('lostpointercapture', () => handle.removeEventListener('pointermove', move), {
      once: true,
    });
  };
  return <div aria-hidden className={styles.resize} onPointerDown={begin} onDoubleClick={() => onResize(reset)} />;
}
