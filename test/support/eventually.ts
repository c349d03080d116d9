import { vi } from 'vitest';

/**
 * Repeats a check until it passes. Its time limit only ends a broken test: `vi.waitFor` gives up after one second, which a
 * busy machine may need for the first request to a host.
 */
export function eventually<T>(check: () => T | Promise<T>): Promise<T> {
  return vi.waitFor(check, { timeout: 60_000 });
}
