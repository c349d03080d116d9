import type { RequestDetail } from '../contract/schema/output.ts';
import { everyInPieces, type Work } from '../domain/basics/work.ts';
import { compare } from '../domain/verification/comparison.ts';
import type { RequestPattern } from '../domain/verification/expectation.ts';
import { detail, type LogEntry } from './log-entry.ts';
import { receivedRequest } from './received-request.ts';
import type { RequestLog } from './request-log.ts';

interface Wanted {
  readonly match?: RequestPattern | undefined;
  readonly from?: number | undefined;
  readonly limit?: number | undefined;
}

/** The first id that may be found by a later call: that of an unfinished request, or of the next one. */
interface Found {
  readonly requests: readonly RequestDetail[];
  readonly next: number;
}

/** Finds the finished requests that match a pattern for certain, oldest first. Pauses every few hundred requests. */
export function* findRequests(log: RequestLog, { match = {}, from = 1, limit = 1000 }: Wanted): Work<Found> {
  const requests: RequestDetail[] = [];
  const { nextId } = log;
  let next = nextId;
  /** False once the limit is reached. */
  const take = (entry: LogEntry) => {
    if (entry.id < from || entry.id >= nextId) return true;
    if (entry.durationMicros === null) {
      next = Math.min(next, entry.id);
      return true;
    }
    const { distance, isUncertain } = compare(match, receivedRequest(entry, log));
    if (distance > 0 || isUncertain) return true;
    requests.push(detail(entry));
    if (requests.length !== limit) return true;
    next = Math.min(next, entry.id + 1);
    return false;
  };
  yield* everyInPieces([...log.entries()], take);
  return { requests, next };
}
