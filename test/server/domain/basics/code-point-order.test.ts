import fc from 'fast-check';
import { expect, test } from 'vitest';
import { compareCodePoints } from '../../../../server/domain/basics/code-point-order.ts';

test('orders texts by code point, as their UTF-8 bytes are ordered', () => {
  const unit = fc.constantFrom('a', 'b', 'é', '\ud7ff', '\ue000', '～', '\u{10000}', '😀', '𝒜', '\u{10ffff}');
  const text = fc.array(unit, { maxLength: 4 }).map((units) => units.join(''));
  fc.assert(
    fc.property(text, text, (a, b) => {
      expect(Math.sign(compareCodePoints(a, b))).toBe(Buffer.compare(Buffer.from(a), Buffer.from(b)));
    }),
    { numRuns: 500 },
  );
});

test('orders the first and last code points of each kind', () => {
  const ordered = ['', 'a', 'aa', '\ud7ff', '\ue000', '\uffff', '\u{10000}', '\u{10001}', '\u{10ffff}'];
  expect(ordered.toReversed().sort(compareCodePoints)).toEqual(ordered);
});
