import { controls, isUsable } from '../../ui/base/focusable.ts';
import type { LastField } from '../actions/last-field.ts';

/**
 * Keeps the focus in the console. An element that leaves the page, or can no longer have the focus, takes the focus with it,
 * and the next key would go to the body: a closed dialog, a deleted row, another view, a toast that has gone. The focus then
 * goes to the neighbour in the same list, or to where it was before, or to the list of the view. After a field that somebody
 * has taken away under the typing it goes to the view itself, where the rest of the typing does nothing.
 */
export function keepFocus(page: Document, lastField: Pick<LastField, 'isGone'>): () => void {
  /** Where the focus is, and the places inside of which it is. */
  let trail: readonly Step[] = [];
  /** Earlier elements, the latest first. */
  let earlier: readonly HTMLElement[] = [];
  let frame = 0;
  /** True from the opening of a view to the next key or press. */
  let isArriving = false;

  const onFocus = ({ target }: FocusEvent) => {
    if (!(target instanceof HTMLElement) || isNowhere(target)) return;
    trail = trailOf(target);
    earlier = [target, ...earlier.filter((one) => one !== target && one.isConnected)].slice(0, remembered);
  };
  const check = () => {
    const [here] = trail;
    if (!here || !isNowhere(page.activeElement) || isUsable(here.element)) return;
    if (lastField.isGone) return page.querySelector('main')?.focus({ preventScroll: true });
    const isOverlay = here.element.closest(overlay) !== null && !here.element.closest(overlay)?.isConnected;
    const places = isOverlay ? [] : placesBeside(trail);
    const inView = !isOverlay && trail.find(({ element }) => element.isConnected)?.element.localName === 'main';
    // Keys that were meant for a list are no text, so that only an overlay gives the focus back to a field.
    const before = inView ? [] : earlier.slice(1).filter((one) => isOverlay || !one.matches(fields));
    [...places, ...before, ...firstPlaces(page)].some(takesFocus);
  };
  const onChange = () => {
    arrive();
    check();
    // The browser takes the focus from a disabled or hidden element only when it renders.
    frame ||= requestAnimationFrame(() => {
      frame = requestAnimationFrame(() => {
        frame = 0;
        check();
      });
    });
  };
  // A view that is opened by a key: the focus may be in the view that it hides, and its list may come a little later.
  const arrive = () => {
    const { activeElement: at } = page;
    if (isArriving && !lastField.isGone && (!at || isNowhere(at) || at.localName === 'main' || !isUsable(at))) {
      [...firstPlaces(page)].some(takesFocus);
    }
  };
  const onView = () => {
    isArriving = true;
    requestAnimationFrame(arrive);
  };
  const onPress = () => {
    isArriving = false;
  };
  const changes = new MutationObserver(onChange);
  changes.observe(page.body, { childList: true, subtree: true, attributeFilter: ['disabled', 'hidden', 'inert'] });
  page.addEventListener('focusin', onFocus);
  window.addEventListener('hashchange', onView);
  window.addEventListener('keydown', onPress, true);
  window.addEventListener('pointerdown', onPress, true);
  return () => {
    changes.disconnect();
    cancelAnimationFrame(frame);
    page.removeEventListener('focusin', onFocus);
    window.removeEventListener('hashchange', onView);
    window.removeEventListener('keydown', onPress, true);
    window.removeEventListener('pointerdown', onPress, true);
  };
}

/** An element in the path to the focused one, and its place among its siblings. */
interface Step {
  readonly element: Element;
  readonly place: number;
}

/** How many earlier elements are remembered. */
const remembered = 8;

const overlay = 'dialog, [role=dialog], [role=menu]';
const item = 'li, tr, [role=row], [role=tab]';
const fields = 'input, textarea, [contenteditable]';

function trailOf(element: Element): readonly Step[] {
  const steps: Step[] = [];
  for (let at: Element | null = element; at && at.localName !== 'body'; at = at.parentElement) {
    steps.push({ element: at, place: at.parentElement ? [...at.parentElement.children].indexOf(at) : 0 });
  }
  return steps;
}

/** The controls of the item that took the place of a removed one, of the one before, then what is around them. */
function* placesBeside(trail: readonly Step[]): Generator<HTMLElement> {
  for (const [level, { element }] of trail.entries()) {
    if (!element.isConnected) continue;
    if (element.matches(`main, body, dialog`)) return;
    const removed = trail[level - 1];
    if (removed?.element.matches(item)) {
      for (const sibling of [element.children[removed.place], element.children[removed.place - 1]]) {
        if (sibling) yield* within(sibling);
      }
    }
    if (element instanceof HTMLElement && element.tabIndex >= 0) yield element;
  }
}

/** Where the focus belongs if nothing is left of the place where it was. */
function* firstPlaces(page: Document): Generator<HTMLElement> {
  const dialog = [...page.querySelectorAll<HTMLElement>('dialog[open]')].at(-1);
  if (dialog) {
    yield* within(dialog);
    return;
  }
  const main = page.querySelector<HTMLElement>('main');
  if (main) yield* main.querySelectorAll<HTMLElement>('[role=grid]');
  if (main) yield main;
}

function within(place: Element): readonly HTMLElement[] {
  return [...(place.matches(controls) ? [place] : []), ...place.querySelectorAll(controls)].filter(
    (one) => one instanceof HTMLElement,
  );
}

/** True for the body, and for the list of the messages, which takes the focus of a message that goes. */
function isNowhere(element: Element | null): boolean {
  return element === null || element.matches('body, [data-messages]');
}

/** Focuses an element; false if it does not take the focus. */
function takesFocus(element: HTMLElement): boolean {
  if (!isUsable(element)) return false;
  element.focus({ preventScroll: true });
  return document.activeElement === element;
}
