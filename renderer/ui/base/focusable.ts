/** What can have the focus. */
export const controls = 'button, input, select, textarea, a[href], [tabindex]:not([tabindex="-1"])';

/** Whether an element can have the focus now: it is shown, enabled, and not part of anything that is shut off. */
export function isUsable(element: Element): boolean {
  return (
    element.isConnected &&
    element.checkVisibility({ visibilityProperty: true }) &&
    !element.matches(':disabled') &&
    !element.closest('[inert], [aria-hidden=true]')
  );
}

/** The control after an element, or before it, as Tab goes: round the open dialog, or else round the page. */
export function controlBeside(element: Element, by: 1 | -1): HTMLElement | undefined {
  const all = (element.closest('dialog[open]') ?? document).querySelectorAll<HTMLElement>(controls);
  const stops = [...all].filter((one) => one === element || (one.tabIndex >= 0 && isUsable(one)));
  const place = (stops as readonly Element[]).indexOf(element);
  return by > 0 ? stops[(place + 1) % stops.length] : stops.at(Math.max(place, 0) - 1);
}

/**
 * Whether the person is at something that late content must not take the focus from: a field, a dialog, a menu, or the bar at the
 * top.
 */
export function isFocusTaken(): boolean {
  const places = 'input, textarea, select, [contenteditable], dialog, [role="menu"], header';
  return document.activeElement?.closest(places) != null;
}
