import { expect, test } from 'vitest';
import { decodeCommand } from '../../../server/contract/decode.ts';

const put = (record: unknown) => decodeCommand('records.put', { collection: 'users', record });

test('a record that could not be read from a file again does not get in', () => {
  expect(put({ userId: '1', name: 'a\ud83d\ude00b', nested: [{ ok: true }] }).ok).toBe(true);
  for (const record of [{ name: '\ud83d' }, { 'a\ude00': 1 }, { list: ['\ude00'] }, { n: Number.NaN }, { n: 1 / 0 }]) {
    expect(put(record)).toMatchObject({ ok: false, problem: { type: '/problems/bad-request' } });
  }
});

test('a member named __proto__ is a member like any other', () => {
  const record = JSON.parse('{"userId":"1","__proto__":{"a":1},"in":[{"__proto__":2}]}');
  const decoded = put(record);
  expect(JSON.stringify(decoded)).toContain(JSON.stringify(record));
});

test('a record that is nested too deep is refused with the limit', () => {
  const deep = JSON.parse(`${'{"a":'.repeat(20_000)}1${'}'.repeat(20_000)}`);
  expect(put(deep)).toMatchObject({
    ok: false,
    problem: { detail: expect.stringContaining('nested deeper than 100') },
  });
});

test('what is not JSON is refused at its place', () => {
  expect(put({ list: [1, undefined] })).toMatchObject({ problem: { parameter: 'record.list.1' } });
  expect(put([])).toMatchObject({ problem: { parameter: 'record' } });
});
