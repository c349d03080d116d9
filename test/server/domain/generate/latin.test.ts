import { expect, test } from 'vitest';
import { latin } from '../../../../server/domain/generate/latin.ts';

test.each([
  ['Latin letters that have no diacritic', 'ẞ ß Æ œ Ø ł Đ ð Þ ı', 'ss ss ae oe o l d d th i'],
  ['Latin letters with diacritics', 'É ñ Ç ů Ș ő İ ǘ', 'e n c u s o i u'],
  ['the Cyrillic alphabet', 'А б в г д е ж з и й к л м н о п р с т у ф', 'a b v h d e zh z y y k l m n o p r s t u f'],
  ['its end', 'Х ц ч ш щ ы э ю я', 'kh ts ch sh shch y e iu ia'],
  ['the signs in Cyrillic without a sound of their own', 'Объём, Ольга', 'obem, olha'],
  ['Ukrainian and Serbian letters', 'Ґ є і ї ђ ј љ њ ћ џ', 'g ie i i dj j lj nj c dz'],
  ['the Greek alphabet', 'Α β γ δ ε ζ η θ ι κ λ μ', 'a v g d e z i th i k l m'],
  ['its second half', 'Ν ξ ο π ρ σ ς τ υ φ χ ψ ω', 'n x o p r s s t y f ch ps o'],
  ['the sound of two Greek letters', 'Ούζο, Νούσιου', 'ouzo, nousiou'],
  ['letters of other scripts, digits and signs', '陈 ح 7-ten', '陈 ح 7-ten'],
])('latin spells %s', (_, name, spelled) => {
  expect(latin(name)).toBe(spelled);
});
