import fc from 'fast-check';
import { expect, test } from 'vitest';
import { compilePattern } from '../../../../server/domain/filter/pattern.ts';
import { rounds } from '../../../support/rounds.ts';

const patterns = [
  ...['abc', '^abc', 'abc$', '^abc$', '^$', '', 'a.c', 'ab*c', 'ab+c', 'ab?c', 'a{2}', 'a{2,}b', 'a{1,2}b', '(ab)+c'],
  ...[
    'a|b',
    '^(a|bc)$',
    'x(a|)y',
    '[abc]x',
    '[^abc]x',
    '[a-c]x',
    '[A-C]',
    '[\\d]b',
    '\\d\\d',
    '\\Dx',
    '\\w+@\\w',
    '\\s',
  ],
  ...['a\\.b', 'a\\+', '(?:ab){2}', 'a.*?b', '.*', '(a*)*b', '(a|a)*$', '[]a', 'b[-a]', '\\n'],
  ...['[a-]b', '[\\d-x]', '[a-\\d]', '[b-b]', 'a{0}b', 'a{12}', 'a{1,12}b', '(?:)', '^a{0,1}$', '()'.repeat(60)],
];

test.each(patterns)('/%s/i matches what a regular expression matches', (pattern) => {
  const test = compilePattern(pattern);
  const real = new RegExp(pattern, 'i');
  const letters = fc.constantFrom(...['a', 'b', 'c', 'x', 'y', 'A', 'B', '.', '+', '1', '@', ' ', '-', '\n']);
  fc.assert(
    fc.property(fc.string({ unit: letters, maxLength: 8 }), (text) => test?.(text) === real.test(text)),
    { numRuns: 300 },
  );
});

/** A pattern, and how many steps of the allowed thousand it takes. */
interface Sized {
  readonly text: string;
  readonly steps: number;
}

/** Each sign of repetition with the parts that it repeats, and with the steps beside them. */
const repetitions = [
  ['', 1, 0],
  ['', 1, 0],
  ['*', 1, 2],
  ['+', 2, 2],
  ['?', 1, 1],
  ['{2}', 2, 0],
  ['{1,}', 2, 2],
  ['{0,2}', 2, 2],
  ['*?', 1, 2],
  ['+?', 2, 2],
  ['??', 1, 1],
  ['{2,3}?', 3, 1],
] as const;

const oneStep = (...texts: readonly string[]) => fc.constantFrom(...texts).map((text): Sized => ({ text, steps: 1 }));

const sum = (parts: readonly Sized[]) => parts.reduce((total, { steps }) => total + steps, 0);

/** Patterns that the mock evaluates if they are short enough. */
const patternsOfLetters = fc.letrec<{ pattern: Sized; atom: Sized; repeated: Sized }>((tie) => ({
  atom: fc.oneof(
    { weight: 4, arbitrary: oneStep('a', 'b', 'B', '.', '\\d', '\\D', '\\w', '\\W', '\\s', '\\S', '\\.', '^', '$') },
    { weight: 2, arbitrary: oneStep('[ab]', '[^a]', '[a-c1]', '[^a-c]', '[\\d.]', '[\\.-b]', '[.-\\d]', '[a-]') },
    tie('pattern').map(({ text, steps }) => ({ text: `(${text})`, steps })),
    tie('pattern').map(({ text, steps }) => ({ text: `(?:${text})`, steps })),
  ),
  repeated: fc
    .tuple(tie('atom'), fc.constantFrom(...repetitions))
    .map(([atom, [sign, times, forks]]) =>
      /^[$^]/.test(atom.text) ? atom : { text: atom.text + sign, steps: atom.steps * times + forks },
    ),
  pattern: fc
    .array(fc.array(tie('repeated'), { maxLength: 3 }), { minLength: 1, maxLength: 2 })
    .map((alternatives) => ({
      text: alternatives.map((parts) => parts.map(({ text }) => text).join('')).join('|'),
      steps: sum(alternatives.flat()) + 2 * (alternatives.length - 1),
    })),
})).pattern;

test('any pattern of a thousand steps at most matches the texts that a regular expression matches, also as a whole', () => {
  const letters = fc.constantFrom('a', 'b', 'C', '1', '.', ' ', '-', '\n');
  let matched = 0;
  fc.assert(
    fc.property(
      patternsOfLetters,
      fc.array(fc.string({ unit: letters, maxLength: 5 })),
      ({ text: part, steps }, texts) => {
        const whole = `^(?:${part})$`;
        for (const [pattern, length] of [
          [part, steps],
          [whole, steps + 2],
        ] as const) {
          const test = compilePattern(pattern);
          expect([pattern, test !== undefined]).toEqual([pattern, length <= 1000]);
          if (!test) continue;
          const real = new RegExp(pattern, 'i');
          for (const text of texts) {
            if (real.test(text)) matched++;
            expect([pattern, text, test(text)]).toEqual([pattern, text, real.test(text)]);
          }
        }
      },
    ),
    { numRuns: rounds(4000) },
  );
  expect(matched).toBeGreaterThan(rounds(2000));
});

test('a pattern has a thousand steps at most', () => {
  expect(compilePattern('a'.repeat(1000))?.('a'.repeat(1000))).toBe(true);
  expect(compilePattern('a'.repeat(1001))).toBeUndefined();
  expect(compilePattern('(a|b){250}')?.('ab'.repeat(125))).toBe(true);
  expect(compilePattern('(a|b){251}')).toBeUndefined();
});

test.each([
  '(',
  '(?a',
  '[\\q]',
  '[a\\',
  '\\1',
  'a)',
  '[a',
  '*a',
  'a{2,1}',
  '(?=a)',
  '(?<!a)b',
  '(a)\\1',
  '\\bword',
  '\\p{L}',
  '\\',
  'a**',
  'a|*',
  '(+|a)',
  '[a-\\q]',
  '(?:?)',
  '[b-a]',
  '[a-',
  '(?',
  '(?a)',
])('refuses %s', (pattern) => {
  expect(compilePattern(pattern)).toBeUndefined();
});

test('groups may be nested fifty times', () => {
  const nested = (depth: number) => `${'('.repeat(depth)}a${')'.repeat(depth)}`;
  expect(compilePattern(nested(50))?.('a')).toBe(true);
  expect(compilePattern(nested(51))).toBeUndefined();
});

test('refuses a pattern with too many steps', () => {
  expect(compilePattern('(((a{99}){99}){99})')).toBeUndefined();
});

test('a pattern that makes other engines try every way takes as many steps as the text is long', () => {
  const text = 'a'.repeat(5000);
  expect(compilePattern('^(a+)+$')?.(`${text}b`)).toBe(false);
  expect(compilePattern('(a|aa)*c')?.(text)).toBe(false);
});
