import type { MockContext } from '../../domain/session/context.ts';
import type { LogEntry } from '../../log/log-entry.ts';
import type { EdgeState } from '../connection/edge-state.ts';

/** What the mock app's middleware hand one another, set by the request capture. */
export interface MockState extends EdgeState {
  /** The mock as it was when the request arrived. */
  context: MockContext;
  entry: LogEntry;
}
