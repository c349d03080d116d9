import { expect, test } from 'vitest';
import { readNames, readSize, readWhole, writeSize } from '../../../../renderer/features/settings/read-setting.ts';

test('reads whole numbers within their range', () => {
  expect(readWhole(' 4010 ', 0, 65_535)).toEqual({ ok: true, value: 4010 });
  expect(readWhole('0', 0, 65_535)).toEqual({ ok: true, value: 0 });
});

test.each(['', '-1', '65536', '1.5', '1e3', '0x10', 'http'])('refuses %j as a port and names the range', (text) => {
  expect(readWhole(text, 0, 65_535)).toEqual({ ok: false, problem: 'Enter a whole number from 0 to 65535.' });
});

test('reads names separated by commas or spaces', () => {
  expect(readNames(' a.test, b.test  c.test,,')).toEqual(['a.test', 'b.test', 'c.test']);
  expect(readNames('  ')).toEqual([]);
});

test.each([
  [0, '0 B'],
  [1000, '1000 B'],
  [1024, '1 KiB'],
  [65_536, '64 KiB'],
  [1_048_576, '1 MiB'],
  [1_073_741_824, '1 GiB'],
  [1_048_577, '1048577 B'],
])('%i bytes are written as %s and read back', (bytes, text) => {
  expect(writeSize(bytes)).toBe(text);
  expect(readSize(text, 2 ** 40)).toEqual({ ok: true, value: bytes });
});

test.each(['64k', '64 kb', '64KiB', '65536', '65536 bytes', '0.0625 MiB'])('%j is 64 KiB', (text) => {
  expect(readSize(text, 2 ** 20)).toEqual({ ok: true, value: 65_536 });
});

test.each(['', 'much', '-1', '1 TiB', '0.3 B', '2 MiB', '1e3'])('refuses %j as a size of at most 1 MiB', (text) => {
  const problem = 'Enter a size such as 64 KiB or 1 MiB, at most 1 MiB.';
  expect(readSize(text, 2 ** 20)).toEqual({ ok: false, problem });
});
