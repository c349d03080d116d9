import fc from 'fast-check';
import { expect, test } from 'vitest';
import { decodeBase64Url, encodeBase64Url } from '../../../../server/domain/basics/base64url.ts';

const ascii = fc.string({ unit: 'grapheme-ascii', maxLength: 3000, size: 'max' });

test('ASCII text of any length is encoded as Node does it, and comes back', () => {
  fc.assert(
    fc.property(ascii, (text) => {
      const encoded = encodeBase64Url(text);
      expect(encoded).toBe(Buffer.from(text, 'latin1').toString('base64url'));
      expect(decodeBase64Url(encoded)).toBe(text);
    }),
  );
});

test('what would not have been written is not read', () => {
  expect(['YQ==', 'YR', 'Y', 'a b', 'Zm9v+'].map(decodeBase64Url)).toEqual(Array(5).fill(undefined));
});
