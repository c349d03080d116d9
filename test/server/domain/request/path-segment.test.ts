import fc from 'fast-check';
import { expect, test } from 'vitest';
import { decodeSegment } from '../../../../server/domain/request/path-segment.ts';

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
