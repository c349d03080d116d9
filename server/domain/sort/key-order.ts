import { compareCodePoints } from '../basics/code-point-order.ts';

/** A key in a form that is fast to compare: a number for an integer of at most 15 characters, else the text. */
export type KeyRank = number | string;

/** True for an integer of any length as JSON writes it, such as 0, 7 or -12, but not 007, +7 or -0. */
export function isCanonicalInteger(text: string): boolean {
  return /^(?:0|-?[1-9]\d*)$/.test(text);
}

/** The id as a {@link KeyRank}. `String(keyRank(id))` is the id again. */
export function keyRank(id: string): KeyRank {
  return shortInteger(id) ?? id;
}

/** Parses a canonical integer of at most 15 characters. Digit by digit, because every request for a record calls it. */
function shortInteger(text: string): number | undefined {
  const isNegative = text.charCodeAt(0) === 0x2d;
  const start = isNegative ? 1 : 0;
  if (text.length === start || text.length > 15) return undefined;
  let value = 0;
  for (let index = start; index < text.length; index++) {
    const digit = text.charCodeAt(index) - 0x30;
    if (digit < 0 || digit > 9) return undefined;
    value = value * 10 + digit;
  }
  // Only 0 itself begins with a zero, without a sign.
  if (text.charCodeAt(start) === 0x30 && text.length > 1) return undefined;
  return isNegative ? -value : value;
}

/** Compares keys: canonical integers of any length come first, by value; all others follow by code point. */
export function compareKeys(a: KeyRank, b: KeyRank): number {
  if (typeof a === 'number' && typeof b === 'number') return a - b;
  const left = String(a);
  const right = String(b);
  const integer = isCanonicalInteger(left);
  if (integer !== isCanonicalInteger(right)) return integer ? -1 : 1;
  return integer ? compareIntegers(left, right) : compareCodePoints(left, right);
}

function compareIntegers(a: string, b: string): number {
  const negative = a.startsWith('-');
  if (negative !== b.startsWith('-')) return negative ? -1 : 1;
  const [low, high] = negative ? [b, a] : [a, b];
  return low.length - high.length || (low < high ? -1 : Number(low > high));
}
