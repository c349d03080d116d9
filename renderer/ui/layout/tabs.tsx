import { Tabs as Radix } from 'radix-ui';
import { type DragEvent, type KeyboardEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import { classNames } from '../base/class-names.ts';
import { HiddenTabs, useHiddenTabs } from './hidden-tabs.tsx';
import styles from './tabs.module.css';

export interface Tab {
  readonly id: string;
  readonly title: string;
  /** A short word or number after the title, hidden from screen readers. */
  readonly note?: ReactNode;
}

/** The library focuses a pressed tab itself, for which the browser would show the frame of the keyboard. */
const pressedByMouse = 'data-by-mouse';

interface TabsProps {
  readonly label: string;
  readonly tabs: readonly Tab[];
  readonly chosen: string;
  readonly onChoose: (id: string) => void;
  /** Moves a tab by that many places, by dragging it, or with Alt and an arrow. */
  readonly onMove?: ((id: string, by: number) => void) | undefined;
  /** Opens the context menu of a tab, which becomes the chosen one. */
  readonly onMenu?: ((at: { readonly x: number; readonly y: number }) => void) | undefined;
  /** Content right after the tabs. */
  readonly beside?: ReactNode;
  /** Content at the other end of the bar. */
  readonly aside?: ReactNode;
  /** The content of the chosen tab. */
  readonly children: ReactNode;
}

export function Tabs(props: TabsProps) {
  const { label, tabs, chosen, onChoose, onMove, onMenu, beside, aside, children } = props;
  const [drag, setDrag] = useState<Drag | null>(null);
  const list = useRef<HTMLDivElement>(null);
  const hidden = useHiddenTabs(list, tabs);
  const isCut = hidden.length > 0;
  // biome-ignore lint/correctness/useExhaustiveDependencies: the order of the tabs alone scrolls nothing.
  useEffect(() => {
    // To scroll, the browser lays the page out at once: a view that is prepared in the background would do so, too.
    if (!isCut) return;
    const tab = list.current?.children[tabs.findIndex(({ id }) => id === chosen)];
    tab?.scrollIntoView({ inline: 'nearest', block: 'nearest' });
  }, [chosen, isCut]);
  const moveByKey = (event: KeyboardEvent<HTMLElement>, place: number) => {
    const by = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    if (!onMove || !event.altKey || by === undefined) return;
    event.preventDefault();
    const id = tabs[place]?.id;
    if (id !== undefined && tabs[place + by]) onMove(id, by);
  };
  const dragProps = (place: number) =>
    onMove && {
      draggable: true,
      onDragStart: (event: DragEvent) => {
        event.dataTransfer.effectAllowed = 'move';
        event.dataTransfer.setData('text/plain', tabs[place]?.title ?? '');
        setDrag({ from: place, to: place });
      },
      onDragOver: (event: DragEvent) => {
        if (!drag) return;
        event.preventDefault();
        if (drag.to !== place) setDrag({ ...drag, to: place });
      },
      onDrop: (event: DragEvent) => {
        event.preventDefault();
        const id = drag && tabs[drag.from]?.id;
        if (drag && id && drag.from !== place) onMove(id, place - drag.from);
        setDrag(null);
      },
      onDragEnd: () => setDrag(null),
    };
  return (
    <Radix.Root className={styles.tabs} value={chosen} onValueChange={onChoose}>
      <div className={styles.bar}>
        <Radix.List ref={list} className={styles.list} aria-label={label} data-cut={cutSides(hidden, tabs.length)}>
          {tabs.map((tab, place) => (
            <Radix.Trigger
              key={tab.id}
              value={tab.id}
              className={classNames(styles.tab, drag?.to === place && dropSide(drag))}
              onMouseDown={({ currentTarget }) => currentTarget.setAttribute(pressedByMouse, '')}
              onBlur={({ currentTarget }) => currentTarget.removeAttribute(pressedByMouse)}
              onKeyDown={(event) => {
                event.currentTarget.removeAttribute(pressedByMouse);
                moveByKey(event, place);
              }}
              {...dragProps(place)}
              {...(onMenu && {
                onContextMenu: (event) => {
                  event.preventDefault();
                  onChoose(tab.id);
                  // A tab that gets the focus back is chosen, so that must be this one.
                  event.currentTarget.focus();
                  const { left, bottom } = event.currentTarget.getBoundingClientRect();
                  const byKey = event.clientX === 0 && event.clientY === 0;
                  onMenu(byKey ? { x: left, y: bottom } : { x: event.clientX, y: event.clientY });
                },
              })}
            >
              <span className="steady" data-text={tab.title}>
                {tab.title}
              </span>
              {tab.note !== undefined && (
                <span aria-hidden className={styles.note}>
                  {tab.note}
                </span>
              )}
            </Radix.Trigger>
          ))}
        </Radix.List>
        {isCut && <HiddenTabs tabs={tabs.filter((_tab, place) => hidden.includes(place))} onChoose={onChoose} />}
        {beside}
        {aside && <span className={styles.aside}>{aside}</span>}
      </div>
      {tabs.map((tab) => (
        <Radix.Content key={tab.id} value={tab.id} className={styles.content} tabIndex={-1}>
          {tab.id === chosen && children}
        </Radix.Content>
      ))}
    </Radix.Root>
  );
}

/** The sides at which tabs are out of view, which fade there. */
function cutSides(hidden: readonly number[], count: number): string | undefined {
  const sides = [hidden.includes(0) && 'start', hidden.includes(count - 1) && 'end'].filter(Boolean);
  return sides.length > 0 ? sides.join(' ') : undefined;
}

/** A tab that is dragged, and the one under the pointer. */
interface Drag {
  readonly from: number;
  readonly to: number;
}

/** Marks the side of a tab at which the dragged one would land. */
function dropSide({ from, to }: Drag): string | undefined {
  if (from === to) return styles.dragged;
  return from < to ? styles.dropAfter : styles.dropBefore;
}
