import { expect, test, vi } from 'vitest';
import { defaultDialect } from '../../../../server/domain/dialect/default-dialect.ts';
import type { ListResult } from '../../../../server/domain/list/list.ts';
import { StoredRecord } from '../../../../server/domain/records/stored-record.ts';
import { listText } from '../../../../server/domain/response/envelope.ts';
import { largestPiece } from '../../../support/largest-piece.ts';

const noLinks = { first: null, prev: null, next: null, last: null };

/** The text of a bare array of records, and the most record texts between two pauses. */
function textOf(records: readonly StoredRecord[]) {
  const texts = vi.spyOn(StoredRecord.prototype, 'text', 'get');
  const result = { records, place: { style: 'offset', offset: 0 } } as unknown as ListResult;
  const pieces = largestPiece(listText(defaultDialect, 'array', result, noLinks), () => texts.mock.calls.length);
  texts.mockRestore();
  return { ...pieces, value: pieces.value.toString() };
}

test.each([0, 1, 511, 512, 513, 2000])('joins the texts of %i short records', (length) => {
  const records = Array.from({ length }, (_, n) => new StoredRecord(String(n), { n }, 1));
  const { value, largest } = textOf(records);
  expect(JSON.parse(value)).toEqual(records.map((record) => record.value));
  expect(largest).toBeLessThanOrEqual(512);
});

test('pauses after a piece of a few long records', () => {
  const records = Array.from({ length: 20 }, (_, n) => new StoredRecord(String(n), { n, note: 'x'.repeat(40_000) }, 1));
  const { value, largest } = textOf(records);
  expect(JSON.parse(value)).toEqual(records.map((record) => record.value));
  expect(largest).toBeLessThanOrEqual(2);
});
