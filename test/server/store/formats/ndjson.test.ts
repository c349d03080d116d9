import { expect, test } from 'vitest';
import { finish } from '../../../../server/domain/basics/work.ts';
import { readNdjson } from '../../../../server/store/formats/ndjson.ts';

test('each line that is not empty is a record or a refusal with its line', () => {
  const text = '\n{"id":1}\r\n \t\n{"id":}\n[2]\n"a. b"\n\n{"id":3}';
  expect(finish(readNdjson(text))).toEqual({
    values: [
      { line: 2, value: { id: 1 } },
      { line: 8, value: { id: 3 } },
    ],
    refused: [
      { line: 4, reason: 'column 7: expected a value, found "}"' },
      { line: 5, reason: 'a record must be an object, but this is an array of 1 element' },
      { line: 6, reason: 'a record must be an object, but this is "a. b"' },
    ],
    columns: null,
  });
});

test.each(['', '\n', ' ', '\n\n'])('%j has no lines', (text) => {
  expect(finish(readNdjson(text))).toEqual({ values: [], refused: [], columns: null });
});

test('reading pauses after about 65,536 characters, with the share that is read', () => {
  const text = `${JSON.stringify({ id: 1, name: 'x'.repeat(81) })}\n`.repeat(5000);
  const shares: number[] = [];
  const pauses = [...readNdjson(text, (share) => shares.push(share))].length;
  expect(pauses).toBe(Math.floor(text.length / 65_536));
  expect(shares).toHaveLength(pauses);
  for (const [index, share] of shares.entries()) expect(share).toBeCloseTo(((index + 1) * 65_536) / text.length, 2);
});
