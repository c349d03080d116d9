import { setTimeout as sleep } from 'node:timers/promises';

/** How long to wait for something, in milliseconds. */
export interface Patience {
  readonly timeout?: number;
}

/** The longest pause between two looks, in milliseconds. */
const longestPause = 100;

/** Looks again and again until something is found or the time is up, at least once. Undefined if nothing was found. */
export async function poll<T>(timeout: number, look: () => Promise<T | undefined>): Promise<T | undefined> {
  const end = Date.now() + timeout;
  for (let pause = 10; ; pause = Math.min(2 * pause, longestPause)) {
    const found = await look();
    const left = end - Date.now();
    if (found !== undefined || left <= 0) return found;
    await sleep(Math.min(pause, left));
  }
}
