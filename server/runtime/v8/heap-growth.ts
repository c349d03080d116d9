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

/** Bytes outside the heap at which V8 sees a reason to collect it, whatever else is there. */
const reason = 128 * 2 ** 20;

/**
 * Lets V8 collect its heap in small steps beside everything else. After a file with very many records has been read, as much
 * as they take is garbage, which V8 would leave there until the heap has doubled once more; every collection of young memory
 * looks at all its pages meanwhile. What is allocated for it is never touched, so that it takes no memory.
 */
export function beginCollection(): void {
  Buffer.allocUnsafeSlow(reason);
}
