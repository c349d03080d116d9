import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  arrange,
  type ColumnLayout,
  defaultLayout,
  isPinned,
  moveColumn,
  pinColumn,
  resizeColumn,
  showColumn,
  widthOf,
} from '../../../../renderer/ui/table/column-layout.ts';

const columns = [
  { id: 'id', width: 100, pinned: true },
  { id: 'name', width: 80 },
  { id: '__proto__', width: 60 },
  { id: 'address.city', width: 70, hidden: true },
];

function shown(layout: ColumnLayout): string {
  const arranged = arrange(columns, layout);
  const ids = arranged.shown.map(({ id }) => id);
  return [ids.slice(0, arranged.pinned).join(' '), ids.slice(arranged.pinned).join(' ')].join(' | ');
}

test('columns have their defaults without a layout', () => {
  expect(shown(defaultLayout)).toBe('id | name __proto__');
  expect(arrange(columns, defaultLayout).all).toHaveLength(4);
});

test('a column of any name can be shown, hidden, pinned and unpinned', () => {
  expect(shown(showColumn(defaultLayout, 'address.city', true))).toBe('id | name __proto__ address.city');
  expect(shown(showColumn(defaultLayout, '__proto__', false))).toBe('id | name');
  expect(shown(pinColumn(defaultLayout, '__proto__', true))).toBe('id __proto__ | name');
  expect(shown(pinColumn(defaultLayout, 'id', false))).toBe(' | id name __proto__');
});

test('a moved column takes the place of another, and is pinned among pinned ones', () => {
  expect(shown(moveColumn(defaultLayout, columns, '__proto__', 'name'))).toBe('id | __proto__ name');
  expect(shown(moveColumn(defaultLayout, columns, 'name', '__proto__'))).toBe('id | __proto__ name');
  expect(shown(moveColumn(defaultLayout, columns, '__proto__', 'id'))).toBe('__proto__ id | name');
  expect(shown(moveColumn(defaultLayout, columns, 'id', '__proto__'))).toBe(' | name __proto__ id');
  expect(moveColumn(defaultLayout, columns, 'name', 'gone')).toBe(defaultLayout);
});

test('a new column follows the ordered ones', () => {
  const layout = moveColumn(defaultLayout, columns, '__proto__', 'name');
  const { shown: arranged } = arrange([{ id: 'new', width: 50 }, ...columns], layout);
  expect(arranged.map(({ id }) => id)).toEqual(['id', '__proto__', 'name', 'new']);
});

test('a width is in whole pixels and never too small to drag again', () => {
  const [, name] = columns;
  if (!name) throw new Error('There is no such column');
  expect(widthOf(defaultLayout, name)).toBe(80);
  expect(widthOf(resizeColumn(defaultLayout, 'name', 120.6), name)).toBe(121);
  expect(widthOf(resizeColumn(resizeColumn(defaultLayout, 'name', 300), 'name', -5), name)).toBe(48);
});

test('moving and pinning never loses a column and keeps pinned ones first', () => {
  const id = fc.constantFrom(...columns.map((column) => column.id));
  const steps = fc.array(fc.oneof(fc.tuple(id, id), fc.tuple(id, fc.boolean())), { maxLength: 12 });
  fc.assert(
    fc.property(steps, (all) => {
      let layout = defaultLayout;
      for (const [moved, to] of all) {
        layout = typeof to === 'string' ? moveColumn(layout, columns, moved, to) : pinColumn(layout, moved, to);
      }
      const arranged = arrange(columns, layout).all;
      expect(new Set(arranged)).toEqual(new Set(columns));
      const held = arranged.map((column) => isPinned(layout, column));
      expect(held).toEqual(held.toSorted((a, b) => Number(b) - Number(a)));
    }),
  );
});
