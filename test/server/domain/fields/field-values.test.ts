import { expect, test } from 'vitest';
import { finish } from '../../../../server/domain/basics/work.ts';
import { frequentValues } from '../../../../server/domain/fields/field-values.ts';
import type { Json, JsonObject } from '../../../../server/domain/json/json.ts';

function valuesOf(records: readonly JsonObject[]) {
  return Object.fromEntries(finish(frequentValues(records)));
}

test('lists the most frequent value first and counts array elements', () => {
  expect(
    valuesOf([
      { status: 'new', tags: ['a', 'b'] },
      { status: 'old', tags: ['b'], address: { city: 'Riga' } },
      { status: 'old', tags: [], address: { city: null } },
    ]),
  ).toEqual({
    '["status"]': ['old', 'new'],
    '["tags"]': ['b', 'a'],
    '["address","city"]': ['Riga', null],
  });
});

test('limits the number of values and leaves out long texts', () => {
  const found = valuesOf(Array.from({ length: 2000 }, (_, index) => ({ id: index, text: 'x'.repeat(81) })));
  expect(found['["id"]']).toHaveLength(40);
  expect(found['["text"]']).toBeUndefined();
});

/** The values of one field of so many records. */
function valuesOfField(count: number, value: (index: number) => Json) {
  return valuesOf(Array.from({ length: count }, (_, index) => ({ field: value(index) })))['["field"]'];
}

test('keeps a text of 80 characters', () => {
  expect(valuesOfField(2, (index) => 'x'.repeat(80 + index))).toEqual(['x'.repeat(80)]);
});

test('counts 500 distinct values of a field', () => {
  // The last two values come often, the second of them too late to be counted.
  const late = (index: number) => (index < 500 ? index : index % 2 ? 499 : 'late');
  expect(valuesOfField(600, late)?.slice(0, 2)).toEqual([499, 0]);
});

test('reads 20,000 records and pauses after each of them, because one may have thousands of members', () => {
  const value = (index: number) => (index < 20_000 ? 'early' : 'late');
  expect(valuesOfField(20_001, value)).toEqual(['early']);
  expect([...frequentValues([{}, {}, {}])]).toHaveLength(3);
});
