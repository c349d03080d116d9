import { expect, test } from 'vitest';
import { StoredRecord } from '../../../../server/domain/records/stored-record.ts';

test('has the same text and tag each time, also for long texts of several records', () => {
  const records = [1, 2, 3].map((id) => new StoredRecord(String(id), { id, note: 'x'.repeat(id * 4000) }, 1));
  const look = () => records.map(({ text, tag }) => [text, tag]);
  const first = look();
  expect(first.map(([text]) => text)).toEqual(records.map(({ value }) => JSON.stringify(value)));
  expect(look()).toEqual(first);
});
