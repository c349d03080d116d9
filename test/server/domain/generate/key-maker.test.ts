import { expect, test } from 'vitest';
import { KeyMaker } from '../../../../server/domain/generate/key-maker.ts';
import type { Json, JsonObject } from '../../../../server/domain/json/json.ts';

function keyBy(schema: JsonObject | null, isTaken: (id: string) => boolean = () => false): string | number {
  let last = 0;
  const newId = () => `00000000-0000-4000-8000-${String(last++).padStart(12, '0')}`;
  return new KeyMaker({ name: 'things', key: 'id', sort: null, time: null, schema }).freeKey(newId, isTaken);
}

const keyed = (id: Json, rest: JsonObject = {}): JsonObject => ({ properties: { id }, ...rest });

test.each<[string, JsonObject | null, RegExp | number]>([
  ['without a schema, it is the new id', null, /^00000000-0000-4000-8000-000000000000$/],
  ['an integer begins at 1', keyed({ type: 'integer' }), 1],
  ['a number begins at 1', keyed({ type: 'number' }), 1],
  ['an integer begins at the lowest that is allowed', keyed({ type: 'integer', minimum: 1000 }), 1000],
  ['an exclusive minimum is not used', keyed({ type: 'integer', exclusiveMinimum: 10 }), 11],
  ['a fraction is rounded up', keyed({ type: 'integer', minimum: 1.5 }), 2],
  ['an exclusive fraction is rounded up', keyed({ type: 'integer', exclusiveMinimum: 1.5 }), 2],
  ['a low minimum does not matter', keyed({ type: 'integer', minimum: -9, exclusiveMinimum: -9, maximum: 9 }), 1],
  ['an integer is not above the highest', keyed({ type: 'integer', maximum: -1.5 }), -2],
  ['an integer may be the highest', keyed({ type: 'integer', maximum: 1 }), 1],
  ['limits that are no numbers do not matter', keyed({ type: 'integer', minimum: '5', maximum: '0' }), 1],
  ['text is preferred to an integer', keyed({ type: ['integer', 'string'] }), /^0{8}-/],
  ['an enumeration of integers is used', keyed({ enum: [7] }), 7],
  ['another constant is not used', keyed({ const: null, type: 'integer' }), 1],
  ['a pattern comes before a format', keyed({ pattern: '^ab$', format: 'date' }), /^ab$/],
  ['a pattern that cannot be written is left out', keyed({ pattern: '(?=a)', format: 'date' }), /^\d{4}-\d\d-\d\d$/],
  ['a UUID is the new id', keyed({ format: 'uuid' }), /^00000000-0000-4000-8000-000000000000$/],
  ['a text that is short enough is whole', keyed({ maxLength: 36 }), /^00000000-0000-4000-8000-000000000000$/],
  ['a text that is too long by one loses its dashes', keyed({ maxLength: 35 }), /^0{12}40{3}80{15}$/],
  ['a long text is filled with the id', keyed({ minLength: 38 }), /^00000000-0000-4000-8000-00000000000000$/],
  ['the id is without dashes where it fills', keyed({ minLength: 48 }), /^0{8}-0{4}-4000-8000-0{24}$/],
  ['lengths that are no numbers do not matter', keyed({ minLength: '50', maxLength: '1' }), /^.{36}$/],
  ['a nullable integer is an integer', keyed({ type: ['integer', 'null'] }), 1],
  ['a pattern is followed', keyed({ type: 'string', pattern: '^[A-Z]{3}-\\d{4}$' }), /^[A-Z]{3}-\d{4}$/],
  ['a format is followed', keyed({ type: 'string', format: 'date' }), /^\d{4}-\d\d-\d\d$/],
  ['an unknown format is any text', keyed({ type: 'string', format: 'ulid' }), /^0{8}-/],
  ['a format that is no text does not matter', keyed({ format: ['date'] }), /^0{8}-/],
  ['a short text is cut', keyed({ type: 'string', maxLength: 8 }), /^0{8}$/],
  ['a long text is filled', keyed({ type: 'string', minLength: 40 }), /^[0-9a-f-]{40}$/],
  ['a constant is used', keyed({ const: 'only' }), /^only$/],
  ['references are followed', keyed({ $ref: '#/$defs/Id' }, { $defs: { Id: { type: 'integer' } } }), 1],
  ['the parts of allOf are read', { allOf: [keyed({ type: 'integer' })] }, 1],
])('%s', (_, schema, expected) => {
  const key = keyBy(schema);
  if (typeof expected === 'number') expect(key).toBe(expected);
  else expect(key).toMatch(expected);
});

test('tries again when a key is taken', () => {
  const schema = keyed({ enum: ['a', 'b', 'c'] });
  expect(keyBy(schema, (id) => id !== 'c')).toBe('c');
});

test('tries twenty keys', () => {
  const asked: string[] = [];
  const isTaken = (id: string) => asked.push(id) > 0;
  expect(keyBy(null, isTaken)).toBe('00000000-0000-4000-8000-000000000019');
  expect(asked).toHaveLength(19);
});

test('the key of an id is the same at any time, and other ids have other keys', () => {
  const schema = keyed({ pattern: '^[a-z]{8}$' });
  const keyOf = (id: string) =>
    new KeyMaker({ name: 'things', key: 'id', sort: null, time: null, schema }).freeKey(
      () => id,
      () => false,
    );
  expect(keyOf('one')).toBe(keyOf('one'));
  expect(new Set(['one', 'two', 'owt', 'eno', ''].map(keyOf)).size).toBe(5);
});

test('a key is at most 10,000 characters long, whatever the schema asks for', () => {
  expect(String(keyBy(keyed({ minLength: 2 ** 31 })))).toHaveLength(10_000);
});

test('the hundred-thousandth key is of the schema as well', () => {
  const schema = keyed({ type: 'string', pattern: '^ORD-[0-9]{8}$' });
  const keys = new KeyMaker({ name: 'orders', key: 'id', sort: null, time: null, schema });
  const wrong: unknown[] = [];
  for (let number = 1; number <= 100_000 && wrong.length === 0; number += 1) {
    const key = keys.freeKey(
      () => `id ${number}`,
      () => false,
    );
    if (!/^ORD-\d{8}$/.test(String(key))) wrong.push([number, key]);
  }
  expect(wrong).toEqual([]);
});
