import { GripVertical } from 'lucide-react';
import { type KeyboardEvent, type PointerEvent, type ReactNode, useLayoutEffect, useRef, useState } from 'react';
import { classNames } from '../base/class-names.ts';
import { type Drag, dragTo, shiftOf } from './sortable-drag.ts';
import styles from './sortable-list.module.css';

interface SortableListProps<Item> {
  readonly label: string;
  readonly items: readonly Item[];
  readonly keyOf: (item: Item, index: number) => string;
  /** The item's name for screen readers. */
  readonly nameOf: (item: Item, index: number) => string;
  /** Requests a move; the list changes when `items` do. */
  readonly onMove: (from: number, to: number) => void;
  /** Whether Tab reaches the handle of an item. */
  readonly handleIsTabbable?: (item: Item) => boolean;
  readonly className?: string | undefined;
  /** Renders an item; it places the drag handle. */
  readonly children: (item: Item, index: number, handle: ReactNode) => ReactNode;
}

/**
 * A list sorted by dragging a handle, by arrows on the handle, or by Alt and an arrow anywhere in an item except in a
 * field. A control with a `data-part` keeps the focus when its item moves.
 */
export function SortableList<Item>(props: SortableListProps<Item>) {
  const { label, items, keyOf, nameOf, onMove, handleIsTabbable = () => true, className, children } = props;
  const list = useRef<HTMLOListElement>(null);
  const [drag, setDrag] = useState<Drag | null>(null);
  const [said, setSaid] = useState('');
  /** The control to focus once the items have moved, by the key of its item: others may have moved as well. */
  const keyboard = useRef<{ readonly key: string; readonly part: string } | null>(null);

  // biome-ignore lint/correctness/useExhaustiveDependencies: new items end the drag.
  useLayoutEffect(() => {
    setDrag(null);
    const wanted = keyboard.current;
    keyboard.current = null;
    if (!wanted) return;
    const index = items.findIndex((item, at) => keyOf(item, at) === wanted.key);
    partOf(list.current?.children[index], wanted.part)?.focus();
  }, [items]);

  const move = (from: number, to: number) => {
    const item = items[from];
    if (item === undefined || to === from || to < 0 || to >= items.length) return false;
    setSaid(`${nameOf(item, from)} is now ${to + 1} of ${items.length}.`);
    onMove(from, to);
    return true;
  };

  const moveByKey = (event: KeyboardEvent, index: number) => {
    const part = event.target instanceof HTMLElement ? event.target.closest<HTMLElement>('[data-part]') : null;
    const onHandle = part?.dataset.part === handlePart;
    if (!(event.altKey || onHandle) || isField(event.target)) return;
    const item = items[index];
    const to = { ArrowUp: index - 1, ArrowDown: index + 1, Home: 0, End: items.length - 1 }[event.key];
    if (to === undefined || item === undefined) return;
    event.preventDefault();
    if (move(index, to)) keyboard.current = { key: keyOf(item, index), part: part?.dataset.part ?? handlePart };
  };

  const begin = (event: PointerEvent<HTMLElement>, index: number) => {
    if (event.button !== 0 || !list.current) return;
    event.currentTarget.setPointerCapture(event.pointerId);
    const tops = Array.from(list.current.children, (child) => child.getBoundingClientRect());
    setDrag({
      from: index,
      to: index,
      by: 0,
      pointer: event.clientY + scrollOf(list.current),
      boxes: tops.map(({ top, height }) => ({ top, height })),
    });
  };
  const follow = (event: PointerEvent<HTMLElement>) => {
    if (!drag || !list.current || !event.currentTarget.hasPointerCapture(event.pointerId)) return;
    scrollNear(list.current, event.clientY);
    setDrag(dragTo(drag, event.clientY + scrollOf(list.current)));
  };
  const drop = (event: PointerEvent<HTMLElement>) => {
    if (!drag || !list.current) return;
    // A busy page has not rendered the last moves.
    const { from, to } = dragTo(drag, event.clientY + scrollOf(list.current));
    if (!move(from, to)) setDrag(null);
  };

  return (
    <>
      <ol ref={list} aria-label={label} className={className}>
        {items.map((item, index) => (
          <li
            key={keyOf(item, index)}
            className={classNames(styles.item, drag && styles.shifts, drag?.from === index && styles.dragged)}
            style={drag ? { transform: `translateY(${shiftOf(drag, index)}px)` } : undefined}
            onKeyDown={(event) => moveByKey(event, index)}
          >
            {children(
              item,
              index,
              <button
                type="button"
                data-part={handlePart}
                aria-label={`Move ${nameOf(item, index)}`}
                title="Drag, or press Alt and an arrow key"
                tabIndex={handleIsTabbable(item) ? 0 : -1}
                className={styles.handle}
                onPointerDown={(event) => begin(event, index)}
                onPointerMove={follow}
                onPointerUp={drop}
                onPointerCancel={() => setDrag(null)}
                onKeyDown={(event) => {
                  if (event.key === 'Escape') setDrag(null);
                }}
              >
                <GripVertical aria-hidden />
              </button>,
            )}
          </li>
        ))}
      </ol>
      <p role="status" className="unseen">
        {said}
      </p>
    </>
  );
}

const handlePart = 'handle';

function partOf(item: Element | undefined, part: string): HTMLElement | null | undefined {
  return item?.querySelector<HTMLElement>(`[data-part="${part}"]`);
}

function isField(target: EventTarget): boolean {
  return (
    target instanceof HTMLElement &&
    target.closest('input:not([type=checkbox], [type=radio]), textarea, select') !== null
  );
}

/** The element that scrolls the list, if any. */
function scroller(list: HTMLElement): HTMLElement | null {
  for (let box: HTMLElement | null = list; box; box = box.parentElement) {
    if (box.scrollHeight > box.clientHeight && getComputedStyle(box).overflowY !== 'visible') return box;
  }
  return null;
}

function scrollOf(list: HTMLElement): number {
  return scroller(list)?.scrollTop ?? 0;
}

/** Pixels from the edge within which a drag scrolls. */
const edge = 32;

function scrollNear(list: HTMLElement, pointer: number): void {
  const box = scroller(list);
  if (!box) return;
  const { top, bottom } = box.getBoundingClientRect();
  if (pointer < top + edge) box.scrollTop -= edge / 4;
  else if (pointer > bottom - edge) box.scrollTop += edge / 4;
}
