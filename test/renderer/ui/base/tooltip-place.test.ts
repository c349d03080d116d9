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

test('lies over no other control, if there is a side without one', () => {
  const above = control(200, 74);
  const below = control(200, 126);
  const beside = control(240, 100);
  expect(besideOf(control(200, 100), tooltip, 'top', page, [above])).toEqual({ left: 160, top: 126 });
  expect(besideOf(control(200, 100), tooltip, 'top', page, [above, below])).toEqual({ left: 226, top: 100 });
  expect(besideOf(control(200, 100), tooltip, 'top', page, [above, below, beside])).toEqual({ left: 94, top: 100 });
  expect(besideOf(control(10, 100), tooltip, 'right', page, [control(40, 100)])).toEqual({ left: 8, top: 126 });
});

test('covers as little of other controls as possible where they are on all sides', () => {
  const others = [control(200, 74), control(100, 100), control(240, 100), control(250, 130)];
  expect(besideOf(control(200, 100), tooltip, 'top', page, others)).toEqual({ left: 160, top: 126 });
});

test('keeps its distance from the edges of the window', () => {
  expect(besideOf(control(0, 100), tooltip, 'top', page).left).toBe(8);
  expect(besideOf(control(380, 100), tooltip, 'top', page).left).toBe(292);
  expect(besideOf(control(10, 280), { width: 100, height: 40 }, 'right', page).top).toBe(252);
});
