const form = /^(\d{4})-(\d\d)-(\d\d)(?:[Tt](\d\d):(\d\d):(\d\d)(?:\.(\d+))?(?:[Zz]|([+-])(\d\d):(\d\d)))?$/;
const day = 86_400_000;

/**
 * Reads a timestamp of RFC 3339, 5.6, or a plain date `YYYY-MM-DD`, which stands for its first instant in UTC.
 * Gives milliseconds since 1970 with microseconds as the fraction; finer digits are cut. Undefined for anything else,
 * such as the 30th of February or a time without an offset.
 */
export function parseInstant(text: string): number | undefined {
  const parts = form.exec(text);
  if (!parts) return undefined;
  const start = startOfDay(Number(parts[1]), Number(parts[2]), Number(parts[3]));
  if (start === undefined || parts[4] === undefined) return start;
  const [hour, minute, second] = [Number(parts[4]), Number(parts[5]), Number(parts[6])];
  const [offsetHour, offsetMinute] = [Number(parts[9] ?? 0), Number(parts[10] ?? 0)];
  if (hour > 23 || minute > 59 || second > 60 || offsetHour > 23 || offsetMinute > 59) return undefined;
  const offset = (parts[8] === '-' ? -1 : 1) * (offsetHour * 60 + offsetMinute);
  const whole = start + ((hour * 60 + minute - offset) * 60 + second) * 1000;
  // A leap second can only be the last of a day in UTC.
  if (second === 60 && whole % day !== 0) return undefined;
  return whole + Number((parts[7] ?? '').slice(0, 6).padEnd(6, '0')) / 1000;
}

/** The first instant after the plain date that starts there. */
export function endOfDay(start: number): number {
  return start + day;
}

/** True for the form `YYYY-MM-DD`; whether there is such a day says {@link parseInstant}. */
export function isPlainDate(text: string): boolean {
  return text.length === 10;
}

function startOfDay(year: number, month: number, date: number): number | undefined {
  const start = new Date(0);
  start.setUTCFullYear(year, month - 1, date);
  return start.getUTCMonth() === month - 1 && start.getUTCDate() === date ? start.getTime() : undefined;
}
