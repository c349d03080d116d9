const form = /^\d{4}-\d\d-\d\d(?:[Tt]\d\d:\d\d:\d\d(?:\.\d+)?(?:[Zz]|[+-]\d\d:\d\d))?$/;
const day = 86_400_000;
const zero = '0'.charCodeAt(0);

/**
 * Parses a timestamp of RFC 3339, section 5.6, or a plain date `YYYY-MM-DD`, which means its first instant in UTC.
 * Returns milliseconds since 1970 with microseconds as the fraction; finer digits are cut. Undefined for anything else,
 * such as February 30 or a time without an offset. Filters call it for every record, so it avoids substrings.
 */
export function parseInstant(text: string): number | undefined {
  if (!form.test(text)) return undefined;
  const start = startOfDay(digits(text, 0, 4), digits(text, 5, 7), digits(text, 8, 10));
  if (start === undefined || isPlainDate(text)) return start;
  const offset = offsetOf(text);
  const [hour, minute, second] = [digits(text, 11, 13), digits(text, 14, 16), digits(text, 17, 19)];
  if (offset === undefined || hour > 23 || minute > 59 || second > 60) return undefined;
  const whole = start + ((hour * 60 + minute - offset) * 60 + second) * 1000;
  // A leap second can only be the last of a day in UTC.
  if (second === 60 && whole % day !== 0) return undefined;
  return whole + fractionOf(text);
}

/**
 * The instant that a member of a record stands for, in milliseconds since 1970: text as {@link parseInstant} reads it, a
 * number as Unix time in seconds. Undefined for everything else.
 */
export function instantOf(value: unknown): number | undefined {
  if (typeof value === 'number') return value * 1000;
  return typeof value === 'string' ? parseInstant(value) : undefined;
}

/** The first instant after the plain date that starts there. */
export function endOfDay(start: number): number {
  return start + day;
}

/** True for text that {@link parseInstant} accepted and that has no time. */
export function isPlainDate(text: string): boolean {
  return text.length === 10;
}

/** The decimal number from index `from` up to, not including, `to`. */
function digits(text: string, from: number, to: number): number {
  let value = 0;
  for (let index = from; index < to; index += 1) value = value * 10 + text.charCodeAt(index) - zero;
  return value;
}

function startOfDay(year: number, month: number, date: number): number | undefined {
  if (month < 1 || month > 12 || date < 1 || date > daysIn(year, month)) return undefined;
  // Date.UTC reads the years 0 to 99 as 1900 to 1999. Any 400 years have 146,097 days.
  return Date.UTC(year + 400, month - 1, date) - 146_097 * day;
}

function daysIn(year: number, month: number): number {
  if (month === 2) return year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0) ? 29 : 28;
  return month === 4 || month === 6 || month === 9 || month === 11 ? 30 : 31;
}

/** Minutes by which the timestamp is ahead of UTC; undefined when the offset is out of range. */
function offsetOf(text: string): number | undefined {
  const end = text.length;
  if (text.charAt(end - 3) !== ':') return 0;
  const [hour, minute] = [digits(text, end - 5, end - 3), digits(text, end - 2, end)];
  if (hour > 23 || minute > 59) return undefined;
  const minutes = hour * 60 + minute;
  return text.charAt(end - 6) === '-' ? -minutes : minutes;
}

/** Milliseconds after the second, to the microsecond. */
function fractionOf(text: string): number {
  if (text.charAt(19) !== '.') return 0;
  return Math.round(Number.parseFloat(text.slice(19, 26)) * 1e6) / 1000;
}
