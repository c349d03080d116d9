import { expect, test } from 'vitest';
import { finish } from '../../../../server/domain/basics/work.ts';
import { frequentValues } from '../../../../server/domain/fields/field-values.ts';
import type { JsonObject } from '../../../../server/domain/json/json.ts';

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
