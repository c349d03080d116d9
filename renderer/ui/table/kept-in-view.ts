import { type RefObject, useEffect, useRef } from 'react';

/**
 * Keeps a part of a scrolling box in view when something beside the box makes it lower. `endOf` gives the end of the part in
 * pixels from the top of what the box shows; null if there is none.
 */
export function useKeptInView(
  box: RefObject<HTMLDivElement | null>,
  endOf: (box: HTMLDivElement) => number | null,
): void {
  const latest = useRef(endOf);
  useEffect(() => {
    latest.current = endOf;
  });
  useEffect(() => {
    const element = box.current;
    if (!element) return;
    let before = element.clientHeight;
    const observer = new ResizeObserver(() => {
      const end = latest.current(element);
      if (end !== null) element.scrollTop += hiddenPart(end, before, element.clientHeight);
      before = element.clientHeight;
    });
    observer.observe(element);
    return () => observer.disconnect();
  }, [box]);
}

/**
 * How many pixels of what ends at `end` a box hides since its height changed. Zero for what it hid before, and for a box that is
 * not shown, which has no height.
 */
export function hiddenPart(end: number, before: number, height: number): number {
  return end <= before && end > height && height > 0 ? end - height : 0;
}
