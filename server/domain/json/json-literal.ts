/** Numbers and words of a JSON text. */
import { type Stop, stop } from './json-fault.ts';
import { excerpt } from './wording.ts';

const minus = 0x2d;
const point = 0x2e;
const zero = 0x30;
const exponent = 0x65;

/** The length of an integer that a double always holds exactly. */
const safeDigits = 15;

const numberLiteral = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y;
const word = /true|false|null/y;

/** Where a short integer ends, the most frequent number; -1 for anything else. */
export function shortIntegerEnd(text: string, at: number): number {
  const start = text.charCodeAt(at) === minus ? at + 1 : at;
  let end = start;
  while (end < text.length && isDigit(text.charCodeAt(end))) end++;
  const digits = end - start;
  if (digits === 0 || digits > safeDigits || (digits > 1 && text.charCodeAt(start) === zero)) return -1;
  if (end < text.length) {
    const code = text.charCodeAt(end);
    if (code === point || (code | 0x20) === exponent) return -1;
  }
  return end;
}

export function numberAt(text: string, at: number): string | undefined {
  return matchAt(numberLiteral, text, at);
}

export function wordAt(text: string, at: number): string | undefined {
  return matchAt(word, text, at);
}

export function inexactNumber(number: string): Stop {
  const value = Number(number);
  const fate = Number.isFinite(value) ? `it would become ${value}` : 'it is too large';
  return stop('inexact-number', `the number ${excerpt(number)} cannot be held exactly: ${fate}.`);
}

function matchAt(expression: RegExp, text: string, at: number): string | undefined {
  expression.lastIndex = at;
  return expression.exec(text)?.[0];
}

function isDigit(code: number): boolean {
  return code >= zero && code <= 0x39;
}
