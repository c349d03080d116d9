import { type RefObject, useEffect, useRef } from 'react';

/** Keeps the active row in view, down to its end in pixels, when a notice or a detail beside the table makes it lower. */
export function useKeptInView(grid: RefObject<HTMLDivElement | null>, end: number): void {
  const activeEnd = useRef(end);
  useEffect(() => {
    activeEnd.current = end;
  });
  useEffect(() => {
    const element = grid.current;
    if (!element) return;
    let before = element.clientHeight;
    const observer = new ResizeObserver(() => {
      const { clientHeight, scrollTop } = element;
      const below = activeEnd.current - scrollTop;
      if (below <= before && below > clientHeight && clientHeight > 0) element.scrollTop += below - clientHeight;
      before = clientHeight;
    });
    observer.observe(element);
    return () => observer.disconnect();
  }, [grid]);
}
