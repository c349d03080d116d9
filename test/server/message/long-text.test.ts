import { expect, test } from 'vitest';
import { finish } from '../../../server/domain/basics/work.ts';
import { characterStart, decodeInPieces, encodeInPieces, shortText } from '../../../server/message/long-text.ts';

/** Texts whose pieces would end inside a character, wherever they are cut. */
const texts = ['', 'a', '\ufeffa', 'x'.repeat(shortText), 'é', '€', '😀'].flatMap((text) =>
  [0, 1, 2, 3].map((before) => 'x'.repeat(before) + text.repeat(text.length > 4 ? 1 : 150_000)),
);

test('encodes a long text as a buffer does', () => {
  for (const text of texts) expect(finish(encodeInPieces(text)).equals(Buffer.from(text))).toBe(true);
});

test('decodes long bytes as a strict decoder does', () => {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  for (const text of texts) {
    const bytes = Buffer.from(text);
    expect(finish(decodeInPieces(bytes))?.toString() === decoder.decode(bytes)).toBe(true);
  }
  expect(finish(decodeInPieces(Buffer.from([0x61, 0xff])))).toBeUndefined();
});

test('pauses once for each piece', () => {
  const text = 'x'.repeat(10 * shortText);
  expect([...encodeInPieces(text)]).toHaveLength(20);
  expect([...decodeInPieces(Buffer.from(text))]).toHaveLength(10);
});

test('finds the start of a character', () => {
  const bytes = Buffer.from('a€b');
  expect([0, 1, 2, 3, 4, 5, 9].map((index) => characterStart(bytes, index))).toEqual([0, 1, 1, 1, 4, 5, 5]);
});
