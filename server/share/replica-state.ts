import type { RunWork } from '../domain/basics/work.ts';
import type { DecidedChange } from '../domain/replication/replicated.ts';
import type { LoadedState } from './entries/loaded-state.ts';
import type { LogEntry } from './entries/log-entry.ts';
import type { AppliedChange } from './entries/packed-changes.ts';

/** The state of the mock as one instance holds it. */
export interface ReplicaState {
  /** Runs long work while the instance serves others. */
  readonly run: RunWork;
  /** Applies an entry. `own` are the very changes that this instance decided. */
  apply(entry: LogEntry, revision: number, own: readonly DecidedChange[] | undefined): void;
  /** Prepares a large change in time slices. The function that it gives makes it. */
  prepare(entry: LogEntry, revision: number, changes: Iterable<AppliedChange>): Promise<() => void>;
  /** Replaces everything that differs from the fixtures. */
  restart(state: LoadedState): Promise<void>;
  highestVersion(): number;
  /** The sessions that were used since the last call. */
  usedSessions(): readonly string[];
}

/** A decision that waits for its entry to come back. */
export interface PendingDecision {
  readonly entry: LogEntry;
  readonly changes: readonly DecidedChange[];
  /** Applies its entry. */
  readonly around: (apply: () => void) => void;
}
