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

test.each([
  ['', ''],
  ['a', 'YQ'],
  ['ab', 'YWI'],
  ['abc', 'YWJj'],
  ['abcd', 'YWJjZA'],
  ['>>>???', 'Pj4-Pz8_'],
])('%j is %j in base64, whose padding only bytes have', (text, encoded) => {
  expect(encodeBase64Url(text)).toBe(encoded);
  expect(decodeBase64Url(encoded)).toBe(text);
  const padded = encoded
    .padEnd(Math.ceil(encoded.length / 4) * 4, '=')
    .replaceAll('-', '+')
    .replaceAll('_', '/');
  expect(base64Text.test(padded)).toBe(true);
  expect(Buffer.from(decodeBase64(padded)).toString()).toBe(text);
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
