import { expect, test } from 'vitest';
import { FieldCatalogue } from '../../../../server/domain/fields/fields.ts';
import { unknownField } from '../../../../server/domain/fields/unknown-field.ts';

const fields = new FieldCatalogue({ name: 'things', key: 'id', sort: null, time: null, schema: null });
fields.addRecord({ id: 1, price: 2, address: { city: 'x' } });

test('suggests the nearest field of the collection, nested ones too', () => {
  expect(unknownField('sort', 'prise', fields.record)).toMatchObject({
    type: '/problems/unknown-field',
    detail: 'No record has a field "prise". Perhaps "price" was meant.',
    parameter: 'sort',
    field: 'prise',
    expected: 'a field of the collection',
    suggestion: 'price',
  });
  expect(unknownField('sort', 'address.citi', fields.record)).toMatchObject({ suggestion: 'address.city' });
});

test('suggests nothing where no field is near', () => {
  const problem = unknownField('sort', 'quantity', fields.record);
  expect(problem.detail).toBe('No record has a field "quantity".');
  expect(problem).not.toHaveProperty('suggestion');
  expect(problem).not.toHaveProperty('dialects');
});

test('suggests the usual name where no candidate is near, and names the dialects that have the parameter', () => {
  const candidates = ['limit', 'price'];
  expect(unknownField('pageSize', 'pageSize', fields.record, { candidates, usual: 'limit' })).toMatchObject({
    detail: 'No record has a field "pageSize". Perhaps "limit" was meant.',
    suggestion: 'limit',
  });
  expect(unknownField('prise', 'prise', fields.record, { candidates, usual: 'limit' }).suggestion).toBe('price');
  const elsewhere = [
    { name: 'json-server-0.17', title: 'json-server 0.17' },
    { name: 'json-server-1', title: 'json-server 1' },
  ] as const;
  expect(unknownField('_embed', '_embed', fields.record, { elsewhere })).toMatchObject({
    detail:
      'No record has a field "_embed". It is a parameter of json-server 0.17 and json-server 1: see the setting "dialect".',
    dialects: ['json-server-0.17', 'json-server-1'],
  });
});

test('a catalogue merges the fields and types of another', () => {
  const own = new FieldCatalogue(fields.definition);
  own.addMembers({ id: 1, price: 'high', note: null, more: { a: 1 } }, ['price', 'more', 'missing']);
  own.merge(fields);
  expect(own.find('price')?.kinds).toEqual(expect.arrayContaining(['string', 'number']));
  expect(['address.city', 'more.a', 'note', 'missing'].map((name) => own.find(name) !== undefined)).toEqual([
    true,
    true,
    false,
    false,
  ]);
  const { revision } = own;
  own.merge(fields);
  expect(own.revision).toBe(revision);
});
