import { expect, test } from 'vitest';
import { LongTextWriter } from '../../../../server/domain/basics/long-text.ts';

test('a long text is what was written, in pieces of bounded length', () => {
  const writer = new LongTextWriter();
  const line = 'é'.repeat(999);
  for (let count = 0; count < 1000; count++) writer.write(line);
  expect(writer.length).toBe(999_000);
  const text = writer.end();
  expect(text.length).toBe(999_000);
  expect(text.toString() === line.repeat(1000)).toBe(true);
  expect(text.pieces.length).toBeGreaterThan(14);
  expect(Math.max(...text.pieces.map((piece) => piece.length))).toBeLessThan(67_000);
});

test('a piece ends as soon as it has 65,536 characters', () => {
  const writer = new LongTextWriter();
  const lengths = [65_536, 65_535, 1, 65_535, 2, 3];
  let written = 0;
  for (const length of lengths) {
    writer.write('a'.repeat(length));
    written += length;
    expect(writer.length).toBe(written);
  }
  expect(writer.end().pieces.map((piece) => piece.length)).toEqual([65_536, 65_536, 65_537, 3]);
});

test('nothing written is an empty text', () => {
  expect(new LongTextWriter().end()).toMatchObject({ pieces: [], length: 0 });
});
