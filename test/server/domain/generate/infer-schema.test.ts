import { expect, test } from 'vitest';
import { finish } from '../../../../server/domain/basics/work.ts';
import { inferSchema } from '../../../../server/domain/generate/infer-schema.ts';
import type { Json, JsonObject } from '../../../../server/domain/json/json.ts';

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

/** The schema of a member with these values. */
function schemaOf(values: readonly Json[]): Json | undefined {
  const schema = finish(inferSchema(values.map((value) => ({ value }))));
  return (schema.properties as JsonObject | undefined)?.value;
}

const uuid = 'F81d4fae-7dec-11d0-a765-00a0c91e6bf6';

test.each<[string | undefined, readonly string[]]>([
  ['date', ['2024-02-01', '2024-02-29']],
  [undefined, ['2024-02-01', '2023-02-29']],
  [undefined, ['ten digits', '0123456789']],
  ['date-time', ['2024-02-01T09:00:00Z', '2024-02-01T09:00:00+01:00']],
  [undefined, ['2024-02-01T09:00:00Z', '2024-02-01']],
  [undefined, ['2024-02-01T09:00:00Z', 'Thursday']],
  ['email', ['ann@mail.test', 'a@b.c']],
  [undefined, ['mail ann@mail.test']],
  [undefined, ['ann@mail.test now']],
  [undefined, ['ann@mail']],
  ['uuid', [uuid]],
  [undefined, [`0${uuid}`]],
  [undefined, [`${uuid}0`]],
  [undefined, [uuid.replace('4fae', '4fag')]],
  [undefined, [uuid.replace('7dec', '7deg')]],
  [undefined, [uuid.replace('6bf6', '6bfg')]],
  ['uri', ['http://a.test/b', 'https://c']],
  [undefined, ['see http://a.test']],
  [undefined, ['http://a.test b']],
  [undefined, ['http:// ']],
])('finds the format %s of the texts %j', (format, texts) => {
  expect(schemaOf(texts)).toEqual({ type: 'string', ...(format && { format }) });
});

test('names at most eight choices, each of which three records have', () => {
  const texts = (count: number) => Array.from({ length: count * 3 }, (_, index) => `t${index % count}`);
  expect(schemaOf(texts(8))).toEqual({ type: 'string', enum: ['t0', 't1', 't2', 't3', 't4', 't5', 't6', 't7'] });
  expect(schemaOf(texts(9))).toEqual({ type: 'string' });
  expect(schemaOf(texts(2).slice(1))).toEqual({ type: 'string' });
  expect(schemaOf([...texts(2), null])).toEqual({ type: ['string', 'null'] });
});

test('finds truth values, and no elements of empty arrays', () => {
  expect(schemaOf([true, false])).toEqual({ type: 'boolean' });
  expect(schemaOf([[], []])).toEqual({ type: 'array' });
});

test('pauses after every record, because one may have thousands of members', () => {
  expect([...inferSchema([{}, {}, {}])]).toHaveLength(3);
});
