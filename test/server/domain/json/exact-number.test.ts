import fc from 'fast-check';
import { expect, test } from 'vitest';
import { isExactNumber } from '../../../../server/domain/json/exact-number.ts';
import { rounds } from '../../../support/rounds.ts';

test.each([
  '0',
  '-0',
  '1',
  '1.0',
  '1e2',
  '1E+2',
  '100.00',
  '0.1',
  '-2.50e-3',
  '9007199254740992',
  '9007199254740994',
  '1e23',
  '1e22',
  '1.7976931348623157e308',
  '5e-324',
  '0.0000000000000000000000000000',
  '0e999999999',
  '1e0000000000000000000001',
  '100000000000000000000000',
  '123456789012345680000',
])('%s survives the way through a double', (literal) => {
  expect(isExactNumber(literal)).toBe(true);
});

test.each([
  '9007199254740993',
  '12345678901234567890',
  '1e400',
  '-1e400',
  '1e-400',
  '1e99999999999999999999',
  '1e-99999999999999999999',
  '0.1000000000000000055511151231257827',
  '3.141592653589793238',
  '2e-324',
  '5.0000000000000001e-324',
  '123456789012345678',
])('%s does not', (literal) => {
  expect(isExactNumber(literal)).toBe(false);
});

test('handles a literal of a million digits', () => {
  expect(isExactNumber(`1${'0'.repeat(1e6)}1e-1000001`)).toBe(false);
  expect(isExactNumber(`0.${'0'.repeat(1e6)}1e1000001`)).toBe(true);
});

/** The exact value of a literal as an integer times a power of ten. */
function rational(literal: string): readonly [integer: bigint, power: number] {
  const [mantissa = '', power = '0'] = literal.toLowerCase().split('e');
  const [whole = '', fraction = ''] = mantissa.split('.');
  return [BigInt(whole + fraction), Number(power) - fraction.length];
}

function denoteTheSame(one: string, other: string): boolean {
  const [a, aPower] = rational(one);
  const [b, bPower] = rational(other);
  const power = Math.min(aPower, bPower);
  return a * 10n ** BigInt(aPower - power) === b * 10n ** BigInt(bPower - power);
}

test('agrees with exact arithmetic', () => {
  const digits = fc.string({ unit: fc.constantFrom(...'0123456789'), minLength: 1, maxLength: 24 });
  const literal = fc
    .tuple(fc.constantFrom('', '-'), digits, fc.option(digits), fc.option(fc.integer({ min: -340, max: 320 })))
    .map(([sign, whole, fraction, power]) =>
      [
        sign,
        whole.replace(/^0+(?=\d)/, ''),
        fraction === null ? '' : `.${fraction}`,
        power === null ? '' : `e${power}`,
      ].join(''),
    );
  const seen = { true: 0, false: 0 };
  const agree = fc.property(literal, (text) => {
    const value = Number(text);
    const wanted = Number.isFinite(value) && denoteTheSame(text, String(value));
    seen[`${wanted}`]++;
    expect(isExactNumber(text)).toBe(wanted);
  });
  fc.assert(agree, { numRuns: rounds(3000) });
  expect(Math.min(seen.true, seen.false)).toBeGreaterThan(rounds(300));
});

test('the text of every double is exact', () => {
  fc.assert(
    fc.property(fc.double({ noNaN: true, noDefaultInfinity: true }), (value) => isExactNumber(JSON.stringify(value))),
    { numRuns: rounds(2000) },
  );
});
