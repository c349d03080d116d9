import { expect, test } from 'vitest';
import { hiddenPart } from '../../../../renderer/ui/table/kept-in-view.ts';

test('hiddenPart is what a lower table hides of a row that was in view', () => {
  expect(hiddenPart(280, 300, 200)).toBe(80);
  expect(hiddenPart(300, 300, 299)).toBe(1);
});

test('hiddenPart is zero for a row that stays in view, was not in view, or does not exist, and for a table that is not shown', () => {
  expect(hiddenPart(200, 300, 200)).toBe(0);
  expect(hiddenPart(280, 200, 300)).toBe(0);
  expect(hiddenPart(301, 300, 200)).toBe(0);
  expect(hiddenPart(Number.NaN, 300, 200)).toBe(0);
  expect(hiddenPart(280, 300, 0)).toBe(0);
});
