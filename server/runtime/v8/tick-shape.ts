import { executionAsyncResource } from 'node:async_hooks';

/** Objects that are kept for nothing but their shape. */
const kept: object[] = [];

/**
 * Keeps one of the objects that `process.nextTick` makes, and so the shape that they all have. V8 collects a shape that no
 * object has at the moment, as happens while a large file is read, and from then on makes each of these objects slowly; an
 * answer takes half a dozen of them, which is up to a tenth of its time.
 */
export function keepTickShape(): void {
  process.nextTick(() => kept.push(executionAsyncResource()));
}
