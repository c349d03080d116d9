/**
 * Gains up to a tenth of GET while a large file is read, measured with `npm run bench -- get` at a million users. May go
 * once V8 keeps the shape of the objects of `process.nextTick` alive by itself.
 */
import { executionAsyncResource } from 'node:async_hooks';

/** Objects that stay alive for their shape alone. */
const kept: object[] = [];

/**
 * Keeps one object of `process.nextTick`, and with it the shape of all of them. V8 drops a shape without objects, as happens
 * while a large file is read, and then creates these objects slowly. A response takes half a dozen of them.
 */
export function keepTickShape(): void {
  process.nextTick(() => kept.push(executionAsyncResource()));
}

/** True once an object is kept. */
export function isTickShapeKept(): boolean {
  return kept.length > 0;
}
