import { expect, test } from 'vitest';
import { fittingChips, menuWidth } from '../../../../renderer/app/bars/fitting-chips.ts';

test('all chips fit without a menu, and otherwise as many as leave room for it', () => {
  expect(fittingChips([], 0)).toBe(0);
  expect(fittingChips([96, 96, 96], 296)).toBe(3);
  expect(fittingChips([96, 96, 96], 295)).toBe(1);
  expect(fittingChips([96, 96, 96], 99 + menuWidth)).toBe(0);
  expect(fittingChips([96, 96, 96], 100 + menuWidth)).toBe(1);
});
