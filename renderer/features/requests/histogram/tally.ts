import { localTime } from '../../../../server/contract/schema/log-time.ts';
import type { RequestSummary } from '../../../../server/contract/schema/state.ts';

/** Status classes; `none` stands for requests without a response. */
export const statusClasses = ['1xx', '2xx', '3xx', '4xx', '5xx', 'none'] as const;
export type StatusClass = (typeof statusClasses)[number];

/** Requests counted by time, in intervals of one length. */
export interface LogTally {
  /** Start of the first interval, in milliseconds since 1970. */
  readonly start: number;
  /** Milliseconds of an interval. */
  readonly width: number;
  readonly intervals: number;
  /** Requests per interval, by class. */
  readonly counts: Readonly<Record<StatusClass, readonly number[]>>;
  readonly totals: Readonly<Record<StatusClass, number>>;
  /** Percentiles of the durations in milliseconds; null without a response. */
  readonly durations: {
    readonly p50: number;
    readonly p95: number;
    readonly p99: number;
    readonly longest: number;
  } | null;
}

/** A time span with its first and last millisecond since 1970, both inclusive. */
export interface TimeSpan {
  readonly first: number;
  readonly last: number;
}

const second = 1000;
const minute = 60 * second;
const hour = 60 * minute;
const widths = [
  ...[100, 200, 500, second, 2 * second, 5 * second, 10 * second, 30 * second],
  ...[minute, 5 * minute, 10 * minute, 30 * minute, hour, 6 * hour, 24 * hour],
];
const mostIntervals = 120;

/** Counts requests in at most `mostIntervals` intervals; null if there are none. */
export function tallyRequests(requests: readonly RequestSummary[]): LogTally | null {
  let first = Number.POSITIVE_INFINITY;
  let last = Number.NEGATIVE_INFINITY;
  for (const { time } of requests) {
    if (time < first) first = time;
    if (time > last) last = time;
  }
  if (requests.length === 0) return null;
  const least = (last - first) / (mostIntervals - 1);
  const width = widths.find((one) => one >= least) ?? Math.ceil(least / hour) * hour;
  const start = Math.floor(first / width) * width;
  const intervals = Math.floor((last - start) / width) + 1;
  const counts = eachClass(() => Array<number>(intervals).fill(0));
  const durations: number[] = [];
  for (const { time, status, durationMs } of requests) {
    const place = Math.floor((time - start) / width);
    const ofClass = counts[classOf(status)];
    ofClass[place] = (ofClass[place] ?? 0) + 1;
    if (status !== null) durations.push(durationMs);
  }
  const totals = eachClass((name) => counts[name].reduce((sum, count) => sum + count, 0));
  return { start, width, intervals, counts, totals, durations: percentiles(durations) };
}

function eachClass<T>(make: (name: StatusClass) => T): Record<StatusClass, T> {
  return {
    '1xx': make('1xx'),
    '2xx': make('2xx'),
    '3xx': make('3xx'),
    '4xx': make('4xx'),
    '5xx': make('5xx'),
    none: make('none'),
  };
}

const byHundreds: readonly StatusClass[] = ['none', '1xx', '2xx', '3xx', '4xx', '5xx'];

function classOf(status: number | null): StatusClass {
  return byHundreds[Math.floor((status ?? 0) / 100)] ?? 'none';
}

/** Percentiles by the nearest-rank method. */
function percentiles(durations: readonly number[]): LogTally['durations'] {
  const sorted = Float64Array.from(durations).sort();
  const at = (share: number) => sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)] ?? 0;
  return sorted.length === 0 ? null : { p50: at(0.5), p95: at(0.95), p99: at(0.99), longest: at(1) };
}

/** All requests of an interval. */
export function countAt({ counts }: LogTally, interval: number): number {
  return statusClasses.reduce((sum, name) => sum + (counts[name][interval] ?? 0), 0);
}

/** The largest number of requests in one interval. */
export function highestOf(tally: LogTally): number {
  return Math.max(...Array.from({ length: tally.intervals }, (_, index) => countAt(tally, index)));
}

/** The span that covers two intervals, given in any order. */
export function spanOf({ start, width }: LogTally, one: number, other: number): TimeSpan {
  const [from, to] = one < other ? [one, other] : [other, one];
  return { first: start + from * width, last: start + (to + 1) * width - 1 };
}

/** The search with its time span replaced. The terms include the date if the tally covers several days. */
export function withSpan(search: string, span: TimeSpan | null, tally: LogTally): string {
  const rest = withoutSpan(search);
  if (!span) return rest;
  const end = Math.max(tally.start + tally.intervals * tally.width - 1, span.last);
  const dayOf = (time: number) => localTime(time).slice(0, 10);
  const named = (text: string) => (dayOf(tally.start) === dayOf(end) ? text.slice(11) : text);
  const since = named(localTime(span.first)).replace(/(:00)?\.000$/, '');
  const until = named(localTime(span.last)).replace(/(:59)?\.999$/, '');
  return [rest, `since:${since}`, `until:${until}`].filter((part) => part !== '').join(' ');
}

/** The search without its time terms. */
export function withoutSpan(search: string): string {
  return search.replace(/(^|\s)-?(since|until):\S*/gi, '').trim();
}

/** Whether a search has a term, regardless of case. */
export function hasTerm(search: string, term: string): boolean {
  return search.toLowerCase().split(/\s+/).includes(term);
}

/** The search with this value of a field instead of others; without it if the search has it already. */
export function withTerm(search: string, field: string, value: string): string {
  const term = `${field}:${value}`;
  const rest = withoutField(search, field);
  return hasTerm(search, term) ? rest : `${rest} ${term}`.trim();
}

/** The search without its terms that ask for a value of this field. */
export function withoutField(search: string, field: string): string {
  return search.replace(new RegExp(`(^|\\s)${field}:\\S*`, 'gi'), '').trim();
}

/** Upper ends of the latency classes, in milliseconds; the last class has none. */
const latencyEnds: readonly number[] = [1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 2000, 5000];

/** A class of latencies: the number of responses above `from` and up to `to` milliseconds. */
export interface LatencyClass {
  readonly from: number;
  /** Null for the last class. */
  readonly to: number | null;
  readonly count: number;
}

/** Counts responses by their duration; empty classes beyond the slowest response are left out. */
export function tallyLatencies(requests: readonly RequestSummary[]): readonly LatencyClass[] {
  const counts = Array<number>(latencyEnds.length + 1).fill(0);
  for (const { status, durationMs } of requests) {
    if (status === null) continue;
    const place = latencyEnds.findIndex((end) => durationMs <= end);
    const index = place < 0 ? latencyEnds.length : place;
    counts[index] = (counts[index] ?? 0) + 1;
  }
  const last = counts.findLastIndex((count) => count > 0);
  return counts
    .slice(0, last + 1)
    .map((count, index) => ({ from: latencyEnds[index - 1] ?? 0, to: latencyEnds[index] ?? null, count }));
}

/** The value of a `duration:` term for a latency class. */
export function latencyTerm({ from, to }: LatencyClass): string {
  return to === null ? `>${from}` : `${from}-${to}`;
}
