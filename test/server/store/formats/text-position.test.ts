import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Json } from '../../../../server/domain/json/json.ts';
import { offsetOf, positionAt } from '../../../../server/store/formats/text-position.ts';

function* pointers(value: Json, pointer: readonly string[] = []): Generator<readonly [readonly string[], Json]> {
  yield [pointer, value];
  if (typeof value !== 'object' || value === null) return;
  for (const [name, inner] of Object.entries(value)) yield* pointers(inner, [...pointer, name]);
}

test('finds the beginning of every value with any spacing', () => {
  fc.assert(
    fc.property(fc.jsonValue(), fc.constantFrom(undefined, 1, '\t', 4), (json, indent) => {
      const document = json as Json;
      const text = JSON.stringify(document, null, indent);
      for (const [pointer, value] of pointers(document)) {
        const found = text.slice(offsetOf(text, pointer));
        const isContainer = typeof value === 'object' && value !== null;
        expect(found.startsWith(isContainer ? (Array.isArray(value) ? '[' : '{') : JSON.stringify(value))).toBe(true);
      }
    }),
  );
});

test('finds the last of two members with one name, as JSON.parse does', () => {
  expect(offsetOf('{"a": 1, "a" : 22}', ['a'])).toBe(15);
});

test('finds a member with an escaped name', () => {
  expect(offsetOf('{"\\u0061\\n": true}', ['a\n'])).toBe(13);
});

test('lines and columns count from one', () => {
  const text = 'ab\ncd\n\nef';
  expect([0, 1, 2, 3, 6, 7, 8].map((offset) => positionAt(text, offset))).toEqual([
    { line: 1, column: 1 },
    { line: 1, column: 2 },
    { line: 1, column: 3 },
    { line: 2, column: 1 },
    { line: 3, column: 1 },
    { line: 4, column: 1 },
    { line: 4, column: 2 },
  ]);
});
