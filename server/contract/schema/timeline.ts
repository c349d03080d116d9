import type { JsonObject } from '../../domain/json/json.ts';
import type { ResponseDifference } from '../../domain/timeline/compare-responses.ts';
import type { TimelineStep } from '../../domain/timeline/timeline.ts';
import type { RequestSummary } from './state.ts';

/** The run as the timeline has it. Moments are numbers without a gap; each is the state after a step. */
export interface TimelineState {
  readonly first: number;
  readonly last: number;
  /** When the first moment began, in milliseconds since 1970. */
  readonly since: number;
  /** True if the first moment is the start of the run, false if older ones were dropped. */
  readonly isComplete: boolean;
  /** The steps in order, gathered into at most `marks` parts of equal length. */
  readonly marks: readonly TimelineMark[];
}

/** Steps that lie together. */
export interface TimelineMark {
  /** The moment of the last of them. */
  readonly moment: number;
  readonly requests: number;
  readonly edits: number;
}

/** The state at one moment. */
export interface MomentState {
  readonly moment: number;
  /** When it began, in milliseconds since 1970. */
  readonly time: number;
  /** The step that led to it; null for the first moment. */
  readonly step: TimelineStep | null;
  /** The request of that step; null for an edit, and once the log has dropped it. */
  readonly request: RequestSummary | null;
  readonly collections: readonly {
    readonly name: string;
    readonly key: string;
    readonly count: number;
    /** False for a collection that was removed since. It cannot be restored. */
    readonly exists: boolean;
  }[];
}

/** A record at a moment, and now. */
export interface MomentRow {
  readonly id: string;
  readonly then: JsonObject | null;
  readonly now: JsonObject | null;
  /** The version at that moment; null for no record. */
  readonly version: number | null;
}

/** The response to a request in a replay. */
export interface ReplayedRequest {
  readonly request: RequestSummary;
  readonly outcome: 'same' | 'different' | 'skipped';
  /** Why it was skipped, as a sentence; null for a request that was compared. */
  readonly reason: string | null;
  /** The reasons for both responses, as a sentence each; null if they are the same. */
  readonly sent: string | null;
  readonly replayed: string | null;
  readonly differences: readonly ResponseDifference[];
}

/** The outcome of a replay. */
export interface ReplaySummary {
  /** The moment that it began with. */
  readonly moment: number;
  readonly same: number;
  readonly different: number;
  /** Requests that could not be repeated or compared. */
  readonly skipped: number;
  /**
   * False if the log has dropped earlier requests, which rules may have counted: rules such as "the first three requests" then
   * begin with too low a number.
   */
  readonly knowsCounters: boolean;
}
