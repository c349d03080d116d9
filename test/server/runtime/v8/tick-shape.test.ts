import { setImmediate as turn } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { isTickShapeKept, keepTickShape } from '../../../../server/runtime/v8/tick-shape.ts';

test('keepTickShape keeps an object of process.nextTick from the next tick on', async () => {
  expect(isTickShapeKept()).toBe(false);
  keepTickShape();
  await turn();
  expect(isTickShapeKept()).toBe(true);
});
