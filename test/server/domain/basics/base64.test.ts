import fc from 'fast-check';
import { expect, test } from 'vitest';
import { base64Text, decodeBase64, decodeBase64Url, encodeBase64Url } from '../../../../server/domain/basics/base64.ts';

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

test('decodes the base64 of any bytes, and matches no other text', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 300 }), (bytes) => {
      const encoded = Buffer.from(bytes).toString('base64');
      expect(base64Text.test(encoded)).toBe(true);
      expect(decodeBase64(encoded)).toEqual(bytes);
    }),
  );
  for (const text of ['A', 'AA', 'AAA', 'AA=', 'A===', 'AAAA=', 'AA-_', 'AA A', 'AAAA\n']) {
    expect(base64Text.test(text), text).toBe(false);
  }
});
