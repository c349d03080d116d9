import { type LogEntry, summarize } from '../log/log-entry.ts';
import type { RequestLog } from '../log/request-log.ts';
import type { Feed } from './feed.ts';

/** Sends the latest requests of each batch: a console shows rows, not two thousand requests a second. */
export function followRequests(log: RequestLog, feed: Feed): void {
  const mostInBatch = 500;
  const pending = new Map<number, LogEntry>();
  log.observers.add((entry) => {
    if (!feed.isFollowed) return;
    pending.set(entry.id, entry);
    if (pending.size > mostInBatch) pending.delete(pending.keys().next().value ?? entry.id);
    feed.markDirty('log');
  });
  feed.addSource(() => {
    const entries = Array.from(pending.values(), summarize);
    pending.clear();
    return entries.length === 0 ? [] : [{ type: 'requests', entries }];
  });
}
