import { expect, test } from 'vitest';
import { comparedField, describeOperands, operandKinds } from '../../../../server/domain/filter/filter-operands.ts';
import type { JsonObject } from '../../../../server/domain/json/json.ts';
import { catalogueOf } from './filter-properties.ts';

const records: readonly JsonObject[] = [
  {
    id: '1',
    objects: [{ value: 'a', type: 'x' }],
    plain: { city: 'London' },
    mixed: [{ value: 'a' }, 'b'],
    text: 'x',
    nothing: null,
    empty: {},
  },
];
const fields = catalogueOf(records);

function field(name: string) {
  const found = fields.find(name);
  if (!found) throw new Error(`There is no field ${name}`);
  return found;
}

test('a field that holds only objects is compared by their member "value" if they have one', () => {
  const compared = ['objects', 'plain', 'mixed', 'text', 'nothing'].map((name) => comparedField(field(name)).name);
  expect(compared).toEqual(['objects.value', 'plain', 'mixed', 'text', 'nothing']);
});

test('describes what a field is compared with', () => {
  const expected = (name: string) => describeOperands(field(name), operandKinds(field(name), 'eq'));
  expect(expected('plain')).toBe('null, or a field inside as plain.city');
  expect(expected('empty')).toBe('null');
  expect(expected('text')).toBe('text, or null');
  expect(expected('mixed')).toBe('text, or null');
  expect(expected('nothing')).toBe(
    'true or false, or a number in the form of JSON that a double holds, or text, or null',
  );
});
