import { setImmediate as turn } from 'node:timers/promises';
import { expect, test, vi } from 'vitest';

test('keepTickShape keeps an object of process.nextTick from the next tick on', async () => {
  // Other tests of this thread have hosts, which keep theirs.
  vi.resetModules();
  const { isTickShapeKept, keepTickShape } = await import('../../../../server/runtime/v8/tick-shape.ts');
  expect(isTickShapeKept()).toBe(false);
  keepTickShape();
  await turn();
  expect(isTickShapeKept()).toBe(true);
});
