import { expect, test } from 'vitest';
import { mixBits } from '../../../../server/domain/basics/mix-bits.ts';

const bitsOf = (number: number) => (number >>> 0).toString(2).replaceAll('0', '').length;

test('different numbers stay different', () => {
  const numbers = Array.from({ length: 10_000 }, (_, index) => index - 5000);
  expect(new Set(numbers.map(mixBits)).size).toBe(numbers.length);
});

test('one bit changes about half of the bits', () => {
  for (let bit = 0; bit < 32; bit += 1) {
    const changed = Array.from({ length: 100 }, (_, number) => bitsOf(mixBits(number) ^ mixBits(number ^ (1 << bit))));
    const mean = changed.reduce((sum, bits) => sum + bits) / changed.length;
    expect(Math.abs(mean - 16), `bit ${bit}`).toBeLessThan(3);
  }
});
