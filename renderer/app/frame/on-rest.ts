/** Milliseconds without a press or a key that count as a pause. */
const pause = 4000;
/** Milliseconds between two steps in one pause, so that a key that ends it waits for one step at most. */
const gap = 150;

/**
 * Calls a function again and again while the page is idle and nobody has pressed anything for four seconds, until it returns
 * false. The returned function cancels.
 */
export function onRest(step: () => boolean): () => void {
  const ending = new AbortController();
  let timer: ReturnType<typeof setTimeout>;
  let idle = 0;
  const run = () => {
    if (step()) wait(gap);
    else ending.abort();
  };
  const wait = (delay: number) => {
    clearTimeout(timer);
    window.cancelIdleCallback?.(idle);
    timer = setTimeout(() => {
      // Safari has no idle callbacks.
      if (window.requestIdleCallback) idle = window.requestIdleCallback(run);
      else run();
    }, delay);
  };
  for (const event of ['pointerdown', 'pointermove', 'keydown', 'wheel']) {
    window.addEventListener(event, () => wait(pause), { signal: ending.signal, capture: true, passive: true });
  }
  wait(pause);
  return () => {
    ending.abort();
    clearTimeout(timer);
    window.cancelIdleCallback?.(idle);
  };
}
