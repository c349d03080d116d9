import { expect, test } from 'vitest';
import { excerpt, grouped, ordinal } from '../../../../server/domain/json/wording.ts';

test('ordinals and grouped numbers are those of English', () => {
  const rules = new Intl.PluralRules('en', { type: 'ordinal' });
  const suffixes: Readonly<Record<string, string>> = { one: 'st', two: 'nd', few: 'rd', other: 'th' };
  for (let number = 0; number < 1200; number++) {
    expect(ordinal(number)).toBe(`${number}${suffixes[rules.select(number)]}`);
    expect(grouped(number ** 2)).toBe((number ** 2).toLocaleString('en'));
  }
});

test('a text of more than sixty characters is cut behind a whole character', () => {
  const sixty = 'a'.repeat(60);
  expect(excerpt(sixty)).toBe(sixty);
  expect(excerpt(`${sixty}b`)).toBe(`${'a'.repeat(59)}…`);
  expect(excerpt(`${'a'.repeat(58)}😀😀`)).toBe(`${'a'.repeat(58)}…`);
  expect(excerpt(`😀${'a'.repeat(60)}`)).toBe(`😀${'a'.repeat(57)}…`);
});
