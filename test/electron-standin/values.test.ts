import fc from 'fast-check';
import { expect, test } from 'vitest';
import { decodeValue, encodeValue } from './values.mjs';

const transferred = (value: unknown) => decodeValue(JSON.parse(JSON.stringify(encodeValue(value))));

test('plain data survives a transfer, including undefined and odd member names', () => {
  const leaf = fc.oneof(
    fc.string(),
    fc.boolean(),
    fc.constant(null),
    fc.constant(undefined),
    fc.double({ noNaN: true, noDefaultInfinity: true }).map((number) => number + 0),
  );
  const { tree } = fc.letrec((tie) => ({
    tree: fc.oneof(
      { maxDepth: 4 },
      leaf,
      fc.array(tie('tree')),
      fc.dictionary(fc.string(), tie('tree'), { noNullPrototype: true }),
    ),
  }));
  fc.assert(
    fc.property(tree, (value) => {
      expect(transferred(value)).toStrictEqual(value);
    }),
  );
  expect(Object.keys(transferred(JSON.parse('{"__proto__":1}')))).toEqual(['__proto__']);
});

test('data that looks like the encoding survives a transfer', () => {
  for (const value of [['undefined'], ['function', 'page-1'], ['object', ['a', 1]], { list: ['list'] }]) {
    expect(transferred(value)).toStrictEqual(value);
  }
});

test('an error keeps its name and message', () => {
  const error = transferred(new RangeError('too far'));
  expect(error).toBeInstanceOf(Error);
  expect([error.name, error.message]).toEqual(['RangeError', 'too far']);
});

test.each([[new Date()], [new Map()], [new Uint8Array(1)], [Number.NaN], [1n], [Symbol('s')], [() => {}]])(
  'encodeValue refuses %s',
  (value) => {
    expect(() => encodeValue({ nested: [value] })).toThrow('cannot encode');
  },
);
