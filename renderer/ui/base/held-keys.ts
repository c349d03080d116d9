import { isModifier } from './chord.ts';
import { controlBeside } from './focusable.ts';
import { pressNative } from './native-keys.ts';

/** Pieces of work that will move the focus, and are still under way. */
const underWay = new Set<Promise<unknown>>();

let held: KeyboardEvent[] = [];
let isGiving = false;
/** The questions and dialogs that take keys at once, because they appeared during work. */
const passing = new Set<object>();

/**
 * Holds keys while `work` is under way that will move the focus, such as a host that makes what is to be named next, or a
 * search that will select a record. Afterwards whatever has the focus receives them in their order, so that they are neither
 * lost nor taken for shortcuts of the place where the focus was. Escape and a press of the mouse end the wait.
 */
export function holdKeys(work: Promise<unknown>): void {
  window.addEventListener('keydown', onKeyDown, true);
  window.addEventListener('pointerdown', onPointerDown, true);
  underWay.add(work);
  const end = () => {
    underWay.delete(work);
    // React has rendered by then, and its effects have moved the focus.
    setTimeout(() => void giveKeys());
  };
  work.then(end, end);
}

/** Lets keys through until the person has answered a question that came up during work, as {@link takeAnswer}. */
export async function whileAsking<Answer>(answer: Promise<Answer>): Promise<Answer> {
  const stop = takeAnswer();
  try {
    return await answer;
  } finally {
    stop();
  }
}

/**
 * Lets keys through to a question that came up during work, until the returned function is called. Keys from before it are
 * dropped: nobody answers what they have not read.
 */
export function takeAnswer(): () => void {
  held = [];
  return passKeys();
}

/** Lets keys through to a dialog that appeared during work, until the returned function is called. Held keys go on waiting. */
export function passKeys(): () => void {
  const dialog = {};
  passing.add(dialog);
  return () => void passing.delete(dialog);
}

/**
 * Ends all waiting, because what the keys were meant for is no longer on the page: work whose workspace was closed never
 * ends, and its questions are never answered. The held keys are dropped.
 */
export function forgetKeys(): void {
  release();
  passing.clear();
}

function onKeyDown(event: KeyboardEvent): void {
  // The keys that are given come this way, too.
  if (!event.isTrusted || event.isComposing || passing.size > 0 || isModifier(event)) return;
  if (event.key === 'Escape') release();
  if (!canWait(event)) {
    giveAtOnce();
    return;
  }
  event.preventDefault();
  event.stopImmediatePropagation();
  // A key that is held down would act on and on after the person has let it go.
  if (!event.repeat) held.push(event);
}

/** Keys that edit, move or run an action. The other named keys, such as F5, are the browser's. */
const namedKeys = new Set(
  'Enter Backspace Delete Tab ArrowLeft ArrowRight ArrowUp ArrowDown Home End PageUp PageDown F2 F8'.split(' '),
);
/** Letters and signs that are the browser's with Ctrl or Cmd: the clipboard, reloading, tabs, zoom, search, print. */
const browserKeys = new Set('cvxrwtnlfp0123456789+-=');

/** Whether a key can be pressed again later to the same effect. */
function canWait(event: KeyboardEvent): boolean {
  const isText = [...event.key].length === 1;
  if (isText && event.getModifierState('AltGraph')) return true;
  if (event.altKey) return false;
  if (!isText) return namedKeys.has(event.key);
  return !hasMod(event) || !browserKeys.has(event.key.toLowerCase());
}

function hasMod({ ctrlKey, metaKey }: KeyboardEvent): boolean {
  return ctrlKey || metaKey;
}

function onPointerDown(): void {
  giveAtOnce();
  release();
}

/** Gives the held keys before something else moves the focus: a shortcut or a press of the mouse does not overtake them. */
function giveAtOnce(): void {
  while (underWay.size === 0) {
    const key = held.shift();
    if (!key) return;
    give(key);
  }
}

/** Gives the held keys, each to the element that has the focus by then. */
async function giveKeys(): Promise<void> {
  if (underWay.size > 0 || isGiving) return;
  isGiving = true;
  try {
    while (underWay.size === 0) {
      const key = held.shift();
      if (!key) break;
      give(key);
      await new Promise((resolve) => setTimeout(resolve));
    }
  } finally {
    // A key that throws must not leave a console that swallows the next ones.
    isGiving = false;
    if (underWay.size === 0) release();
  }
}

/** Drops the held keys and holds no more. */
function release(): void {
  held = [];
  underWay.clear();
  window.removeEventListener('keydown', onKeyDown, true);
  window.removeEventListener('pointerdown', onPointerDown, true);
}

/** Presses a key again. What the browser itself does for a key of a person is done here. */
function give(held: KeyboardEvent): void {
  const target = focused();
  const { key, code, shiftKey } = held;
  // With AltGr, a key is its text.
  const isText = held.getModifierState('AltGraph');
  const [ctrlKey, metaKey] = isText ? [false, false] : [held.ctrlKey, held.metaKey];
  const init = { key, code, shiftKey, ctrlKey, metaKey, bubbles: true, cancelable: true, composed: true };
  const again = new KeyboardEvent('keydown', init);
  if (!target.dispatchEvent(again)) return;
  if (key === 'Tab') controlBeside(target, shiftKey ? -1 : 1)?.focus();
  else pressNative(target, { key, shiftKey, isCommand: ctrlKey || metaKey });
}

/** The element with the focus, also inside an editor's shadow root. */
function focused(): Element {
  let found = document.activeElement ?? document.body;
  while (found.shadowRoot?.activeElement) found = found.shadowRoot.activeElement;
  return found;
}
