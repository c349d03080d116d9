import { type JsonObject, member } from '../json/json.ts';
import type { Dice } from './dice.ts';
import { formatText } from './format-text.ts';
import type { KnownValues } from './known-values.ts';
import { patternText } from './pattern-text.ts';

const words = `
  amber birch cedar delta ember fable grove harbor indigo juniper kettle lantern
  meadow nectar opal pebble quartz river saffron timber umber velvet willow zephyr
`
  .trim()
  .split(/\s+/);

/** Characters that a text gets at most, whatever its schema asks for. */
export const longestText = 10_000;

/** A number within the bounds of the schema and, as far as they allow, the range of the known numbers. */
export function plainNumber(schema: JsonObject, known: KnownValues, isInteger: boolean, dice: Dice): number {
  const bound = (word: string) => {
    const value = member(schema, word);
    return typeof value === 'number' ? value : undefined;
  };
  const { numbers, range } = known;
  const step = bound('multipleOf') ?? (isInteger || numbers.every(Number.isInteger) ? 1 : 0.01);
  const above = bound('exclusiveMinimum');
  const below = bound('exclusiveMaximum');
  const lowest = bound('minimum') ?? (above === undefined ? undefined : above + step);
  const highest = bound('maximum') ?? (below === undefined ? undefined : below - step);
  const [least, greatest] = range ?? [];
  const from = Math.min(Math.max(lowest ?? -Infinity, least ?? lowest ?? 0), highest ?? Infinity);
  const to = Math.min(highest ?? Infinity, Math.max(from, greatest ?? from + 1000 * step));
  const value = step * dice.integer(Math.ceil(from / step - 1e-9), Math.floor(to / step + 1e-9));
  // 15 digits are exact in a double; more show the error of a multiplication, such as 3 * 0.1.
  return Number.isInteger(value) ? value : Number(value.toPrecision(15));
}

/** A text by its format, its pattern or the known texts, within the schema's length limits. */
export function plainText(schema: JsonObject, known: KnownValues, about: string | undefined, dice: Dice): string {
  const { texts, span } = known;
  const format = member(schema, 'format');
  const pattern = member(schema, 'pattern');
  const wanted = typeof format === 'string' ? format : known.format;
  const formatted = wanted === undefined ? undefined : formatText(wanted, dice, { span, about });
  if (formatted !== undefined) return formatted;
  const most = member(schema, 'maxLength');
  const longest = Math.max(...texts.map(({ length }) => length));
  // A longer text may not match the pattern.
  const room = typeof most === 'number' ? most : typeof pattern === 'string' ? longest : Infinity;
  const numbered = known.numbered?.next(dice, room);
  if (numbered !== undefined) return numbered;
  const written = typeof pattern === 'string' ? fromPattern(pattern, texts, dice) : undefined;
  if (written !== undefined) return written;
  const fewest = member(schema, 'minLength');
  const text = mixed(texts, dice) ?? `${dice.pick(words)} ${dice.pick(words)}`;
  return fitted(text, typeof fewest === 'number' ? fewest : 0, typeof most === 'number' ? most : Infinity, dice);
}

/** Prefers a known text: it is more typical than one made from the pattern. */
function fromPattern(pattern: string, texts: readonly string[], dice: Dice): string | undefined {
  return dice.pick(texts) ?? patternText(pattern, dice);
}

/** A known text. Two texts of two words in one script, such as names, are mixed: first word of one, second of the other. */
function mixed(texts: readonly string[], dice: Dice): string | undefined {
  const one = dice.pick(texts);
  const other = dice.pick(texts);
  if (one === undefined || other === undefined) return undefined;
  const [first, ...more] = one.split(' ');
  const rest = other.split(' ');
  return more.length === 1 && rest.length === 2 && scriptOf(one) === scriptOf(other) ? `${first} ${rest[1]}` : one;
}

/** A rough script number: the Unicode block of the first letter, with all Latin blocks as one. */
function scriptOf(text: string): number {
  const code = text.codePointAt(0) ?? 0;
  return code < 0x250 ? 0 : code >> 8;
}

function fitted(text: string, fewest: number, most: number, dice: Dice): string {
  let long = text;
  while (long.length < Math.min(fewest, longestText)) long += ` ${dice.pick(words)}`;
  return long.slice(0, Math.max(most, 0)).replace(/[\uD800-\uDBFF]$/, '');
}
