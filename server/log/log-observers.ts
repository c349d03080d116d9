import type { LogEntry } from './log-entry.ts';

/** Called at the start and at the end of a request. The feed batches these calls. */
type LogObserver = (entry: LogEntry) => void;

/** The observers of the request log. */
export class LogObservers {
  readonly #all = new Set<LogObserver>();
  #isQuiet = false;

  /** Returns a function that removes the observer. */
  add(observer: LogObserver): () => void {
    this.#all.add(observer);
    return () => this.#all.delete(observer);
  }

  notify(entry: LogEntry): void {
    if (this.#isQuiet) return;
    for (const observer of this.#all) observer(entry);
  }

  /** Makes a change without notifying anybody. */
  quietly(change: () => void): void {
    this.#isQuiet = true;
    change();
    this.#isQuiet = false;
  }
}

/** Decides when the requests of an instance among several enter its log: in the order of all instances. */
export interface LogSequence {
  /** The name of this instance. */
  readonly instance: string;
  /** Is told of a request that is to enter the log. */
  began(entry: LogEntry): void;
  ended(entry: LogEntry): void;
}
