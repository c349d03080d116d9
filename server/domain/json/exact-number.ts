/**
 * True if a JSON number literal keeps its decimal value when it is read as a double and written back: 1.0, 1e2 and 0.1 do;
 * 9007199254740993, 1e400 and 1e-400 do not, so a client would receive a different number than it sent.
 */
export function isExactNumber(literal: string): boolean {
  if (literal.length <= safeLength && !/e/i.test(literal)) return true;
  const value = Number(literal);
  return Number.isFinite(value) && decimal(literal) === decimal(String(value));
}

/** A double keeps fifteen significant digits at every magnitude that so few characters can express. */
const safeLength = 15;

/** The canonical form of a decimal number: its digits without outer zeros, and the power of ten of the last digit. */
function decimal(literal: string): string {
  const [, sign = '', whole = '', fraction = '', exponent = '0'] =
    /^(-?)(\d+)(?:\.(\d+))?(?:e([+-]?\d+))?$/i.exec(literal) ?? [];
  const digits = whole + fraction;
  let start = 0;
  while (digits[start] === '0') start++;
  let end = digits.length;
  while (end > start && digits[end - 1] === '0') end--;
  if (start === end) return '0';
  return `${sign}${digits.slice(start, end)}e${Number(exponent) - fraction.length + digits.length - end}`;
}
