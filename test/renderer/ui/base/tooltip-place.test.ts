import { expect, test } from 'vitest';
import { besideOf } from '../../../../renderer/ui/base/tooltip-place.ts';

const page = { width: 400, height: 300 };
const tooltip = { width: 100, height: 20 };

function control(left: number, top: number) {
  return { left, top, width: 20, height: 20, right: left + 20, bottom: top + 20 } as DOMRect;
}

test('stands above the middle of its control, and below it at the top of the window', () => {
  expect(besideOf(control(200, 100), tooltip, 'top', page)).toEqual({ left: 160, top: 74 });
  expect(besideOf(control(200, 10), tooltip, 'top', page)).toEqual({ left: 160, top: 36 });
});

test('stands to the right of a control in a column', () => {
  expect(besideOf(control(10, 100), tooltip, 'right', page)).toEqual({ left: 36, top: 100 });
});

test('keeps its distance from the edges of the window', () => {
  expect(besideOf(control(0, 100), tooltip, 'top', page).left).toBe(8);
  expect(besideOf(control(380, 100), tooltip, 'top', page).left).toBe(292);
  expect(besideOf(control(10, 280), { width: 100, height: 40 }, 'right', page).top).toBe(252);
});
