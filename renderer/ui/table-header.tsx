// biome-ignore-all lint/a11y/useFocusableInteractive: the grid itself has the focus and names its active cell.
// biome-ignore-all lint/a11y/useSemanticElements: rows that are placed by hand lose the meaning of table elements.
import { ArrowDown, ArrowUp } from 'lucide-react';
import type { PointerEvent } from 'react';
import { classNames } from './class-names.ts';
import type { Column } from './table-model.ts';
import styles from './virtual-table.module.css';

interface TableHeaderProps<Row> {
  readonly id: string;
  readonly columns: readonly Column<Row>[];
  readonly widthOf: (column: Column<Row>) => number;
  readonly onResize: (column: Column<Row>, width: number) => void;
  readonly onSort: ((column: string) => void) | undefined;
}

export function TableHeader<Row>({ id, columns, widthOf, onResize, onSort }: TableHeaderProps<Row>) {
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
            className={classNames(styles.headCell, column.align === 'end' && styles.end)}
          >
            {column.sort === undefined ? (
              <span className={styles.headTitle}>{column.title}</span>
            ) : (
              <button
                type="button"
                tabIndex={-1}
                className={styles.headTitle}
                title={`Order by ${column.title}`}
                onClick={() => onSort?.(column.id)}
              >
                {column.title}
                {column.sort === 'ascending' && <ArrowUp aria-hidden />}
                {column.sort === 'descending' && <ArrowDown aria-hidden />}
              </button>
            )}
            <ResizeHandle width={widthOf(column)} reset={column.width} onResize={(width) => onResize(column, width)} />
          </div>
        ))}
      </div>
    </div>
  );
}

interface ResizeHandleProps {
  readonly width: number;
  readonly reset: number;
  readonly onResize: (width: number) => void;
}

/** For the mouse; the keyboard has Alt and the arrows. */
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
