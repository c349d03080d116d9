import fc from 'fast-check';
import { expect, test } from 'vitest';
import { countMembers, type Json, jsonEqual, setMember } from '../../../../server/domain/json/json.ts';
import { arbitraryJson } from './arbitrary-json.ts';

test('counts the members of objects on all levels, also in arrays', () => {
  expect(countMembers({ a: 1, b: { c: null, d: [{ e: 1 }, [], [{ f: 1, g: 2 }]] }, h: [] })).toBe(8);
  for (const value of [null, 1, 'abc', true, [], [1, null, 'a']]) expect(countMembers(value)).toBe(0);
});

test('the number of members is that of the names that JSON.parse meets', () => {
  fc.assert(
    fc.property(arbitraryJson, (value) => {
      let names = 0;
      JSON.parse(JSON.stringify(value), function (this: unknown, name) {
        if (!Array.isArray(this) && name !== '') names += 1;
      });
      // The reviver is also called for the whole value, under the empty name.
      fc.pre(!JSON.stringify(value).includes('"":'));
      expect(countMembers(value)).toBe(names);
    }),
  );
});

test('counts no members of a value that is nested deeper than asked', () => {
  const nested: readonly [Json, number][] = [
    [{ a: {} }, 2],
    [[{ a: 1 }], 2],
    [{ a: [[1]] }, 3],
    [[[], {}, [{}]], 3],
  ];
  for (const [value, levels] of nested) {
    expect(countMembers(value, levels)).toBe(countMembers(value));
    expect(countMembers(value, levels - 1)).toBeNaN();
  }
  expect(countMembers(1, 0)).toBe(0);
});

test('values are equal whatever the order of their members, but not of their elements', () => {
  expect(jsonEqual({ a: 1, b: [{ c: 2, d: null }] }, { b: [{ d: null, c: 2 }], a: 1 })).toBe(true);
  expect(jsonEqual([1, 2], [2, 1])).toBe(false);
});

test('values of unlike types, and one that is missing, are not equal', () => {
  const values: readonly (Json | undefined)[] = [
    null,
    undefined,
    0,
    '',
    false,
    [],
    {},
    [null],
    { 0: null },
    { length: 0 },
  ];
  for (const [place, one] of values.entries()) {
    for (const [other, two] of values.entries()) expect(jsonEqual(one, two)).toBe(place === other);
  }
});

test('a member that only one object has, and an inherited one, make a difference', () => {
  expect(jsonEqual({ a: 1 }, { a: 1, b: 2 })).toBe(false);
  expect(jsonEqual({ a: 1, b: 2 }, { a: 1 })).toBe(false);
  expect(jsonEqual({ a: 1 }, { b: 1 })).toBe(false);
  expect(jsonEqual({ toString: {} }, { a: {} })).toBe(false);
  expect(jsonEqual(JSON.parse('{"__proto__": {}}'), { a: 1 })).toBe(false);
});

test('a member of any name is set as an own member that can be changed and removed', () => {
  for (const name of ['a', '__proto__', 'constructor']) {
    const object: { [name: string]: Json } = {};
    setMember(object, name, { deep: 1 });
    expect(JSON.stringify(object)).toBe(`{"${name}":{"deep":1}}`);
    expect(Object.getPrototypeOf(object)).toBe(Object.prototype);
    setMember(object, name, 2);
    expect(JSON.stringify(object)).toBe(`{"${name}":2}`);
    expect(Reflect.deleteProperty(object, name)).toBe(true);
    expect(JSON.stringify(object)).toBe('{}');
  }
});
