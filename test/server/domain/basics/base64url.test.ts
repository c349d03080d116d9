import fc from 'fast-check';
import { expect, test } from 'vitest';
import { decodeBase64Url, encodeBase64Url } from '../../../../server/domain/basics/base64url.ts';

const ascii = fc.string({ unit: 'grapheme-ascii', maxLength: 3000, size: 'max' });

test('encodes ASCII text of any length as Node does, and decodes it again', () => {
  fc.assert(
    fc.property(ascii, (text) => {
      const encoded = encodeBase64Url(text);
      expect(encoded).toBe(Buffer.from(text, 'latin1').toString('base64url'));
      expect(decodeBase64Url(encoded)).toBe(text);
    }),
  );
});

test('refuses texts that the encoder never writes', () => {
  expect(['YQ==', 'YR', 'Y', 'a b', 'Zm9v+'].map(decodeBase64Url)).toEqual(Array(5).fill(undefined));
});
