import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import packageJson from '../../package.json' with { type: 'json' };

const root = join(import.meta.dirname, '../..');
const page = readFileSync(join(root, 'server/docs/promises.md'), 'utf8');
const rows = page.split('\n').filter((line) => line.startsWith('|'));
const last = (row: string) => row.split('|').at(-2) ?? '';

test.each(rows.flatMap((row) => [...last(row).matchAll(/`([^`]+)`/g)].map(([, name]) => name ?? '')))(
  'a promise or a fault names a test that exists: %s',
  (name) => {
    const script = /^npm run ([\w:]+)/.exec(name)?.[1];
    expect(script === undefined ? existsSync(join(root, 'test', name)) : script in packageJson.scripts).toBe(true);
  },
);

test('every promise and every fault has a test', () => {
  const unkept = rows.filter(
    (row) => !/^\| (?:#|Fault|Limit|-)|^\| .* \| (?:\d{3}|closed|left out) +\|$/.test(row) && !last(row).includes('`'),
  );
  expect(unkept).toEqual([]);
});
