import { accept, type Result, refuse } from '../../../server/domain/basics/result.ts';

/** Reads a typed whole number; fails with a sentence that names the range. */
export function readWhole(text: string, least: number, most: number): Result<number, string> {
  const value = Number(text.trim());
  if (/^\d+$/.test(text.trim()) && value >= least && value <= most) return accept(value);
  return refuse(`Enter a whole number from ${least} to ${most}.`);
}

/** Reads names separated by commas or spaces. */
export function readNames(text: string): readonly string[] {
  return text.split(/[\s,]+/).filter(Boolean);
}

const units = ['B', 'KiB', 'MiB', 'GiB'] as const;

/** A size in the largest unit that needs no fraction: 64 KiB, 1 MiB, 1000 B. */
export function writeSize(bytes: number): string {
  const power = units.findLastIndex((_, index) => bytes % 1024 ** index === 0 && bytes >= 1024 ** index);
  return `${bytes / 1024 ** Math.max(power, 0)} ${units[Math.max(power, 0)]}`;
}

/** Reads a size with or without a unit; K, KB and KiB are all 1024 bytes. */
export function readSize(text: string, most: number): Result<number, string> {
  const [, digits = '', letter = ''] = /^\s*(\d+(?:\.\d+)?)\s*(?:([kmg])i?b?|b|bytes)?\s*$/i.exec(text) ?? [];
  const bytes = Number(digits) * 1024 ** ' kmg'.indexOf(letter.toLowerCase() || ' ');
  if (digits !== '' && Number.isInteger(bytes) && bytes <= most) return accept(bytes);
  return refuse(`Enter a size such as 64 KiB or 1 MiB, at most ${writeSize(most)}.`);
}
