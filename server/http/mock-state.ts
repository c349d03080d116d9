import type { MockContext } from '../domain/answer/context.ts';
import type { EdgeState } from './edge-state.ts';
import type { LogEntry } from './log-entry.ts';

/** What the mock app's middleware hand one another, set by the request capture. */
export interface MockState extends EdgeState {
  /** The mock as it was when the request arrived. */
  context: MockContext;
  entry: LogEntry;
}
