import type { LogEntry } from './log-entry.ts';

/** Called when a request starts and when it is over; the host collects these and reports them in batches. */
type LogObserver = (entry: LogEntry) => void;

/** Those who follow the request log. */
export class LogObservers {
  readonly #all = new Set<LogObserver>();
  #isQuiet = false;

  /** Returns how to stop it. */
  add(observer: LogObserver): () => void {
    this.#all.add(observer);
    return () => this.#all.delete(observer);
  }

  tell(entry: LogEntry): void {
    if (this.#isQuiet) return;
    for (const observer of this.#all) observer(entry);
  }

  /** Makes a change of which nobody is told. */
  quietly(change: () => void): void {
    this.#isQuiet = true;
    change();
    this.#isQuiet = false;
  }
}
