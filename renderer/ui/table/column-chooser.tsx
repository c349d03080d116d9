import { Pin } from 'lucide-react';
import { type KeyboardEvent, useId, useMemo, useRef, useState } from 'react';
import { Button, IconButton } from '../base/button.tsx';
import { classNames } from '../base/class-names.ts';
import { plural } from '../base/format.ts';
import { SearchField } from '../form/field.tsx';
import { SortableList } from '../layout/sortable-list.tsx';
import styles from './column-chooser.module.css';
import {
  arrange,
  type ColumnLayout,
  defaultLayout,
  isPinned,
  isShown,
  moveColumn,
  pinColumn,
  showColumn,
} from './column-layout.ts';
import type { Column } from './table-model.ts';

/** Tables with more columns get a search field. */
const manyColumns = 12;

interface ColumnChooserProps<Row> {
  readonly columns: readonly Column<Row>[];
  readonly layout: ColumnLayout;
  readonly onLayout: (layout: ColumnLayout) => void;
}

/**
 * Shows, hides, orders and pins the columns of a table. Arrows move between columns, Space shows or hides one, Alt and an
 * arrow moves it.
 */
export function ColumnChooser<Row>({ columns, layout, onLayout }: ColumnChooserProps<Row>) {
  const id = useId();
  const list = useRef<HTMLDivElement>(null);
  const [search, setSearch] = useState('');
  const [active, setActive] = useState<string | null>(null);
  const { all, shown } = useMemo(() => arrange(columns, layout), [columns, layout]);
  const isDefault = Object.values(layout).every((choices) => choices.length === 0);
  const found = useMemo(
    () => all.filter(({ title }) => title.toLowerCase().includes(search.toLowerCase())),
    [all, search],
  );
  const tabbable = found.some((column) => column.id === active) ? active : found[0]?.id;
  const tabIndexOf = (column: Column<Row>) => (column.id === tabbable ? 0 : -1);

  return (
    <div className={styles.chooser}>
      {columns.length > manyColumns && (
        <div className={styles.search}>
          <SearchField
            label="Search columns"
            placeholder="Search"
            value={search}
            onChange={setSearch}
            onLeave={() => list.current?.querySelector<HTMLElement>('[data-part=shown]')?.focus()}
          />
        </div>
      )}
      {/* biome-ignore lint/a11y/noStaticElementInteractions: the list as a whole handles the arrows. */}
      <div ref={list} className={styles.scroll} onKeyDown={onArrow}>
        <SortableList
          label="Columns"
          items={found}
          keyOf={(column) => column.id}
          nameOf={(column) => column.title}
          handleIsTabbable={(column) => column.id === tabbable}
          onMove={(from, to) => {
            const [moved, target] = [found[from], found[to]];
            if (moved && target) onLayout(moveColumn(layout, columns, moved.id, target.id));
          }}
        >
          {(column, place, handle) => {
            const isOn = isShown(layout, column);
            const hasPin = isPinned(layout, column);
            return (
              // biome-ignore lint/a11y/noStaticElementInteractions: only tracks the focus.
              <div className={styles.column} onFocus={() => setActive(column.id)}>
                {handle}
                <input
                  id={`${id}-${place}`}
                  type="checkbox"
                  data-part="shown"
                  tabIndex={tabIndexOf(column)}
                  checked={isOn}
                  disabled={isOn && shown.length === 1}
                  onChange={() => onLayout(showColumn(layout, column.id, !isOn))}
                />
                <label htmlFor={`${id}-${place}`} className={classNames('ellipsis', styles.title)} title={column.title}>
                  {column.title}
                </label>
                <span className={styles.pin} data-on={hasPin}>
                  <IconButton
                    data-part="pinned"
                    label={`Pin ${column.title}`}
                    icon={Pin}
                    pressed={hasPin}
                    tabIndex={tabIndexOf(column)}
                    onClick={() => onLayout(pinColumn(layout, column.id, !hasPin))}
                  />
                </span>
              </div>
            );
          }}
        </SortableList>
        {found.length === 0 && <p className={styles.nothing}>No matching column.</p>}
      </div>
      <footer className={styles.footer}>
        <span>
          {shown.length} of {plural(columns.length, 'column')}
        </span>
        <Button why={isDefault && 'The columns have their default layout.'} onClick={() => onLayout(defaultLayout)}>
          Reset
        </Button>
      </footer>
    </div>
  );
}

/** Moves the focus to the same control of the next or previous column. */
function onArrow(event: KeyboardEvent<HTMLElement>): void {
  const step = { ArrowDown: 'nextElementSibling', ArrowUp: 'previousElementSibling' } as const;
  const direction = event.key === 'ArrowDown' || event.key === 'ArrowUp' ? step[event.key] : undefined;
  const part = event.target instanceof HTMLElement ? event.target.closest<HTMLElement>('[data-part]') : null;
  if (!direction || !part || event.altKey || event.defaultPrevented) return;
  event.preventDefault();
  part.closest('li')?.[direction]?.querySelector<HTMLElement>(`[data-part="${part.dataset.part}"]`)?.focus();
}
