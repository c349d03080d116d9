import { expect, test } from 'vitest';
import { readNames, readWhole } from '../../../../renderer/features/settings/read-setting.ts';

test('reads whole numbers within their range', () => {
  expect(readWhole(' 4010 ', 0, 65_535)).toEqual({ ok: true, value: 4010 });
  expect(readWhole('0', 0, 65_535)).toEqual({ ok: true, value: 0 });
});

test.each(['', '-1', '65536', '1.5', '1e3', '0x10', 'http'])('refuses %j as a port and names the range', (text) => {
  expect(readWhole(text, 0, 65_535)).toEqual({ ok: false, problem: 'A whole number is expected, 0 to 65535.' });
});

test('reads names with commas, spaces or both between them', () => {
  expect(readNames(' a.test, b.test  c.test,,')).toEqual(['a.test', 'b.test', 'c.test']);
  expect(readNames('  ')).toEqual([]);
});
