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
  ['a nullable integer is an integer', keyed({ type: ['integer', 'null'] }), 1],
  ['a pattern is followed', keyed({ type: 'string', pattern: '^[A-Z]{3}-\\d{4}$' }), /^[A-Z]{3}-\d{4}$/],
  ['a format is followed', keyed({ type: 'string', format: 'date' }), /^\d{4}-\d\d-\d\d$/],
  ['an unknown format is any text', keyed({ type: 'string', format: 'ulid' }), /^0{8}-/],
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
