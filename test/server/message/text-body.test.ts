import fc from 'fast-check';
import { expect, test } from 'vitest';
import { textEncoding } from '../../../server/message/text-body.ts';

test('textEncoding yields the bytes of UTF-8', () => {
  const text = fc.oneof(fc.string({ unit: 'grapheme' }), fc.string({ unit: 'binary-ascii' }), fc.string());
  fc.assert(
    fc.property(text, (written) => {
      const utf8 = Buffer.from(written);
      expect(Buffer.from(written, textEncoding(written, utf8.length))).toEqual(utf8);
    }),
  );
});

test('textEncoding is Latin-1 only for ASCII', () => {
  expect(textEncoding('user', 4)).toBe('latin1');
  expect(textEncoding('é', 2)).toBe('utf8');
});
