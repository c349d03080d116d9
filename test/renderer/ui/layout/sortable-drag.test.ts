import { expect, test } from 'vitest';
import { type Drag, dragTo, shiftOf } from '../../../../renderer/ui/layout/sortable-drag.ts';

/** Items of unequal heights with a gap of 2 pixels between them. */
const boxes = [
  { top: 0, height: 20 },
  { top: 22, height: 60 },
  { top: 84, height: 20 },
  { top: 106, height: 20 },
];

function grab(from: number): Drag {
  return { from, to: from, by: 0, pointer: 0, boxes };
}

test('an item comes after the items whose middles it has passed', () => {
  expect([-200, -40, 0, 41, 43, 85, 106, 500].map((pointer) => dragTo(grab(0), pointer).to)).toEqual([
    0, 0, 0, 0, 1, 2, 2, 3,
  ]);
  expect([-500, -41, -43, 0, 43].map((pointer) => dragTo(grab(1), pointer).to)).toEqual([0, 1, 0, 1, 2]);
});

test('the other items shift to open the new gap and close the old one', () => {
  const shifts = (drag: Drag) => boxes.map((_, index) => shiftOf(drag, index));
  expect(shifts(dragTo(grab(0), 90))).toEqual([90, -22, -22, 0]);
  expect(shifts(dragTo(grab(3), -100))).toEqual([0, 22, 22, -100]);
  expect(shifts(grab(2))).toEqual([0, 0, 0, 0]);
});
