import { copyOf } from './captured-body.ts';
import { explanationText, type LogEntry } from './log-entry.ts';

/** Annotated requests that the log dropped from its ring, oldest first. */
export class AnnotatedRequests {
  readonly #entries = new Map<number, LogEntry>();

  /** Takes over a dropped entry if it is annotated. Copies its bodies and makes its explanation. */
  take(entry: LogEntry): void {
    const { annotation, requestBody, response } = entry;
    if (!annotation) return;
    entry.requestBody = requestBody && copyOf(requestBody);
    if (response) {
      const { body } = response;
      entry.response = { ...response, body: body && copyOf(body), explanation: explanationText(entry) };
    }
    this.#entries.set(entry.id, entry);
  }

  release(id: number): void {
    this.#entries.delete(id);
  }

  get(id: number): LogEntry | undefined {
    return this.#entries.get(id);
  }

  /** The number of entries with this id or a later one. */
  countSince(id: number): number {
    let count = 0;
    for (const entryId of this.#entries.keys()) if (entryId >= id) count += 1;
    return count;
  }

  *entries(): Generator<LogEntry> {
    yield* [...this.#entries.values()].sort((one, other) => one.id - other.id);
  }
}
