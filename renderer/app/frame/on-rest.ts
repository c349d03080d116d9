/** Milliseconds without a press or a key that count as a pause. */
const pause = 4000;

/** Calls a function once, when the page is idle and nobody has pressed anything for four seconds; the returned function cancels. */
export function onRest(run: () => void): () => void {
  const ending = new AbortController();
  let timer: ReturnType<typeof setTimeout>;
  let idle = 0;
  const wait = () => {
    clearTimeout(timer);
    window.cancelIdleCallback?.(idle);
    timer = setTimeout(() => {
      // Safari has no idle callbacks.
      if (window.requestIdleCallback) idle = window.requestIdleCallback(run);
      else run();
    }, pause);
  };
  for (const event of ['pointerdown', 'pointermove', 'keydown', 'wheel']) {
    window.addEventListener(event, wait, { signal: ending.signal, capture: true, passive: true });
  }
  wait();
  return () => {
    ending.abort();
    clearTimeout(timer);
    window.cancelIdleCallback?.(idle);
  };
}
