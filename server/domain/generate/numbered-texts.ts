import type { Json } from '../json/json.ts';
import type { Dice } from './dice.ts';

/** Fewer texts may differ by chance. */
const fewest = 3;
/** A text with one number at its end, such as `OU-1042`. */
const numbered = /^\D*(\d{1,15})$/;

/** Continues texts that differ from record to record by the number at their end, such as article numbers. */
export class NumberedTexts {
  readonly #texts: readonly string[];
  /** The highest number that is taken. */
  #last = 0;

  private constructor(texts: readonly string[]) {
    this.#texts = texts;
    for (const text of texts) this.take(text);
  }

  /** Undefined unless all example values are such texts. */
  static among(all: readonly Json[]): NumberedTexts | undefined {
    const texts = all.filter((one) => typeof one === 'string' && numbered.test(one)) as readonly string[];
    const areUnique = texts.length >= fewest && texts.length === all.length && new Set(texts).size === texts.length;
    return areUnique ? new NumberedTexts(texts) : undefined;
  }

  /** A text with the next number; undefined for one of more than `longest` characters. */
  next(dice: Dice, longest: number): string | undefined {
    const number = String(this.#last + 1);
    const known = dice.pick(this.#texts) ?? '';
    const text = known.replace(/\d+$/, (digits) => number.padStart(digits.length, '0'));
    if (text.length > longest) return undefined;
    this.#last += 1;
    return text;
  }

  /** Takes the number of a value of another record, if it has one: further texts come after it. */
  take(value: Json | undefined): void {
    const digits = typeof value === 'string' ? numbered.exec(value)?.[1] : undefined;
    if (digits !== undefined) this.#last = Math.max(this.#last, Number(digits));
  }
}
