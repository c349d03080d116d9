import { parseLogQuery, rowMeets } from '../../../../server/contract/schema/log-query.ts';
import type { RequestSummary } from '../../../../server/contract/schema/state.ts';
import type { LogLine, RequestLine, RequestLog } from '../../../console/requests.ts';

/**
 * Whether the list follows the log. A paused list shows the lines of the moment in which the user scrolled up or paused,
 * and does not move when requests arrive or the log drops some.
 */
export type Following =
  | { readonly kind: 'end' }
  | {
      readonly kind: 'paused';
      readonly by: 'scroll' | 'pause';
      readonly lines: readonly LogLine[];
      /** Number of lines that the log had received by then. */
      readonly added: number;
      /** Number of requests among the lines. */
      readonly requests: number;
    };

/** The columns by which the log can be sorted. */
export const logOrders = ['number', 'time', 'status', 'duration'] as const;

export interface LogOrder {
  readonly by: (typeof logOrders)[number];
  readonly descending: boolean;
}

/** The order of arrival, in which the list follows the log. */
export const arrival: LogOrder = { by: 'time', descending: false };

/** Which lines the list shows, in which order. */
export interface LogQuery {
  readonly order: LogOrder;
  readonly search: string;
  /** Ids of requests whose messages match the search, as the host last reported; null if the search needs no messages. */
  readonly found: ReadonlySet<number> | null;
  readonly following: Following;
}

/** The lines shown in the list. */
export interface LogView {
  readonly count: number;
  readonly at: (index: number) => LogLine | undefined;
  /** The index of a line, or -1. */
  readonly indexOf: (key: string) => number;
  /** Matching requests that arrived since the list paused. */
  readonly fresh: number;
}

/** The lines of the log that match every term of the search. */
export function viewLog(log: RequestLog, { search, found, following, order }: LogQuery): LogView {
  const terms = parseLogQuery(search);
  const matches = (line: LogLine) =>
    terms.length === 0 ||
    (line.kind === 'request' &&
      (found === null || found.has(line.request.id)) &&
      terms.every((term) => rowMeets(line.request, term)));
  if (!isArrival(order)) {
    const lines = following.kind === 'paused' ? following.lines : log.copy();
    return { ...linesView(sorted(lines.filter(matches), order)), fresh: 0 };
  }
  if (following.kind === 'paused') {
    return { ...linesView(following.lines.filter(matches)), fresh: countFresh(log, following.added, matches) };
  }
  if (terms.length > 0) return { ...linesView(log.copy().filter(matches)), fresh: 0 };
  return { count: log.length, at: (index) => log.at(index), indexOf: (key) => log.indexOf(key), fresh: 0 };
}

/** The line to choose on entering a list that does not show the chosen one: the last if it follows the log, else the first. */
export function lineToEnter(view: LogView, { following, order }: LogQuery, chosen: string | null): LogLine | undefined {
  if (chosen !== null && view.indexOf(chosen) >= 0) return undefined;
  return view.at(following.kind === 'end' && isArrival(order) ? view.count - 1 : 0);
}

/** The id of the chosen request if the log holds it and the search hides it; otherwise null. */
export function hiddenRequest(log: RequestLog, view: LogView, search: string, chosen: string | null): number | null {
  if (chosen === null || search === '' || view.indexOf(chosen) >= 0) return null;
  return requestAt(log, chosen)?.id ?? null;
}

/** The request of a line, as the log has it now. */
export function requestAt(log: RequestLog, key: string | null): RequestSummary | undefined {
  const line = key === null ? undefined : log.at(log.indexOf(key));
  return line?.kind === 'request' ? line.request : undefined;
}

/** The key of a request's line. */
export function keyOf(id: number): string {
  return `request-${id}`;
}

/** The id in the key of a request's line; null for a line of another kind. */
export function requestId(key: string | null): number | null {
  const digits = /^request-(\d+)$/.exec(key ?? '')?.[1];
  return digits === undefined ? null : Number(digits);
}

/** The number of a request that the log holds, if a search is that number alone; otherwise null. */
export function searchedNumber(log: RequestLog, search: string): number | null {
  const id = /^\d+$/.test(search.trim()) ? Number(search) : null;
  return id !== null && log.indexOf(`request-${id}`) >= 0 ? id : null;
}

export function isArrival({ by, descending }: LogOrder): boolean {
  return followsArrival(by) && !descending;
}

/** Whether the ascending order of a column is the order of arrival. */
export function followsArrival(by: LogOrder['by']): boolean {
  return by === 'number' || by === 'time';
}

/**
 * The requests in an order; equal ones in the order of arrival, or in its reverse if the whole order is that. Requests without
 * a status or a duration come last.
 */
function sorted(lines: readonly LogLine[], { by, descending }: LogOrder): readonly LogLine[] {
  const valueIn = ({ request }: RequestLine) => {
    if (by === 'number') return request.id;
    if (by === 'time') return request.time;
    if (request.status === null) return null;
    return by === 'status' ? request.status : request.durationMs;
  };
  const isReversed = descending && followsArrival(by);
  const sign = descending && !isReversed ? -1 : 1;
  const ordered = lines
    .filter((line) => line.kind === 'request')
    .toSorted((a, b) => {
      const [one, other] = [valueIn(a), valueIn(b)];
      if (one === null || other === null) return Number(one === null) - Number(other === null);
      return sign * (one - other);
    });
  return isReversed ? ordered.toReversed() : ordered;
}

function linesView(lines: readonly LogLine[]): Omit<LogView, 'fresh'> {
  return {
    count: lines.length,
    at: (index) => lines[index],
    indexOf: (key) => lines.findIndex((line) => line.key === key),
  };
}

function countFresh(log: RequestLog, since: number, matches: (line: LogLine) => boolean): number {
  let fresh = 0;
  for (let index = Math.max(0, log.length - (log.added - since)); index < log.length; index++) {
    const line = log.at(index);
    if (line?.kind === 'request' && matches(line)) fresh += 1;
  }
  return fresh;
}
