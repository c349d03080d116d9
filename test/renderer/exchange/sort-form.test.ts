import fc from 'fast-check';
import { expect, test } from 'vitest';
import { readPieces, writePieces } from '../../../renderer/exchange/pieces.ts';
import { readSort, writeSort } from '../../../renderer/exchange/sort-form.ts';
import { arbitraryPieces } from './arbitrary-parameters.ts';

const chips = fc.uniqueArray(fc.record({ name: fc.stringMatching(/^[a-z_.é]{1,6}$/), descending: fc.boolean() }), {
  selector: ({ name }) => name,
  maxLength: 4,
});

test('a sort order survives a round trip through text, and keeps other parameters', () => {
  fc.assert(
    fc.property(arbitraryPieces, chips, (others, order) => {
      const written = readPieces(writePieces(writeSort(others, order)));
      expect(readSort(written)).toEqual({ ok: true, value: order });
      expect(written.filter(({ name }) => name !== 'sort')).toEqual(others);
    }),
  );
});

test('order= sets the directions of the chips', () => {
  const sent = readPieces('sort=price,name&order=desc,asc&limit=3');
  const read = readSort(sent);
  expect(read).toEqual({
    ok: true,
    value: [
      { name: 'price', descending: true },
      { name: 'name', descending: false },
    ],
  });
  expect(writePieces(writeSort(sent, read.ok ? read.value : []))).toBe('sort=-price,name&limit=3');
  expect(readSort(readPieces('sort=price,,name'))).toMatchObject({ ok: false });
});
