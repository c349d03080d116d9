import fc from 'fast-check';
import { expect, test } from 'vitest';
import { decodeSegment, isPathName } from '../../../../server/domain/request/path-segment.ts';

test('decodeSegment reverses encodeURIComponent', () => {
  const printable = fc.string({ unit: 'grapheme', minLength: 1 }).filter((text) => !/\p{Cc}|\p{Cs}/u.test(text));
  fc.assert(
    fc.property(printable, (text) => {
      expect(decodeSegment(encodeURIComponent(text))).toEqual({ ok: true, value: text });
    }),
  );
});

test.each(['', '%', '%zz', '%00', '%0a', '%7F', '%c3', '%C3%28', '%ed%a0%80'])('"%s" is refused', (raw) => {
  const decoded = decodeSegment(raw);
  expect(!decoded.ok && decoded.problem).toMatchObject({ type: '/problems/bad-path', status: 400 });
});

test.each([
  ['', 'A name in a path must not be empty.', undefined],
  ['a%7fb', 'A name in a path must not contain control characters.', undefined],
  ['a%1F', 'A name in a path must not contain control characters.', undefined],
  ['50%', '"50%" is not valid percent-encoded UTF-8.', 'percent-encoding'],
])('the refusal of "%s" says why', (raw, detail, expected) => {
  const decoded = decodeSegment(raw);
  expect(!decoded.ok && [decoded.problem.detail, decoded.problem.expected]).toEqual([detail, expected]);
});

test.each(['a', '...', '.a', ' ', '~', '%', 'a/b', '😀', 'x'.repeat(1000)])('a path can carry %j', (name) => {
  expect(isPathName(name)).toBe(true);
  expect(decodeSegment(encodeURIComponent(name))).toEqual({ ok: true, value: name });
});

test.each(['', '.', '..', '\u0000', 'a\u001f', 'a\u007fb', '\ud83d', 'x'.repeat(1001)])(
  'no path can carry %j',
  (name) => {
    expect(isPathName(name)).toBe(false);
  },
);
