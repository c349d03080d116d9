import { expect, test } from 'vitest';
import { pathText, valueParts } from '../../../renderer/difference/value-difference.ts';

const shown = (before: unknown, after: unknown) =>
  valueParts(before as string, after as string).map((parts) =>
    parts.map(({ text, isChanged }) => (isChanged ? `[${text}]` : text)).join(''),
  );

test('marks the middle in which two texts differ, unless they have little in common', () => {
  expect(shown('Ada Lovelace', 'Ada King')).toEqual(['"Ada [Lovelace]"', '"Ada [King]"']);
  expect(shown('active', 'inactive')).toEqual(['"active"', '"[in]active"']);
  expect(shown('😀 one two', '😁 one two')).toEqual(['"[😀] one two"', '"[😁] one two"']);
  expect(shown('Rohan', 'Ada')).toEqual(['"Rohan"', '"Ada"']);
});

test('shows other values as JSON, a missing one as nothing, a long one cut', () => {
  expect(shown(1, '1')).toEqual(['1', '"1"']);
  expect(shown(undefined, null)).toEqual(['', 'null']);
  expect(shown({ a: 1 }, [])).toEqual(['{"a":1}', '[]']);
  expect(shown({ text: 'x'.repeat(60) }, 1)[0]).toContain('{\n  "text"');
  expect(shown('x'.repeat(5000), 1)[0]).toHaveLength(2001);
  expect(shown('a\u202eb', 1)[0]).toBe('"a\\u202eb"');
});

test('writes a JSON pointer as people do', () => {
  expect(['/name', '/address/city', '/tags/1/id', '/a~1b', ''].map(pathText)).toEqual([
    'name',
    'address.city',
    'tags[1].id',
    'a/b',
    '',
  ]);
});
