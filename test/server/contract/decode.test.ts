import { expect, test } from 'vitest';
import { decodeCommand } from '../../../server/contract/decode.ts';

const put = (record: unknown) => decodeCommand('records.put', { collection: 'users', record });

test('a record that could not be read from a file again does not get in', () => {
  expect(put({ userId: '1', name: 'a\ud83d\ude00b', nested: [{ ok: true }] }).ok).toBe(true);
  for (const record of [{ name: '\ud83d' }, { 'a\ude00': 1 }, { list: ['\ude00'] }, { n: Number.NaN }, { n: 1 / 0 }]) {
    expect(put(record)).toMatchObject({ ok: false, problem: { type: '/problems/bad-request' } });
  }
});
