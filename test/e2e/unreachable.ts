import type { Page } from '@playwright/test';

/**
 * Names the controls that can be seen only in part and not be scrolled into view: those outside the window, or cut off by an
 * ancestor that hides its overflow, or, in the bar above the views, covered by a neighbour. Controls behind an open modal dialog
 * do not count.
 */
export function unreachableControls(page: Page): Promise<readonly string[]> {
  return page.evaluate(() => {
    const interactive =
      'a[href], button, input, select, textarea, summary, [contenteditable=true], [tabindex]:not([tabindex="-1"])';
    const dialogs = [...document.querySelectorAll('dialog:modal')];
    const scope = dialogs.at(-1) ?? document.body;
    /** Pixels by which a rounded edge may protrude. */
    const tolerance = 1.5;
    /** Pixels of a scroll area that must be visible so that a person can scroll in it. */
    const leastScrollArea = 24;

    const isCut = (control: Element): boolean => {
      let { left, right, top, bottom } = control.getBoundingClientRect();
      let position = getComputedStyle(control).position;
      for (let box = control.parentElement; box; box = box.parentElement) {
        const style = getComputedStyle(box);
        // An absolutely positioned element is clipped only by ancestors that position it, a fixed one by none.
        const isPassed = position === 'fixed' || (position === 'absolute' && style.position === 'static');
        if (!isPassed) {
          position = style.position;
          const edge = box.getBoundingClientRect();
          const scrolls = (overflow: string) => overflow === 'auto' || overflow === 'scroll';
          const clips = (overflow: string) => overflow === 'hidden' || overflow === 'clip';
          if (scrolls(style.overflowX)) [left, right] = [edge.left, edge.left + Math.min(edge.width, leastScrollArea)];
          else if (clips(style.overflowX) && (left < edge.left - tolerance || right > edge.right + tolerance))
            return true;
          if (scrolls(style.overflowY)) [top, bottom] = [edge.top, edge.top + Math.min(edge.height, leastScrollArea)];
          else if (clips(style.overflowY) && (top < edge.top - tolerance || bottom > edge.bottom + tolerance))
            return true;
        }
        // The top layer is clipped by the window alone.
        if (box.matches('dialog:modal')) break;
      }
      return (
        left < -tolerance || top < -tolerance || right > innerWidth + tolerance || bottom > innerHeight + tolerance
      );
    };
    /** Nothing in the bar scrolls, so nothing may lie over the middle of its buttons; chips that do not fit are in a menu. */
    const isCovered = (control: Element): boolean => {
      if (!control.matches('header button:not([role=radio])') || control.closest('main, dialog')) return false;
      const { left, top, width, height } = control.getBoundingClientRect();
      const found = document.elementFromPoint(left + width / 2, top + height / 2);
      return !control.contains(found) && !found?.closest('[role=tooltip], [data-radix-popper-content-wrapper]');
    };
    const isShown = (control: Element) => {
      const { width, height } = control.getBoundingClientRect();
      return width > 1 && height > 1 && control.checkVisibility({ visibilityProperty: true, opacityProperty: true });
    };
    return [...scope.querySelectorAll(interactive)]
      .filter((control) => isShown(control) && !control.closest('[inert], [aria-hidden=true]'))
      .filter((control) => isCut(control) || isCovered(control))
      .map((control) => {
        const name = control.getAttribute('aria-label') ?? (control.textContent || control.getAttribute('name'));
        return `${control.tagName.toLowerCase()} “${(name ?? '').trim().slice(0, 60)}”`;
      });
  });
}
