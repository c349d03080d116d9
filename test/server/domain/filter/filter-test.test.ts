import { expect, test } from 'vitest';
import type { FilterLiteral, FilterOperator } from '../../../../server/domain/filter/filter-expression.ts';
import { compileExpression } from '../../../../server/domain/filter/filter-test.ts';
import { compileScript } from '../../../../server/domain/filter/script-test.ts';
import type { Json } from '../../../../server/domain/json/json.ts';

const path = ['a'];

function compares(value: Json, operator: FilterOperator, literal: FilterLiteral, exact: boolean): boolean {
  return compileExpression({ kind: 'comparison', path, operator, literal, exact })({ a: value });
}

const texts = ['co', 'sw', 'ew'] as const;
const orders = ['gt', 'ge', 'lt', 'le'] as const;

test.each([...texts, ...orders])('no value that is no text fulfils %s with a text', (operator) => {
  const values: readonly Json[] = [5, 0, true, false, { b: 1 }, {}, { length: 0 }];
  for (const exact of [true, false]) {
    for (const literal of ['b', '5', '2024-01-01', '2024-01-01T00:00:00Z']) {
      expect(values.filter((value) => compares(value, operator, literal, exact))).toEqual([]);
    }
  }
});

test.each([...texts, ...orders])('no value fulfils %s with a truth value or null', (operator) => {
  const values: readonly Json[] = ['true', 'null', 'a null', true, null, 5, ''];
  for (const literal of [true, false, null]) {
    expect(values.map((value) => compares(value, operator, literal, true))).toEqual(values.map(() => false));
  }
});

test.each(texts)('no text fulfils %s with a number', (operator) => {
  expect(['5', 5].map((value) => compares(value, operator, 5, true))).toEqual([false, false]);
});

test.each<[Json, boolean]>([
  [0, true],
  [false, true],
  ['', false],
  [null, false],
  [[], false],
  [{}, false],
  [{ b: '', c: null }, false],
  [{ b: [] }, false],
  [{ b: ['', null] }, false],
  [{ b: ['', 'x'] }, true],
  [{ b: [{ c: [''] }, { c: [0] }] }, true],
])('the value %j is present: %s', (value, isPresent) => {
  expect(compileExpression({ kind: 'present', path })({ a: value })).toBe(isPresent);
});

test.each(texts)('nothing contains what is no value: %s', (operator) => {
  const test = compileScript({ kind: 'script', path, comparison: 'value', operator, literals: [] });
  expect(['undefined', '', 5].map((a) => test({ a }))).toEqual([false, false, false]);
});

test('a pattern that cannot be compiled matches nothing', () => {
  const test = compileScript({ kind: 'script', path, comparison: 'text', operator: 'like', literals: ['['] });
  expect(test({ a: '[' })).toBe(false);
});
