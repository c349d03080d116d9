/** Letters that Unicode does not decompose, in the spelling that mail addresses use. */
const spellings: ReadonlyMap<string, string> = new Map(
  Object.entries({
    ...{ ß: 'ss', æ: 'ae', œ: 'oe', ø: 'o', ł: 'l', đ: 'd', ð: 'd', þ: 'th', ı: 'i' },
    ...{ а: 'a', б: 'b', в: 'v', г: 'h', ґ: 'g', д: 'd', е: 'e', є: 'ie', ж: 'zh', з: 'z', и: 'y', і: 'i', к: 'k' },
    ...{ л: 'l', м: 'm', н: 'n', о: 'o', п: 'p', р: 'r', с: 's', т: 't', у: 'u', ф: 'f', х: 'kh', ц: 'ts', ч: 'ch' },
    ...{ ш: 'sh', щ: 'shch', ъ: '', ы: 'y', ь: '', э: 'e', ю: 'iu', я: 'ia', ђ: 'dj', ј: 'j', љ: 'lj', њ: 'nj' },
    ...{ ћ: 'c', џ: 'dz' },
    ...{ α: 'a', β: 'v', γ: 'g', δ: 'd', ε: 'e', ζ: 'z', η: 'i', θ: 'th', ι: 'i', κ: 'k', λ: 'l', μ: 'm', ν: 'n' },
    ...{ ξ: 'x', ο: 'o', π: 'p', ρ: 'r', σ: 's', ς: 's', τ: 't', υ: 'y', φ: 'f', χ: 'ch', ψ: 'ps', ω: 'o' },
  }),
);

/**
 * A name in the letters a to z, in lower case and without diacritics. Cyrillic and Greek are spelled out, as in passports;
 * letters of other scripts stay.
 */
export function latin(name: string): string {
  const plain = name
    .toLowerCase()
    .normalize('NFD')
    .replaceAll(/[\u0300-\u036f]/g, '')
    .replaceAll('ου', 'ou');
  return Array.from(plain, (letter) => spellings.get(letter) ?? letter).join('');
}
