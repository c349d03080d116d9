import { expect, test } from 'vitest';
import { hasSameLines, headerValue, sharedLines } from '../../../server/message/header-lines.ts';
import { HttpRequest } from '../../../server/message/http-request.ts';

const rawHeaders = ['Host', 'localhost', 'If-Match', '"a"', 'IF-MATCH', '"b"', 'X-Empty', '', '__proto__', 'odd'];

test('a header is found whatever its case, and several lines are one list', () => {
  const request = new HttpRequest('GET', { authority: null, path: '/', query: '' }, rawHeaders, undefined, 'Default');

  expect(request.header('host')).toBe('localhost');
  expect(request.header('if-match')).toBe('"a", "b"');
});

test('an empty header is there, a missing one is not', () => {
  expect(headerValue(rawHeaders, 'x-empty')).toBe('');
  expect(headerValue(rawHeaders, 'x-none')).toBeUndefined();
  expect(headerValue(rawHeaders, 'constructor')).toBeUndefined();
  expect(headerValue(rawHeaders, '__proto__')).toBe('odd');
});

test('a value is never taken for a name', () => {
  expect(headerValue(['X-A', 'host', 'X-B', 'evil'], 'host')).toBeUndefined();
});

test('lists of lines are the same only name by name and value by value', () => {
  expect(hasSameLines(['A', '1', 'B', '2'], ['A', '1', 'B', '2'])).toBe(true);
  expect(hasSameLines(['A', '1', 'B', '2'], ['A', '1', 'B', '3'])).toBe(false);
  expect(hasSameLines(['A', '1'], ['A', '1', 'B', '2'])).toBe(false);
});

test('the earlier of two lists stands for both where they have the same lines; else the later stays what it says', () => {
  const earlier = ['A', '1', 'B', '2'];
  expect(sharedLines(earlier, ['A', '1', 'B', '2'])).toBe(earlier);
  for (const later of [['A', '1', 'B', '3'], ['A', '1'], ['A', '1', 'B', '2', 'C', '3'], []]) {
    expect(sharedLines(earlier, [...later])).toEqual(later);
  }
  expect(earlier).toEqual(['A', '1', 'B', '2']);
});
