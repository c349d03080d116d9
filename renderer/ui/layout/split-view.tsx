import type { ReactNode } from 'react';
import { useLayoutEffect, useRef, useState } from 'react';
import { Group, Panel, Separator, useDefaultLayout } from 'react-resizable-panels';
import styles from './split-view.module.css';

/** Width in pixels from which the detail stands beside the list instead of below it. */
const besideFrom = 860;

interface SplitViewProps {
  /** Under which the splitter's place is kept. */
  readonly id: string;
  /** How much of the room the list has at first. */
  readonly listSize?: `${number}%`;
  /** The least width of the list beside the detail, in pixels. */
  readonly listLeast?: number;
  readonly list: ReactNode;
  readonly detail: ReactNode;
}

/** A list and its detail, with a splitter between them: beside each other, or one above the other where it is narrow. */
export function SplitView({ id, listSize = '62%', listLeast = 360, list, detail }: SplitViewProps) {
  const box = useRef<HTMLDivElement>(null);
  const [beside, setBeside] = useState(() => window.innerWidth >= besideFrom);
  useLayoutEffect(() => {
    if (!box.current) return;
    const observer = new ResizeObserver(([entry]) => {
      if (entry) setBeside(entry.contentRect.width >= besideFrom);
    });
    observer.observe(box.current);
    return () => observer.disconnect();
  }, []);
  return (
    <div ref={box} className={styles.box}>
      <Split
        key={String(beside)}
        id={id}
        beside={beside}
        listSize={listSize}
        listLeast={listLeast}
        list={list}
        detail={detail}
      />
    </div>
  );
}

function Split({
  id,
  beside,
  listSize,
  listLeast,
  list,
  detail,
}: Required<SplitViewProps> & { readonly beside: boolean }) {
  const layout = useDefaultLayout({ id: `${id}.${beside ? 'beside' : 'below'}`, storage: localStorage });
  return (
    <Group orientation={beside ? 'horizontal' : 'vertical'} className={styles.group} {...layout}>
      <Panel id="list" className={styles.panel} defaultSize={listSize} minSize={beside ? listLeast : 160}>
        {list}
      </Panel>
      <Separator className={beside ? styles.upright : styles.level} aria-label="Size of the detail" />
      <Panel id="detail" className={styles.panel} minSize={beside ? 300 : 160}>
        {detail}
      </Panel>
    </Group>
  );
}
