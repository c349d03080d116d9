import { GripVertical } from 'lucide-react';
import { type KeyboardEvent, type PointerEvent, type ReactNode, useLayoutEffect, useRef, useState } from 'react';
import { classNames } from '../base/class-names.ts';
import { type Drag, dragTo, shiftOf } from './sortable-drag.ts';
import styles from './sortable-list.module.css';

interface SortableListProps<Item> {
  readonly label: string;
  readonly items: readonly Item[];
  readonly keyOf: (item: Item, index: number) => string;
  /** What an item is called, for whoever cannot see it move. */
  readonly nameOf: (item: Item, index: number) => string;
  /** Asked to move an item; the list shows it once the items come in their new order. */
  readonly onMove: (from: number, to: number) => void;
  /** Whether the keyboard stops at the handle of an item. */
  readonly handleIsTabbable?: (item: Item) => boolean;
  readonly className?: string | undefined;
  /** The content of an item; the handle stands where the content puts it. */
  readonly children: (item: Item, index: number, handle: ReactNode) => ReactNode;
}

/**
 * A list whose order is changed by dragging a handle, by the arrows on it, and by Alt with an arrow from anywhere in an
 * item that is no field. Parts of an item that are to keep the keyboard as it moves have a `data-part` of their own.
 */
export function SortableList<Item>(props: SortableListProps<Item>) {
  const { label, items, keyOf, nameOf, onMove, handleIsTabbable = () => true, className, children } = props;
  const list = useRef<HTMLOListElement>(null);
  const [drag, setDrag] = useState<Drag | null>(null);
  const [said, setSaid] = useState('');
  /** Where the keyboard goes once the items have moved. */
  const keyboard = useRef<{ readonly index: number; readonly part: string } | null>(null);

  // biome-ignore lint/correctness/useExhaustiveDependencies: what was dragged or moved is in its place when the items change.
  useLayoutEffect(() => {
    setDrag(null);
    const wanted = keyboard.current;
    keyboard.current = null;
    if (wanted) partOf(list.current?.children[wanted.index], wanted.part)?.focus();
  }, [items]);

  const move = (from: number, to: number) => {
    const item = items[from];
    if (item === undefined || to === from || to < 0 || to >= items.length) return false;
    setSaid(`${nameOf(item, from)} is ${to + 1} of ${items.length} now.`);
    onMove(from, to);
    return true;
  };

  const moveByKey = (event: KeyboardEvent, index: number) => {
    const part = event.target instanceof HTMLElement ? event.target.closest<HTMLElement>('[data-part]') : null;
    const onHandle = part?.dataset.part === handlePart;
    if (!(event.altKey || onHandle) || isField(event.target)) return;
    const to = { ArrowUp: index - 1, ArrowDown: index + 1, Home: 0, End: items.length - 1 }[event.key];
    if (to === undefined) return;
    event.preventDefault();
    if (move(index, to)) keyboard.current = { index: to, part: part?.dataset.part ?? handlePart };
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
  const drop = () => {
    if (!drag) return;
    if (!move(drag.from, drag.to)) setDrag(null);
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
                title="Drag, or press Alt and an arrow"
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
  return target instanceof HTMLElement && target.closest('input:not([type=checkbox]), textarea, select') !== null;
}

/** The element that scrolls the list. */
function scroller(list: HTMLElement): HTMLElement | null {
  for (let box: HTMLElement | null = list; box; box = box.parentElement) {
    if (box.scrollHeight > box.clientHeight && getComputedStyle(box).overflowY !== 'visible') return box;
  }
  return null;
}

function scrollOf(list: HTMLElement): number {
  return scroller(list)?.scrollTop ?? 0;
}

/** Pixels from the edge in which a drag scrolls, and how far it does at each move. */
const edge = 32;

function scrollNear(list: HTMLElement, pointer: number): void {
  const box = scroller(list);
  if (!box) return;
  const { top, bottom } = box.getBoundingClientRect();
  if (pointer < top + edge) box.scrollTop -= edge / 4;
  else if (pointer > bottom - edge) box.scrollTop += edge / 4;
}
