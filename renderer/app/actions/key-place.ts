/** Where the focus is. */
export type Place = 'text' | 'table' | 'elsewhere';

/** Whether a dialog or a menu is open. */
export function hasOverlay(): boolean {
  return document.querySelector('dialog[open], [role=dialog], [role=menu]') !== null;
}

/** Reads the composed path, because the target of an event in an editor's shadow root is only its host. */
export function placeOf(event: Event): Place {
  const [target] = event.composedPath();
  if (!(target instanceof HTMLElement)) return 'elsewhere';
  if (target.closest('input:not([type=radio]), textarea, select, [contenteditable]')) return 'text';
  return target.getAttribute('role') === 'grid' ? 'table' : 'elsewhere';
}

/** True for the places that a click beside all controls focuses. */
export function isNowhere(event: Event): boolean {
  const [target] = event.composedPath();
  return target instanceof Element && target.matches('body, main, [role=tabpanel]');
}
