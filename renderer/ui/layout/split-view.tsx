import type { ReactNode } from 'react';
import { useLayoutEffect, useRef, useState } from 'react';
import { Group, Panel, Separator, useDefaultLayout } from 'react-resizable-panels';
import styles from './split-view.module.css';

/** A panel never scrolls as a whole, in place of its content; the library lets it by default. */
const unscrolled = { overflow: 'hidden' } as const;

/** Pixels that a detail needs to stand beside the list; with less, it stands below. */
const detailBeside = 500;

/** Least initial share of a list that has its detail below. */
const listAbove = 40;

interface SplitViewProps {
  /** The storage key of the splitter's position. */
  readonly id: string;
  /** Initial size of the list, in per cent. */
  readonly listSize?: number;
  /** Minimum width of the list beside the detail, in pixels. */
  readonly listMinWidth?: number;
  readonly list: ReactNode;
  readonly detail: ReactNode;
  /** Whether nothing is selected: the detail then takes no room below the list. */
  readonly isEmpty?: boolean;
}

/** A list and its detail with a splitter between them: side by side, or stacked in a narrow window. */
export function SplitView({ id, listSize = 62, listMinWidth = 360, list, detail, isEmpty = false }: SplitViewProps) {
  const box = useRef<HTMLDivElement>(null);
  const besideFrom = listMinWidth + detailBeside;
  const [beside, setBeside] = useState(() => window.innerWidth >= besideFrom);
  useLayoutEffect(() => {
    if (!box.current) return;
    const observer = new ResizeObserver(([entry]) => {
      if (entry) setBeside(entry.contentRect.width >= besideFrom);
    });
    observer.observe(box.current);
    return () => observer.disconnect();
  }, [besideFrom]);
  return (
    <div ref={box} className={styles.box}>
      <Split
        key={String(beside)}
        id={id}
        beside={beside}
        listSize={listSize}
        listMinWidth={listMinWidth}
        list={list}
        detail={detail}
        isEmpty={isEmpty}
      />
    </div>
  );
}

function Split({
  id,
  beside,
  listSize,
  listMinWidth,
  list,
  detail,
  isEmpty,
}: Required<SplitViewProps> & { readonly beside: boolean }) {
  const layout = useDefaultLayout({ id: `${id}.${beside ? 'beside' : 'below'}`, storage: localStorage });
  return (
    <Group orientation={beside ? 'horizontal' : 'vertical'} className={styles.group} {...layout}>
      <Panel
        id="list"
        className={styles.panel}
        style={unscrolled}
        defaultSize={`${beside ? listSize : Math.max(listSize, listAbove)}%`}
        minSize={beside ? listMinWidth : 160}
        // The detail gives way to what takes room below it, so that the list stays where it is.
        groupResizeBehavior={beside ? 'preserve-relative-size' : 'preserve-pixel-size'}
      >
        {list}
      </Panel>
      {(beside || !isEmpty) && (
        <>
          <Separator className={beside ? styles.upright : styles.level} aria-label="Resize the detail" />
          <Panel id="detail" className={styles.panel} style={unscrolled} minSize={beside ? 300 : 160}>
            {detail}
          </Panel>
        </>
      )}
    </Group>
  );
}
