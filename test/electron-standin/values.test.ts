import fc from 'fast-check';
import { expect, test } from 'vitest';
import { decodeValue, encodeValue } from './values.mjs';

const carried = (value: unknown) => decodeValue(JSON.parse(JSON.stringify(encodeValue(value))));

test('plain data arrives as it was, undefined and odd member names included', () => {
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
      expect(carried(value)).toStrictEqual(value);
    }),
  );
  expect(Object.keys(carried(JSON.parse('{"__proto__":1}')))).toEqual(['__proto__']);
});

test('data that looks like the encoding is data', () => {
  for (const value of [['undefined'], ['function', 'page-1'], ['object', ['a', 1]], { list: ['list'] }]) {
    expect(carried(value)).toStrictEqual(value);
  }
});

test('an error arrives with its name and message', () => {
  const error = carried(new RangeError('too far'));
  expect(error).toBeInstanceOf(Error);
  expect([error.name, error.message]).toEqual(['RangeError', 'too far']);
});

test.each([[new Date()], [new Map()], [new Uint8Array(1)], [Number.NaN], [1n], [Symbol('s')], [() => {}]])(
  'what cannot be carried is refused: %s',
  (value) => {
    expect(() => encodeValue({ nested: [value] })).toThrow('cannot carry');
  },
);
