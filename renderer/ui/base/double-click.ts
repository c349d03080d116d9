/** Elements that a click acts on. */
const controls = 'button, a[href], input, select, textarea, summary, label';

/**
 * Lets a double click act on one control: its second click is ignored where the first one has brought another control under the
 * pointer. Returns a function that ends it.
 */
export function guardDoubleClicks(page: Pick<Document, 'addEventListener'>): () => void {
  const ending = new AbortController();
  const options = { capture: true, signal: ending.signal };
  let pressed: Element | null = null;
  let isIgnored = false;
  const ignore = (event: Event) => {
    event.preventDefault();
    event.stopImmediatePropagation();
  };
  page.addEventListener(
    'mousedown',
    (event) => {
      const control = event.target instanceof Element ? event.target.closest(controls) : null;
      isIgnored = event.detail > 1 && pressed !== null && control !== null && control !== pressed;
      if (isIgnored) ignore(event);
      else pressed = control;
    },
    options,
  );
  page.addEventListener('click', (event) => isIgnored && event.detail > 1 && ignore(event), options);
  return () => ending.abort();
}
