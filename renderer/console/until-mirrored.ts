/** What tells that the mirror has changed: its store, or its request log. */
interface Mirrored {
  readonly subscribe: (listener: () => void) => () => unknown;
}

/** Milliseconds to wait for the mirror to receive a saved change. */
const patience = 1000;

/** Resolves once the mirror shows a change, or after {@link patience}. */
export function untilMirrored(mirror: Mirrored, has: () => boolean): Promise<void> {
  if (has()) return Promise.resolve();
  return new Promise((resolve) => {
    const done = () => {
      clearTimeout(timer);
      stop();
      resolve();
    };
    const timer = setTimeout(done, patience);
    const stop = mirror.subscribe(() => {
      if (has()) done();
    });
  });
}
