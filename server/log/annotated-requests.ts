import { copyOf } from './captured-body.ts';
import { keptOf, type LogEntry } from './log-entry.ts';

/** Requests that somebody marked and that the log would otherwise have dropped, the oldest first. */
export class AnnotatedRequests {
  readonly #entries = new Map<number, LogEntry>();

  /** Takes over an entry that the log drops, if it has a mark: with bodies of its own, and its explanation made. */
  take(entry: LogEntry): void {
    const { mark, requestBody, answer } = entry;
    if (!mark) return;
    entry.requestBody = requestBody && copyOf(requestBody);
    if (answer) {
      const { body, explained, headers } = answer;
      const isText = explained === null || typeof explained === 'string';
      const text = isText ? explained : JSON.stringify(explained.explain(keptOf(entry, headers)));
      entry.answer = { ...answer, body: body && copyOf(body), explained: text };
    }
    this.#entries.set(entry.id, entry);
  }

  release(id: number): void {
    this.#entries.delete(id);
  }

  get(id: number): LogEntry | undefined {
    return this.#entries.get(id);
  }

  /** How many have that id or a later one. */
  countSince(id: number): number {
    let count = 0;
    for (const kept of this.#entries.keys()) if (kept >= id) count += 1;
    return count;
  }

  *entries(): Generator<LogEntry> {
    yield* [...this.#entries.values()].sort((one, other) => one.id - other.id);
  }
}
