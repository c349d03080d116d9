import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { switchable } from './program-copy.mjs';

const program = new URL('../../dist/program.cjs', import.meta.url);

test('the switches of the benchmark "explain" fit the built program', () => {
  expect(() => switchable(readFileSync(program, 'utf8'))).not.toThrow();
});
