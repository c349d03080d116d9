import { expect, test } from 'vitest';
import { visible, visibleLines } from '../../../../server/domain/json/visible-text.ts';

test.each([
  ['/users/42?q=größer', '/users/42?q=größer'],
  ['gpj.\u202eexe', 'gpj.\\u202eexe'],
  ['\u2066a\u2069\u200f\u061c', '\\u2066a\\u2069\\u200f\\u061c'],
  ['zero\u200bwidth\ufeff', 'zero\\u200bwidth\\ufeff'],
  ['a\u0000\u001b[31m\u2028', 'a\\u0000\\u001b[31m\\u2028'],
  ['\u{e0041}', '\\udb40\\udc41'],
])('shows %j as %j', (text, shown) => {
  expect(visible(text)).toBe(shown);
});

test('keeps the lines of a longer text', () => {
  expect(visibleLines('{\n\t"a": "\u202e"\r\n}')).toBe('{\n\t"a": "\\u202e"\r\n}');
});
