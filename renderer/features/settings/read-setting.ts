import { accept, type Result, refuse } from '../../../server/domain/result.ts';

/** Reads a whole number from what was typed, or says which one is expected. */
export function readWhole(text: string, least: number, most: number): Result<number, string> {
  const value = Number(text.trim());
  if (/^\d+$/.test(text.trim()) && value >= least && value <= most) return accept(value);
  const range = most === Number.MAX_SAFE_INTEGER ? `${least} or more` : `${least} to ${most}`;
  return refuse(`A whole number is expected, ${range}.`);
}

/** Reads names that are separated by commas or spaces. */
export function readNames(text: string): readonly string[] {
  return text.split(/[\s,]+/).filter(Boolean);
}
