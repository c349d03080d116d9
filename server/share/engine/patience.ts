/** Milliseconds that a write waits for the engine to come back, and for its entry. */
export const writePatience = 3000;

/** Milliseconds by which a timer that is late shows that this program was busy. */
const busy = 50;

/**
 * Calls back once after so many milliseconds, unless the returned function was called. Time in which this program was too busy
 * to read what had come does not count, up to as many milliseconds again.
 */
export function afterPatience(milliseconds: number, callback: () => void): () => void {
  let timer: NodeJS.Timeout | undefined;
  let reserve = milliseconds;
  const wait = (left: number) => {
    const due = performance.now() + left;
    timer = setTimeout(() => {
      const late = Math.min(performance.now() - due, reserve);
      if (late < busy) {
        callback();
        return;
      }
      reserve -= late;
      wait(late);
    }, left);
  };
  wait(milliseconds);
  return () => clearTimeout(timer);
}
