/** Pieces of work that will move the focus, and are still under way. */
const underWay = new Set<Promise<unknown>>();

let held: KeyboardEvent[] = [];
let isGiving = false;

/**
 * Holds typed keys while `work` is under way that will move the focus, such as a host that makes what is to be named next.
 * Afterwards whatever has the focus receives them, so that they are neither lost nor taken for shortcuts. Escape and a press
 * of the mouse end the wait.
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

function onKeyDown(event: KeyboardEvent): void {
  // The keys that are given come this way, too.
  if (!event.isTrusted || event.isComposing) return;
  if (event.key === 'Escape') release();
  const isTyped = [...event.key].length === 1 || event.key === 'Enter' || event.key === 'Backspace';
  if (!isTyped || event.ctrlKey || event.metaKey || event.altKey) {
    giveAtOnce();
    return;
  }
  event.preventDefault();
  event.stopImmediatePropagation();
  held.push(event);
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
  while (underWay.size === 0) {
    const key = held.shift();
    if (!key) break;
    give(key);
    await new Promise((resolve) => setTimeout(resolve));
  }
  isGiving = false;
  if (underWay.size === 0) release();
}

/** Drops the held keys and holds no more. */
function release(): void {
  held = [];
  underWay.clear();
  window.removeEventListener('keydown', onKeyDown, true);
  window.removeEventListener('pointerdown', onPointerDown, true);
}

/** Presses a key again. What the browser itself does for a key of a person is done here: it edits the text, or submits it. */
function give({ key, code, shiftKey }: KeyboardEvent): void {
  const target = focused();
  const again = new KeyboardEvent('keydown', { key, code, shiftKey, bubbles: true, cancelable: true, composed: true });
  if (!target.dispatchEvent(again) || !target.matches('input, textarea, [contenteditable]')) return;
  if (key === 'Enter' && target instanceof HTMLInputElement) target.form?.requestSubmit();
  else if (key === 'Backspace') document.execCommand('delete');
  else document.execCommand('insertText', false, key === 'Enter' ? '\n' : key);
}

/** The element with the focus, also inside an editor's shadow root. */
function focused(): Element {
  let found = document.activeElement ?? document.body;
  while (found.shadowRoot?.activeElement) found = found.shadowRoot.activeElement;
  return found;
}
