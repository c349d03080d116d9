import { type KeyboardEvent, type RefObject, useEffect, useRef, useState } from 'react';
import styles from './section-list.module.css';

interface SectionListProps {
  readonly titles: readonly string[];
  /** The box that scrolls the sections, which are labelled with the titles. */
  readonly box: RefObject<HTMLElement | null>;
  /** Makes all sections visible, before one is shown. */
  readonly onGo: () => void;
}

/** The sections of a long page: a click or Enter scrolls to one, arrow keys move between them. Tab reaches the marked one. */
export function SectionList({ titles, box, onGo }: SectionListProps) {
  const list = useRef<HTMLUListElement>(null);
  const [current, setCurrent] = useState(titles[0]);
  const sectionOf = (title: string | undefined) =>
    [...(box.current?.querySelectorAll('section') ?? [])].find((one) => one.ariaLabel === title);

  // The first section of which something can be seen below the edge.
  useEffect(() => {
    const scroller = box.current;
    if (!scroller) return;
    const follow = () => {
      const top = scroller.getBoundingClientRect().top + edge;
      const shown = [...scroller.querySelectorAll('section')].find((one) => one.getBoundingClientRect().bottom > top);
      if (shown?.ariaLabel) setCurrent(shown.ariaLabel);
    };
    scroller.addEventListener('scroll', follow, { passive: true });
    return () => scroller.removeEventListener('scroll', follow);
  }, [box]);

  const go = (title: string) => {
    onGo();
    requestAnimationFrame(() => {
      sectionOf(title)?.scrollIntoView({ block: 'start' });
      setCurrent(title);
    });
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const buttons = [...(list.current?.querySelectorAll('button') ?? [])];
    const place = buttons.indexOf(document.activeElement as HTMLButtonElement);
    const next = { ArrowUp: place - 1, ArrowDown: place + 1, Home: 0, End: buttons.length - 1 }[event.key];
    if (next === undefined) return;
    event.preventDefault();
    buttons[next]?.focus();
  };
  return (
    <nav className={styles.sections} aria-label="Sections">
      <ul ref={list} onKeyDown={onKeyDown}>
        {titles.map((title) => (
          <li key={title}>
            <button
              type="button"
              tabIndex={title === current ? 0 : -1}
              aria-current={title === current || undefined}
              onClick={() => go(title)}
            >
              {title}
            </button>
          </li>
        ))}
      </ul>
    </nav>
  );
}

/** Pixels of a section that count as its end. */
const edge = 24;
