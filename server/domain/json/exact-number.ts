/**
 * True when a number literal of JSON denotes exactly the decimal number that its double is written back as: 1.0, 1e2 and
 * 0.1 do; 9007199254740993, 1e400 and 1e-400 do not, so a client would get back another number than it sent.
 */
export function isExactNumber(literal: string): boolean {
  if (literal.length <= safeLength && !/e/i.test(literal)) return true;
  const value = Number(literal);
  return Number.isFinite(value) && decimal(literal) === decimal(String(value));
}

/** Fifteen significant digits always survive the way through a double, at every magnitude that so few characters can say. */
const safeLength = 15;

/** The one spelling of a decimal number: its digits without zeros at the ends, and the power of ten of the last one. */
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
