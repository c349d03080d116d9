import { setFlagsFromString } from 'node:v8';

/**
 * Lets V8 collect its heap when it has grown by half. What the request log lets go of is old in V8's eyes, request after
 * request; left alone, V8 lets as much of that lie about as there is in use, and more the busier the mock is. With this the
 * memory stays flat, for little work.
 */
export function limitHeapGrowth(): void {
  setFlagsFromString('--heap-growing-percent=50');
}

/** Leaves it to V8 again. Compiled code can be used only under the flags under which it was kept. */
export function freeHeapGrowth(): void {
  setFlagsFromString('--heap-growing-percent=0');
}
