import { execFileSync } from 'node:child_process';
import { expect, test } from 'vitest';
import { beginCollection, limitHeapGrowth, restoreHeapGrowth } from '../../../../server/runtime/v8/heap-growth.ts';

test('limitHeapGrowth sets a flag that this V8 has', () => {
  expect(execFileSync(process.execPath, ['--heap-growing-percent=50', '--print', '1'], { encoding: 'utf8' })).toBe(
    '1\n',
  );
  limitHeapGrowth();
  restoreHeapGrowth();
});

test('beginCollection takes no memory', () => {
  const before = process.memoryUsage.rss();
  beginCollection();
  expect(process.memoryUsage.rss() - before).toBeLessThan(64 * 2 ** 20);
});
