import { expect, test } from 'vitest';
import { fittingChips, menuWidths } from '../../../../renderer/app/bars/fitting-chips.ts';

test('all chips fit without a menu, and otherwise as many as leave room for it', () => {
  expect(fittingChips([], 0)).toBe(0);
  expect(fittingChips([96, 96, 96], 296)).toBe(3);
  expect(fittingChips([96, 96, 96], 295)).toBe(1);
  expect(fittingChips([96, 96, 96], 99 + menuWidths.least)).toBe(0);
  expect(fittingChips([96, 96, 96], 100 + menuWidths.least)).toBe(1);
});

test('the menu has room for the name of the active chip if it holds that one, up to a limit', () => {
  const widths = [96, 96, 150, 900];
  const room = 200 + 150 + 18;
  expect(fittingChips(widths, room)).toBe(2);
  expect(fittingChips(widths, room, 1)).toBe(2);
  expect(fittingChips(widths, room, 2)).toBe(2);
  expect(fittingChips(widths, room - 1, 2)).toBe(1);
  expect(fittingChips(widths, 200 + menuWidths.most, 3)).toBe(2);
  expect(fittingChips(widths, 200 + menuWidths.most - 1, 3)).toBe(1);
});
