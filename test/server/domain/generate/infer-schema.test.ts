import { expect, test } from 'vitest';
import { finish } from '../../../../server/domain/basics/work.ts';
import { inferSchema } from '../../../../server/domain/generate/infer-schema.ts';

test('finds types, required members, formats, choices, nested objects and elements', () => {
  const records = Array.from({ length: 6 }, (_, index) => ({
    id: index,
    price: index / 2,
    born: '2024-02-01',
    role: index % 2 ? 'admin' : 'guest',
    address: { city: `city ${index}` },
    tags: ['a', null],
    ...(index > 0 && { mail: 'a@b.cd' }),
  }));
  expect(finish(inferSchema(records))).toEqual({
    type: 'object',
    properties: {
      id: { type: 'integer' },
      price: { type: 'number' },
      born: { type: 'string', format: 'date' },
      role: { type: 'string', enum: ['admin', 'guest'] },
      address: { type: 'object', properties: { city: { type: 'string' } }, required: ['city'] },
      tags: { type: 'array', items: { type: ['string', 'null'] } },
      mail: { type: 'string', format: 'email' },
    },
    required: ['id', 'price', 'born', 'role', 'address', 'tags'],
  });
});

test('lets a collection without records have any member', () => {
  expect(finish(inferSchema([]))).toEqual({ type: 'object' });
});
