/*
 * Local times in a search of the request log, with a date or for any day.
 */

/** The span of local time that a text such as `10:02`, `10:02:03.5` or `2026-02-01T10` names. */
export interface LocalSpan {
  /** The first and last millisecond: since 1970 as if local time were UTC, or since midnight. */
  readonly first: number;
  readonly last: number;
  /** False for a time of any day. */
  readonly dated: boolean;
}

const day = 86_400_000;
const grammar = /^(?:(\d{4})-(\d\d)-(\d\d)t?)?(\d\d?)?(?::(\d\d))?(?::(\d\d))?(?:\.(\d{1,3}))?[:.]?$/;

/** Parses a time in lower case; null for a text that is no time. */
export function readLocalSpan(text: string): LocalSpan | null {
  const parts = grammar.exec(text);
  if (!parts) return null;
  const [, year, month, date, hours, minutes, seconds, fraction] = parts;
  if (year === undefined && hours === undefined) return null;
  const midnight = year === undefined ? 0 : Date.UTC(Number(year), Number(month) - 1, Number(date));
  const clock = Number(hours ?? 0) * 3_600_000 + Number(minutes ?? 0) * 60_000 + Number(seconds ?? 0) * 1000;
  const first = midnight + clock + Number((fraction ?? '').padEnd(3, '0'));
  return { first, last: first + lengthOf(hours, minutes, seconds, fraction) - 1, dated: year !== undefined };
}

/** The length in milliseconds of a time with these parts: a second for `10:02:03`. */
function lengthOf(hours?: string, minutes?: string, seconds?: string, fraction?: string): number {
  if (fraction !== undefined) return 10 ** (3 - fraction.length);
  if (seconds !== undefined) return 1000;
  if (minutes !== undefined) return 60_000;
  return hours === undefined ? day : 3_600_000;
}

/** Converts milliseconds since 1970 to the scale of the span. */
export function localCount(time: number, { dated }: LocalSpan): number {
  const local = time - new Date(time).getTimezoneOffset() * 60_000;
  return dated ? local : local % day;
}

/** Local date and time of milliseconds since 1970: 2026-02-01T14:03:07.042 */
export function localTime(time: number): string {
  return new Date(time - new Date(time).getTimezoneOffset() * 60_000).toISOString().slice(0, -1);
}
