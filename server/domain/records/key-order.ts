import type { Json } from '../json/json.ts';
import { compareCodePoints } from '../query/code-point-order.ts';
import { idOf } from './key-index.ts';

/** A key made ready for comparing: a number where it is an integer that a double holds exactly, else the text. */
export type KeyRank = number | string;

/** True for an integer as JSON and JavaScript write it: 0, 7, -12, of any length, but not 007, +7 or -0. */
export function isCanonicalInteger(text: string): boolean {
  return /^(?:0|-?[1-9]\d*)$/.test(text);
}

/** The id as a {@link KeyRank}. `String(keyRank(id))` is the id again. */
export function keyRank(id: string): KeyRank {
  const unit = id.charCodeAt(0);
  const mayBeNumber = unit <= 0x39 && (unit >= 0x30 || unit === 0x2d);
  return mayBeNumber && id.length <= 15 && isCanonicalInteger(id) ? Number(id) : id;
}

/** The {@link KeyRank} of the id that a usable key value stands for, without making the id of a number. */
export function rankOfKey(key: Json | undefined): KeyRank {
  if (typeof key === 'number' && key > -1e14 && key < 1e15) return key;
  return keyRank(idOf(key) ?? '');
}

/** Orders keys: canonical integers first, by their value, whatever their length; then all others by code point. */
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
