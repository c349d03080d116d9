export type Side = 'top' | 'right';

interface Size {
  readonly width: number;
  readonly height: number;
}

type Box = Pick<DOMRect, 'left' | 'top' | 'right' | 'bottom'>;

interface Place {
  readonly left: number;
  readonly top: number;
}

/** Pixels between a control and its tooltip, and between the tooltip and the edge of the window. */
const gap = 6;
const margin = 8;

/** The sides of a control in the order in which they are tried. */
const sides = { top: ['top', 'bottom', 'right', 'left'], right: ['right', 'left', 'bottom', 'top'] } as const;

/**
 * The place of a tooltip in a window, in pixels: beside its control and never beyond the edge, on the first side where it lies
 * over none of the other controls, or over as little of them as possible.
 */
export function besideOf(control: DOMRect, tooltip: Size, side: Side, page: Size, others: readonly Box[] = []): Place {
  const isInside = ({ left, top }: Place) =>
    Math.min(left, top) >= margin &&
    left + tooltip.width <= page.width - margin &&
    top + tooltip.height <= page.height - margin;
  const all = sides[side].map((one) => placeAt(one, control, tooltip, page));
  const inside = all.filter(isInside);
  const covered = (place: Place) => others.reduce((sum, other) => sum + overlap(place, tooltip, other), 0);
  return (inside.length > 0 ? inside : all).reduce((best, place) => (covered(place) < covered(best) ? place : best));
}

function placeAt(side: (typeof sides)[Side][number], control: DOMRect, tooltip: Size, page: Size): Place {
  const within = (at: number, size: number, limit: number) => Math.max(margin, Math.min(at, limit - margin - size));
  const left = within(control.left + (control.width - tooltip.width) / 2, tooltip.width, page.width);
  const top = within(control.top + (control.height - tooltip.height) / 2, tooltip.height, page.height);
  const place = {
    top: { left, top: control.top - gap - tooltip.height },
    bottom: { left, top: control.bottom + gap },
    right: { left: control.right + gap, top },
    left: { left: control.left - gap - tooltip.width, top },
  }[side];
  return { left: Math.round(place.left), top: Math.round(place.top) };
}

/** The area that a tooltip covers of another control. */
function overlap({ left, top }: Place, { width, height }: Size, other: Box): number {
  const across = Math.min(left + width, other.right) - Math.max(left, other.left);
  const down = Math.min(top + height, other.bottom) - Math.max(top, other.top);
  return across > 0 && down > 0 ? across * down : 0;
}
