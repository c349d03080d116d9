import { expect, test } from 'vitest';
import { Dice } from '../../../../server/domain/generate/dice.ts';
import { KnownPlaces } from '../../../../server/domain/generate/known-values.ts';
import { SchemaValues } from '../../../../server/domain/generate/schema-value.ts';
import type { Json, JsonObject } from '../../../../server/domain/json/json.ts';
import { countValues, maxValues } from '../../../../server/domain/json/limits.ts';

const times = 600;

/** The values of so many dice, of a member `v` beside the known records. */
function values(schema: Json, known: readonly JsonObject[] = [], root: JsonObject = {}): readonly (Json | undefined)[] {
  const whole = { ...root, type: 'object', required: ['v'], properties: { v: schema } };
  const made = new SchemaValues(whole, new KnownPlaces(known));
  return Array.from({ length: times }, (_, seed) => (made.value(new Dice(seed, 0)) as JsonObject).v);
}

/** Each different value once, as text, in order. */
function kinds(...given: Parameters<typeof values>): readonly string[] {
  return [...new Set(values(...given).map((value) => JSON.stringify(value)))].sort();
}

/** How many of the values meet a condition, as a share. */
function share(all: readonly unknown[], test: (value: never) => boolean): number {
  return all.filter((value) => test(value as never)).length / all.length;
}

const bit = { enum: [0, 1] };

test.each<[string, Json, readonly JsonObject[], readonly Json[]]>([
  ['a constant', { const: { a: 1 } }, [], [{ a: 1 }]],
  ['a constant before an enumeration', { const: null, enum: [1] }, [], [null]],
  ['an enumeration', { enum: [1, 'a', null] }, [{ v: 2 }], ['a', 1, null]],
  ['an empty enumeration', { enum: [] }, [], [null]],
  ['examples of the schema', { examples: ['b', 'a'], type: 'string' }, [], ['a', 'b']],
  ['known values before examples', { examples: ['b'], type: 'string' }, [{ v: 'a' }], ['a']],
  ['no example that is an object', { examples: [{ a: 1 }], type: 'boolean' }, [], [false, true]],
  ['examples of any type', { examples: ['a', 2, true] }, [], ['a', 2, true]],
  ['no examples', { examples: [], type: 'null' }, [], [null]],
  ['examples of its type', { examples: ['a', 2, 1.5, true], type: 'boolean' }, [], [true]],
  ['integers among examples', { examples: [1, 1.5, 'a'], type: 'integer' }, [], [1]],
  ['numbers among examples', { examples: [1, 1.5, 'a'], type: ['number', 'null'] }, [], [1, 1.5]],
  ['texts that were not quoted', { examples: [1, true, null], type: 'string' }, [], ['1', 'true']],
  ['examples of the implied type', { examples: ['a', 1], minimum: 0 }, [], [1]],
  ['no example of another type', { examples: ['a'], properties: {} }, [], [{}]],
  ['known truth values', { type: 'boolean' }, [{ v: true }], [true]],
  ['integers', { type: 'integer', minimum: 1, maximum: 2 }, [{ v: 1.5 }, { v: 9.5 }], [2]],
  ['numbers', { type: 'number', minimum: 1, maximum: 1.02 }, [{ v: 1 }, { v: 9.5 }], [1, 1.01, 1.02]],
  ['a type that null joins', { type: ['null', 'boolean'] }, [], [false, null, true]],
  ['one of several types', { type: ['boolean', 'integer'], maximum: 0 }, [], [0, false, true]],
  ['nothing but null', { type: ['null'] }, [], [null]],
  ['the type of a known value', {}, [{ v: true }, { v: null }], [null, true]],
  ['the elements of a known list', {}, [{ v: [true] }], [[], [true], [true, true], [true, true, true]]],
  ['a known object', {}, [{ v: { a: 1 } }], [{ a: 1 }]],
  ['no schema', true, [{ v: 'a' }], ['a']],
])('SchemaValues gives %s', (_, schema, known, expected) => {
  expect(kinds(schema, known)).toEqual(expected.map((value) => JSON.stringify(value)).sort());
});

test.each<[string, Json, readonly string[]]>([
  ['minimum', { minimum: 3, maximum: 4 }, ['3', '4']],
  ['maximum', { maximum: 0 }, ['0']],
  ['multipleOf', { multipleOf: 1000, exclusiveMaximum: 2000 }, ['0', '1000']],
  ['pattern', { pattern: '^a$' }, ['"a"']],
  ['items', { items: bit, maxItems: 1 }, ['[0]', '[1]', '[]']],
  ['prefixItems', { prefixItems: [bit], maxItems: 1 }, ['[0]', '[1]']],
  ['properties', { properties: { a: { const: 1 } }, required: ['a'] }, ['{"a":1}']],
  ['required', { required: ['a'], properties: { a: { const: 1 } } }, ['{"a":1}']],
])('SchemaValues takes the type from %s', (_, schema, expected) => {
  expect(kinds(schema)).toEqual(expected);
});

test.each<[string, JsonObject, readonly string[]]>([
  [
    'as many as the limits say',
    { items: bit, minItems: 1, maxItems: 2 },
    ['[0,0]', '[0,1]', '[0]', '[1,0]', '[1,1]', '[1]'],
  ],
  [
    'no element twice in a set',
    { items: bit, minItems: 1, maxItems: 2, uniqueItems: true },
    ['[0,1]', '[0]', '[1,0]', '[1]'],
  ],
  ['fewer when a set has no more', { items: { const: 1 }, minItems: 2, uniqueItems: true }, ['[1]']],
  ['a schema for each place', { prefixItems: [{ const: 'a' }, bit], items: false }, ['["a",0]', '["a",1]']],
  ['more behind the places', { prefixItems: [{ const: 'a' }], items: { const: 1 }, maxItems: 2 }, ['["a",1]', '["a"]']],
  ['no more behind the places than the limit', { prefixItems: [bit, bit, bit], items: bit, maxItems: 0 }, ['[]']],
  ['none that nothing describes', {}, ['[]']],
])('the elements of a list: %s', (_, schema, expected) => {
  expect(kinds({ type: 'array', ...schema })).toEqual(expected);
});

test('limits of a list that are no numbers do not count', () => {
  const lengths = values({ type: 'array', items: bit, minItems: '3', maxItems: '3' }).map((v) => (v as []).length);
  expect(new Set(lengths)).toEqual(new Set([0, 1, 2, 3]));
});

test('nothing described is a text, also in a list', () => {
  for (const value of values({ type: 'array', items: {}, minItems: 1 })) {
    for (const one of value as Json[]) expect(one).toMatch(/^[a-z]+ [a-z]+$/);
  }
});

test('lists within seven levels have more elements than they must have, deeper ones have not', () => {
  /** A list of bits inside of objects, which begins at the level. */
  const listAt = (level: number): JsonObject =>
    level === 0
      ? { type: 'array', items: bit, minItems: 1, maxItems: 2 }
      : { type: 'object', required: ['v'], properties: { v: listAt(level - 1) } };
  const lengthsAt = (level: number) =>
    new Set(
      values(listAt(level - 1)).map((value) => (/\[.*\]/.exec(JSON.stringify(value))?.[0].length ?? 0) / 2 - 0.5),
    );
  expect([lengthsAt(6), lengthsAt(7)]).toEqual([new Set([1, 2]), new Set([1])]);
});

test('a set is tried five times for each of its elements', () => {
  let picks = 0;
  class SameDice extends Dice {
    override pick<T>(list: readonly T[]): T | undefined {
      picks += 1;
      return list[0];
    }
  }
  const set = { type: 'array', items: bit, minItems: 2, maxItems: 2, uniqueItems: true };
  expect(new SchemaValues(set, new KnownPlaces([])).value(new SameDice(1, 0))).toEqual([0]);
  expect(picks).toBe(10);
});

test('a list has at most three elements, or its minimum', () => {
  const lengths = (schema: JsonObject) =>
    new Set(values({ type: 'array', items: bit, ...schema }).map((v) => (v as []).length));
  expect(lengths({})).toEqual(new Set([0, 1, 2, 3]));
  expect(lengths({ minItems: 5 })).toEqual(new Set([5]));
});

test('the members of an object: the required ones always, others as often as known records have them', () => {
  const schema = { type: 'object', required: ['a'], properties: { a: bit, b: bit, c: bit } };
  const known: JsonObject[] = [{ v: { b: 1 } }, { v: { d: 1 } }, { v: { d: 1 } }, { v: { d: 1 } }];
  const all = values(schema, known);
  expect(share(all, (value: JsonObject) => 'a' in value)).toBe(1);
  expect(share(all, (value: JsonObject) => 'b' in value)).toBeCloseTo(0.25, 1);
  expect(share(all, (value: JsonObject) => 'c' in value)).toBeCloseTo(0.85, 1);
  const oddly = values({ ...schema, required: [1, 'z'] });
  expect(share(oddly, (value: JsonObject) => 'z' in value)).toBe(1);
  expect(share(oddly, (value: JsonObject) => '1' in value)).toBe(0);
});

test('a nullable value is null in one of ten', () => {
  expect(share(values({ type: ['string', 'null'] }), (value) => value === null)).toBeCloseTo(0.1, 1);
  expect(share(values({ type: 'boolean' }), (value) => value === true)).toBeCloseTo(0.5, 1);
});

test('the address of a record is made from its name', () => {
  const person = { required: ['name', 'mail'], properties: { name: { const: 'Ada' }, mail: { format: 'email' } } };
  for (const value of values(person)) expect((value as JsonObject).mail).toMatch(/^ada\d+@/);
  const list = { type: 'array', items: { format: 'email' }, minItems: 1 };
  const lists = values({ required: ['name', 'mails'], properties: { name: { const: 'Ada' }, mails: list } });
  for (const value of lists) for (const mail of (value as { mails: string[] }).mails) expect(mail).toMatch(/^ada\d+@/);
  const numbered = { required: ['name', 'mail'], properties: { name: { const: 5 }, mail: { format: 'email' } } };
  const titled = { required: ['title', 'mail'], properties: { title: { const: 'Ada' }, mail: { format: 'email' } } };
  for (const value of values(titled)) expect((value as JsonObject).mail).toMatch(/^user-\d+@/);
  for (const value of values(numbered)) expect((value as JsonObject).mail).toMatch(/^user-\d+@/);
});

test.each<[string, Json, readonly Json[]]>([
  ['a reference', { $ref: '#/$defs/bit' }, [0, 1]],
  ['a reference with its own keywords', { $ref: '#/$defs/bit', enum: [1] }, [1]],
  ['a reference through a reference', { $ref: '#/$defs/again' }, [0, 1]],
  ['both of allOf', { allOf: [{ type: 'integer', minimum: 1 }, { maximum: 2 }] }, [1, 2]],
  ['one of anyOf', { anyOf: [{ const: 1 }, { const: 'a' }] }, ['a', 1]],
  ['one of oneOf', { oneOf: [{ const: 1 }, { const: 'a' }] }, ['a', 1]],
  [
    'the properties of all parts',
    {
      allOf: [
        { type: 'object', required: ['a'], properties: { a: { const: 1 }, b: { const: 1 } } },
        { required: ['b', 'a'], properties: { b: { const: 2 } } },
      ],
    },
    [{ b: 1, a: 1 }],
  ],
])('SchemaValues follows %s', (_, schema, expected) => {
  const root = { $defs: { bit, again: { $ref: '#/$defs/bit' } } };
  const sorted = expected.map((value) => JSON.stringify(value)).sort();
  expect(kinds(schema, [], root)).toEqual(sorted);
});

test.each(['#/$defs/none', 'other.json', 'other.json#/$defs/bit', 'x/$defs/bit', '#%zz', '#/~2'])(
  'the reference %s describes nothing',
  ($ref) => {
    for (const value of values({ $ref }, [], { $defs: { bit } })) expect(value).toMatch(/^[a-z]+ [a-z]+$/);
  },
);

test('a reference is followed through five others', () => {
  const chain = Array.from({ length: 7 }, (_, n) => [`d${n}`, n === 0 ? bit : { $ref: `#/$defs/d${n - 1}` }]);
  const at = (n: number) => new Set(values({ $ref: `#/$defs/d${n}` }, [], { $defs: Object.fromEntries(chain) }));
  expect(at(5)).toEqual(new Set([0, 1]));
  for (const value of at(6)) expect(value).toMatch(/^[a-z]+ [a-z]+$/);
});

test('properties of a part that are no object do not count', () => {
  const described = { type: 'object', required: ['a'], properties: { a: { const: 1 } } };
  for (const value of values({ allOf: [described, { properties: ['z'] }] })) expect(value).toEqual({ a: 1 });
});

test('a record that nothing describes is not copied', () => {
  expect(new SchemaValues({}, new KnownPlaces([{ a: 1 }])).value(new Dice(1, 0))).toEqual({});
  expect(new SchemaValues({ type: 'object' }, new KnownPlaces([{ a: 1 }])).value(new Dice(1, 0))).toEqual({});
});

test('a schema that refers to itself ends', () => {
  const node = { type: 'object', required: ['n'], properties: { n: bit, next: { $ref: '#/$defs/node' } } };
  const depth = (value: Json | undefined): number =>
    1 + (value && (value as JsonObject).next ? depth((value as JsonObject).next) : 0);
  const depths = values({ $ref: '#/$defs/node' }, [], { $defs: { node } }).map(depth);
  expect(Math.max(...depths)).toBe(7);
  const list = { type: 'array', items: { $ref: '#/$defs/list' }, minItems: 0, maxItems: 2 };
  for (const value of values({ $ref: '#/$defs/list' }, [], { $defs: { list } })) expect(value).toBeInstanceOf(Array);
});

test.each<[string, (loop: JsonObject) => JsonObject]>([
  ['$ref', (loop) => loop],
  ['allOf', (loop) => ({ allOf: [loop] })],
  ['anyOf', (loop) => ({ anyOf: [loop] })],
  ['oneOf', (loop) => ({ oneOf: [loop] })],
  ['allOf of allOf', (loop) => ({ allOf: [{ allOf: [loop] }] })],
])('a schema that is itself through %s ends', (_, through) => {
  const loop = { ...through({ $ref: '#/$defs/loop' }), type: 'null' };
  expect(kinds({ $ref: '#/$defs/loop' }, [], { $defs: { loop } })).toEqual(['null']);
});

test('SchemaValues leaves out members of the record, and finds the schema of a member', () => {
  const schema = {
    required: ['id', 'of'],
    properties: {
      id: { $ref: '#/$defs/bit' },
      of: { required: ['id'], properties: { id: { const: 1 } } },
    },
    $defs: { bit },
  };
  const made = new SchemaValues(schema, new KnownPlaces([]));
  expect(made.value(new Dice(1, 0), new Set(['id']))).toEqual({ of: { id: 1 } });
  expect(made.memberSchema('id', new Dice(1, 0))).toEqual(bit);
  expect(made.memberSchema('none', new Dice(1, 0))).toBeUndefined();
  expect(new SchemaValues({}, new KnownPlaces([])).memberSchema('id', new Dice(1, 0))).toBeUndefined();
  expect(
    new SchemaValues({ properties: { id: true } }, new KnownPlaces([])).memberSchema('id', new Dice(1, 0)),
  ).toBeUndefined();
});

test.each(['format', 'minLength'])(
  'SchemaValues takes the type of a text from %s, whatever values are known',
  (word) => {
    for (const value of values({ [word]: 'colour' }, [{ v: 5 }])) expect(typeof value).toBe('string');
  },
);

test('a list has at most 1,000 elements, whatever the schema asks for', () => {
  const made = new SchemaValues({ type: 'array', items: bit, minItems: 2 ** 31 }, new KnownPlaces([]));
  expect(made.value(new Dice(1, 0))).toHaveLength(1000);
});

test('a schema of lists of itself gives a value of bounded size', () => {
  const list: Json = { type: 'array', items: { $ref: '#' }, minItems: 1 };
  const root: JsonObject = {
    type: 'object',
    properties: Object.fromEntries([...'abcdef'].map((name) => [name, list])),
  };
  const made = new SchemaValues(root, new KnownPlaces([]));
  for (let seed = 0; seed < 20; seed++) expect(countValues(made.value(new Dice(seed, 0)))).toBeLessThan(maxValues);
});

test('a schema that requires itself gives a value all the same, which does not fit', () => {
  const root: JsonObject = { type: 'object', required: ['a'], properties: { a: { $ref: '#' } } };
  expect(countValues(new SchemaValues(root, new KnownPlaces([])).value(new Dice(1, 0)))).toBeLessThan(maxValues);
});

test('a schema that refers to itself in many places is not followed without end', () => {
  const root: JsonObject = { type: 'object', allOf: Array(1000).fill({ $ref: '#' }), properties: { a: { const: 1 } } };
  expect(new SchemaValues(root, new KnownPlaces([])).value(new Dice(1, 0))).toBeTypeOf('object');
});
