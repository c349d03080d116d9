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
      element.scrollTop += hiddenPart(activeEnd.current - element.scrollTop, before, element.clientHeight);
      before = element.clientHeight;
    });
    observer.observe(element);
    return () => observer.disconnect();
  }, [grid]);
}

/**
 * How many pixels of what ends at `end` a table hides since its height changed. Zero for what it hid before, and for a table that
 * is not shown, which has no height.
 */
export function hiddenPart(end: number, before: number, height: number): number {
  return end <= before && end > height && height > 0 ? end - height : 0;
}
