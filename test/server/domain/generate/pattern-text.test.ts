import fc from 'fast-check';
import { expect, test } from 'vitest';
import { Dice } from '../../../../server/domain/generate/dice.ts';
import { patternText } from '../../../../server/domain/generate/pattern-text.ts';
import { rounds } from '../../../support/rounds.ts';

const patterns = [
  ...[
    '^[A-Z]{2}$',
    '^\\d{3}-\\d{2,4}$',
    '^(ab|cd)+$',
    '^[^a-z]{3}$',
    '^\\w+@\\w+\\.(com|org)$',
    '^a?b*c{2}$',
    '^[a-]$',
  ],
  ...[
    '^(?:x|y){1,3}z$',
    '^(?<year>20\\d\\d)$',
    '^\\u0041\\x42$',
    '^[\\d_.]+$',
    '^.{5}$',
    '^[\\]\\\\]$',
    '^\\p{Lu}\\p{L}+$',
  ],
  ...['^$', 'plain text', '^SKU-[0-9A-F]{4,}$', '^a{0}$', '^[A-Za-z]+?$'],
];

test.each(patterns)('writes text that %s matches, whatever the seed', (pattern) => {
  const matcher = new RegExp(pattern, 'u');
  fc.assert(
    fc.property(fc.integer(), (seed) => {
      expect(patternText(pattern, new Dice(seed, 0))).toMatch(matcher);
    }),
    { numRuns: rounds(40) },
  );
});

test.each(['(?=a)b', 'a(?!b)', '(a)\\1', '\\p{Emoji}', 'a{2000}', '[a', '(a', '*', '\\kx'])(
  'knows no text for %s',
  (pattern) => {
    expect(patternText(pattern, new Dice(1, 0))).toBeUndefined();
  },
);
