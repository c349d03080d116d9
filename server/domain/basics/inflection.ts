/** Words without rules. */
const irregular: readonly (readonly [singular: string, plural: string])[] = [
  ['person', 'people'],
  ['child', 'children'],
  ['man', 'men'],
  ['woman', 'women'],
  ['foot', 'feet'],
  ['tooth', 'teeth'],
  ['goose', 'geese'],
  ['mouse', 'mice'],
  ['quiz', 'quizzes'],
  ['movie', 'movies'],
  ['cookie', 'cookies'],
  ['shoe', 'shoes'],
];

/** Words with one form. */
const unchanging = new Set(['equipment', 'fish', 'information', 'money', 'news', 'rice', 'series', 'sheep', 'species']);

type Rule = readonly [form: RegExp, replacement: string];

const plurals: readonly Rule[] = [
  [/(analy|diagno|cri|the)sis$/i, '$1ses'],
  [/(x|ch|sh|s|zz)$/i, '$1es'],
  [/([^aeiou])y$/i, '$1ies'],
  [/([lr])f$/i, '$1ves'],
  [/(kni|wi|li)fe$/i, '$1ves'],
  [/(potat|tomat|her|ech)o$/i, '$1oes'],
  [/$/, 's'],
];

const singulars: readonly Rule[] = [
  [/(ss|us|is)$/i, '$1'],
  [/(analy|diagno|cri|the)ses$/i, '$1sis'],
  [/(bon|b|camp|stat|vir)uses$/i, '$1us'],
  [/(x|ch|sh|ss|zz)es$/i, '$1'],
  [/([^aeiou])ies$/i, '$1y'],
  [/([lr])ves$/i, '$1f'],
  [/(kni|wi|li)ves$/i, '$1fe'],
  [/(potat|tomat|her|ech)oes$/i, '$1o'],
  [/s$/i, ''],
];

/** The plural of an English noun, whose last word may follow others as in `blogPost`. */
export function pluralOf(word: string): string {
  return inflected(word, irregular, plurals, singularOf(word) === word);
}

/** The singular of an English noun; a singular stays as it is. */
export function singularOf(word: string): string {
  const reversed = irregular.map(([one, many]) => [many, one] as const);
  return inflected(word, reversed, singulars, true);
}

function inflected(
  word: string,
  pairs: readonly (readonly [from: string, to: string])[],
  rules: readonly Rule[],
  isOther: boolean,
): string {
  const last = /[A-Za-z][a-z]*$/.exec(word)?.[0] ?? '';
  if (!isOther || unchanging.has(last.toLowerCase())) return word;
  const pair = pairs.find(([from]) => from === last.toLowerCase());
  if (pair) return word.slice(0, word.length - last.length) + last[0] + pair[1].slice(1);
  const rule = rules.find(([form]) => form.test(word));
  return rule ? word.replace(rule[0], rule[1]) : word;
}
