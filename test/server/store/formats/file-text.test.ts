import fc from 'fast-check';
import { expect, test } from 'vitest';
import { finish } from '../../../../server/domain/basics/work.ts';
import { decodeText, decodeTextInPieces, inSlices, onLines } from '../../../../server/store/formats/file-text.ts';

/** Both decoders, the second one with its text joined. */
const decoders = [
  (bytes: Buffer, fileName = 'a.json') => decodeText(bytes, fileName),
  (bytes: Buffer, fileName = 'a.json') => {
    const decoded = finish(decodeTextInPieces(bytes, fileName));
    return decoded.ok ? { ok: true, value: { ...decoded.value, text: decoded.value.text.toString() } } : decoded;
  },
] as const;

test.each(decoders)('reads any text, without the byte order mark that it may begin with (%#)', (decode) => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), fc.constantFrom('', '\ufeff'), (text, mark) => {
      fc.pre(!text.startsWith('\ufeff'));
      expect(decode(Buffer.from(mark + text))).toEqual({ ok: true, value: { text } });
    }),
  );
  expect(decode(Buffer.from('a\ufeff'))).toEqual({ ok: true, value: { text: 'a\ufeff' } });
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

test.each(decoders)('reads UTF-16 with a byte order mark, in any file (%#)', (decode) => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), fc.boolean(), (text, isBig) => {
      const bytes = Buffer.from(`\ufeff${text}`, 'utf16le');
      expect(decode(isBig ? bytes.swap16() : bytes)).toEqual({ ok: true, value: { text } });
    }),
  );
  const half = Buffer.from('\ufeff\ud800a', 'utf16le');
  for (const bytes of [half, Buffer.from(half).swap16(), half.subarray(0, 5)]) {
    expect(decode(bytes, 'a.csv')).toMatchObject({
      ok: false,
      problem: { detail: 'The file begins as UTF-16 text but is damaged.' },
    });
  }
});

test.each(decoders)('reads a table that is not UTF-8 in the code page of a spreadsheet, with a note (%#)', (decode) => {
  const bytes = Buffer.from('id,name\n1,M\xfcller \x80\n', 'latin1');
  const note = 'The file is not UTF-8 and was read as Windows-1252; check its accented letters.';
  for (const name of ['a.csv', 'A.CSV', 'a.tsv', 'a.txt']) {
    expect(decode(bytes, name)).toEqual({ ok: true, value: { text: 'id,name\n1,Müller €\n', note } });
  }
  for (const name of ['a.json', 'a.csv.json', 'csv']) expect(decode(bytes, name)).toMatchObject({ ok: false });
  expect(decode(Buffer.from([0xfc, 0]), 'a.csv')).toMatchObject({ ok: false });
  expect(decode(Buffer.from('Müller'), 'a.csv')).toEqual({ ok: true, value: { text: 'Müller' } });
});

test.each(decoders)('reads long files in other encodings, whatever stands at the borders of pieces (%#)', (decode) => {
  const text = `${'x'.repeat(65_535)}😀${'é'.repeat(131_072)}`;
  expect(decode(Buffer.from(`\ufeff${text}`, 'utf16le'))).toEqual({ ok: true, value: { text } });
  const table = decode(Buffer.from(`${'x'.repeat(131_071)}\xe9\x80${'y'.repeat(131_072)}`, 'latin1'), 'a.csv');
  expect(table).toMatchObject({ ok: true, value: { text: `${'x'.repeat(131_071)}é€${'y'.repeat(131_072)}` } });
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
