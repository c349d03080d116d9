export type Side = 'top' | 'right';

interface Size {
  readonly width: number;
  readonly height: number;
}

/** Pixels between a control and its tooltip, and between the tooltip and the edge of the window. */
const gap = 6;
const margin = 8;

/**
 * The place of a tooltip in a window, in pixels: above its control or to its right, below it where there is no room above, and
 * never beyond the edge.
 */
export function besideOf(control: DOMRect, tooltip: Size, side: Side, page: Size): { left: number; top: number } {
  const within = (at: number, size: number, limit: number) =>
    Math.round(Math.max(margin, Math.min(at, limit - margin - size)));
  if (side === 'right') {
    const middle = control.top + (control.height - tooltip.height) / 2;
    return { left: Math.round(control.right + gap), top: within(middle, tooltip.height, page.height) };
  }
  const above = control.top - gap - tooltip.height;
  const top = above >= margin ? above : control.bottom + gap;
  const middle = control.left + (control.width - tooltip.width) / 2;
  return { left: within(middle, tooltip.width, page.width), top: Math.round(top) };
}
