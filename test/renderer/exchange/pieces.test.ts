import fc from 'fast-check';
import { expect, test } from 'vitest';
import { pieceOf, piecesOf, readPieces, textOf, withValues, writePieces } from '../../../renderer/exchange/pieces.ts';
import { parseQueryString } from '../../../server/domain/request/query-string.ts';
import { arbitraryParameters } from './arbitrary-parameters.ts';

test('reads parameters as the mock does', () => {
  fc.assert(
    fc.property(arbitraryParameters, (all) => {
      const query = writePieces(all.map(([name, value]) => pieceOf(name, value)));
      expect(readPieces(query).map(({ name, value }) => [name, value])).toEqual(all);
      expect(parseQueryString(query)).toMatchObject({ ok: true, value: all.map(([name, value]) => ({ name, value })) });
    }),
  );
});

test('parameters survive a round trip through lines of text, and changed lines are read', () => {
  fc.assert(
    fc.property(arbitraryParameters, (all) => {
      const before = readPieces(writePieces(all.map(([name, value]) => pieceOf(name, value))));
      expect(piecesOf(textOf(before), before)).toEqual(before);
    }),
  );
  const before = readPieces('status=new&filter=a+eq+%22b%22&flag');
  expect(textOf(before)).toBe('status=new\nfilter=a eq "b"\nflag');
  expect(writePieces(piecesOf('status=old\n\nfilter=a eq "b"\nflag', before))).toBe(
    'status=old&filter=a+eq+%22b%22&flag',
  );
});

test('setting a repeated parameter leaves one, and an unchanged value keeps its spelling', () => {
  const sent = readPieces('a=1+2&b=x&a=3');
  expect(writePieces(withValues(sent, { a: '1 2', b: null }))).toBe('a=1+2');
});
