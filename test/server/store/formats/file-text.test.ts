import fc from 'fast-check';
import { expect, test } from 'vitest';
import { finish } from '../../../../server/domain/basics/work.ts';
import { decodeText, decodeTextInPieces, inSlices, onLines } from '../../../../server/store/formats/file-text.ts';

/** Both decoders, the second one with its text joined. */
const decoders = [
  decodeText,
  (bytes: Buffer) => {
    const decoded = finish(decodeTextInPieces(bytes));
    return decoded.ok ? { ok: true, value: decoded.value.toString() } : decoded;
  },
] as const;

test.each(decoders)('reads any text, without the byte order mark that it may begin with (%#)', (decode) => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), fc.constantFrom('', '\ufeff'), (text, mark) => {
      fc.pre(!text.startsWith('\ufeff'));
      expect(decode(Buffer.from(mark + text))).toEqual({ ok: true, value: text });
    }),
  );
  expect(decode(Buffer.from('a\ufeff'))).toEqual({ ok: true, value: 'a\ufeff' });
});

test.each(decoders)('refuses other bytes and names their line (%#)', (decode) => {
  const bad = Buffer.from([0xff]);
  const lineOf = (...parts: readonly (string | Buffer)[]) =>
    decode(Buffer.concat(parts.map((part) => Buffer.from(part as string))));
  for (const [line, found] of [
    [1, lineOf(bad)],
    [1, lineOf('a', bad, '\nb\n')],
    [2, lineOf('a\n', bad, '\nb\n', bad)],
    [3, lineOf('é\n\n', bad)],
  ] as const) {
    expect(found).toMatchObject({
      ok: false,
      problem: { type: '/problems/invalid-workspace', detail: `Line ${line}: the bytes are not UTF-8 text.` },
    });
  }
});

test('slices have the whole text, each of at least 131,072 characters but for the last', () => {
  const piece = 'x'.repeat(65_536);
  expect([...inSlices([])]).toEqual([]);
  expect([...inSlices(['a', '', 'b'])]).toEqual(['ab']);
  expect([...inSlices([piece, piece, 'a', piece, piece])]).toEqual([piece + piece, `a${piece}${piece}`]);
});

test('elements have a line each', () => {
  const lines = (...texts: readonly string[]) =>
    [
      ...onLines(
        texts.map((text) => ({ text })),
        '  ',
      ),
    ].join('');
  expect(lines()).toBe('');
  expect(lines('1', '2')).toBe('\n    1,\n    2\n  ');
});
