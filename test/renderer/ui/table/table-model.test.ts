import fc from 'fast-check';
import { expect, test } from 'vitest';
import { moveSelection, type Selection, selectedRange } from '../../../../renderer/ui/table/table-model.ts';

const size = { rows: 100, columns: 4, page: 10 };
const from: Selection = { anchor: 50, head: 50, column: 1 };

test.each([
  ['ArrowDown', { anchor: 51, head: 51, column: 1 }],
  ['ArrowUp', { anchor: 49, head: 49, column: 1 }],
  ['PageDown', { anchor: 60, head: 60, column: 1 }],
  ['PageUp', { anchor: 40, head: 40, column: 1 }],
  ['Home', { anchor: 0, head: 0, column: 1 }],
  ['End', { anchor: 99, head: 99, column: 1 }],
  ['Mod+Home', { anchor: 0, head: 0, column: 0 }],
  ['Mod+End', { anchor: 99, head: 99, column: 3 }],
  ['ArrowRight', { anchor: 50, head: 50, column: 2 }],
  ['ArrowLeft', { anchor: 50, head: 50, column: 0 }],
])('moves with %s', (key, expected) => {
  expect(moveSelection(from, key, false, size)).toEqual(expected);
});

test('Shift extends from the anchor in both directions', () => {
  const down = moveSelection(moveSelection(from, 'ArrowDown', true, size), 'ArrowDown', true, size);
  expect(down && selectedRange(down)).toEqual([50, 52]);
  const up = moveSelection(down, 'PageUp', true, size);
  expect(up && selectedRange(up)).toEqual([42, 50]);
});

test('starts at the first row; an empty table and other keys move nothing', () => {
  expect(moveSelection(null, 'ArrowDown', false, size)).toEqual({ anchor: 0, head: 0, column: 0 });
  expect(moveSelection(null, 'ArrowDown', false, { ...size, rows: 0 })).toBeNull();
  expect(moveSelection(from, 'x', false, size)).toBeNull();
});

test('never leaves the table', () => {
  const keys = ['ArrowDown', 'ArrowUp', 'PageDown', 'PageUp', 'Home', 'Mod+End', 'ArrowRight', 'ArrowLeft'];
  fc.assert(
    fc.property(
      fc.record({
        rows: fc.integer({ min: 1, max: 30 }),
        columns: fc.integer({ min: 1, max: 5 }),
        page: fc.integer({ min: 1, max: 9 }),
      }),
      fc.array(fc.tuple(fc.constantFrom(...keys), fc.boolean())),
      (table, presses) => {
        let selection: Selection | null = null;
        for (const [key, extend] of presses) selection = moveSelection(selection, key, extend, table) ?? selection;
        if (!selection) return true;
        const { anchor, head, column } = selection;
        return [anchor, head].every((row) => row >= 0 && row < table.rows) && column >= 0 && column < table.columns;
      },
    ),
  );
});
