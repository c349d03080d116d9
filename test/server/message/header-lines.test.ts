import { expect, test } from 'vitest';
import { hasSameLines, headerMap, headerValue, sharedLines } from '../../../server/message/header-lines.ts';
import { HttpRequest } from '../../../server/message/http-request.ts';

const rawHeaders = ['Host', 'localhost', 'If-Match', '"a"', 'IF-MATCH', '"b"', 'X-Empty', '', '__proto__', 'odd'];

test('headerValue ignores case and joins several lines', () => {
  const request = new HttpRequest('GET', { authority: null, path: '/', query: '' }, rawHeaders, undefined, 'Default');

  expect(request.header('host')).toBe('localhost');
  expect(request.header('if-match')).toBe('"a", "b"');
});

test('headerValue tells an empty header from a missing one', () => {
  expect(headerValue(rawHeaders, 'x-empty')).toBe('');
  expect(headerValue(rawHeaders, 'x-none')).toBeUndefined();
  expect(headerValue(rawHeaders, 'constructor')).toBeUndefined();
  expect(headerValue(rawHeaders, '__proto__')).toBe('odd');
});

test('headerMap holds the value of every header that headerValue finds', () => {
  const values = headerMap(rawHeaders);
  const names = rawHeaders.filter((_, index) => index % 2 === 0).map((name) => name.toLowerCase());

  expect(new Set(values.keys())).toEqual(new Set(names));
  for (const [name, value] of values) expect(value).toBe(headerValue(rawHeaders, name));
});

test('headerValue never takes a value for a name', () => {
  expect(headerValue(['X-A', 'host', 'X-B', 'evil'], 'host')).toBeUndefined();
});

test('hasSameLines compares name by name and value by value', () => {
  expect(hasSameLines(['A', '1', 'B', '2'], ['A', '1', 'B', '2'])).toBe(true);
  expect(hasSameLines(['A', '1', 'B', '2'], ['A', '1', 'B', '3'])).toBe(false);
  expect(hasSameLines(['A', '1'], ['A', '1', 'B', '2'])).toBe(false);
});

test('sharedLines returns the earlier list if both are equal, else the later one', () => {
  const earlier = ['A', '1', 'B', '2'];
  expect(sharedLines(earlier, ['A', '1', 'B', '2'])).toBe(earlier);
  for (const later of [['A', '1', 'B', '3'], ['A', '1'], ['A', '1', 'B', '2', 'C', '3'], []]) {
    expect(sharedLines(earlier, [...later])).toEqual(later);
  }
  expect(earlier).toEqual(['A', '1', 'B', '2']);
});
