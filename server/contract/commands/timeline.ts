import { z } from 'zod';
import type { TimelineStep } from '../../domain/timeline/timeline.ts';
import { collection, limit, query } from '../schema/input.ts';
import { output, type Settled } from '../schema/output.ts';
import type { MomentRow, MomentState, ReplayedRequest, ReplaySummary, TimelineState } from '../schema/timeline.ts';

const moment = z.number().int().min(0);
const offset = z.number().int().min(0);
const outcomes = z.array(z.enum(['same', 'different', 'skipped']));

/**
 * The time machine: every state of the records since the workspace was opened, as far as the memory of the log allows. A
 * moment is the number of a state of the shared live state. Commands that name one are refused with `unknown-moment` when
 * it was dropped or is to come. Sessions are not part of it.
 */
export const timelineCommands = {
  /** The run: its first and last moment, and where requests and edits changed records. */
  'timeline.get': {
    input: z.strictObject({ marks: z.number().int().min(1).max(1000).optional() }),
    output: output<TimelineState>(),
  },
  /** The steps from a moment on, oldest first: each is a request or an edit that changed records. */
  'timeline.steps': {
    input: z.strictObject({ from: moment.optional(), limit: limit.optional() }),
    output: output<{ readonly steps: readonly TimelineStep[] }>(),
  },
  /** A moment: its time, the step that led to it, and the number of records of each collection. */
  'timeline.moment': { input: z.strictObject({ moment }), output: output<MomentState>() },
  /** The moments right before and right after a request. Refused with `unknown-request` and `unknown-moment`. */
  'timeline.request': {
    input: z.strictObject({ id: z.number().int().min(1) }),
    output: output<{ readonly before: number; readonly after: number }>(),
  },
  /** A page of a collection as it was at a moment, beside its records now. `query` and `search` as in `records.page`. */
  'timeline.page': {
    input: z.strictObject({ moment, collection, query: query.optional(), search: query.optional(), offset, limit }),
    output: output<{ readonly rows: readonly MomentRow[]; readonly total: number }>(),
  },
  /**
   * Makes the shared live state equal that of a moment, as one edit that can be undone. Records get new versions. Collections
   * that were removed since are not restored.
   */
  'timeline.restore': { input: z.strictObject({ moment }), output: output<Settled>() },
  /**
   * Repeats the requests since a moment against its records, with the settings, scenarios and schemas of now, and compares
   * the responses with those that were sent. Changes neither the live state nor the log, counters or expectations. Cancels
   * the replay under way; refused with `job-cancelled` when it is cancelled itself.
   */
  'timeline.replay': { input: z.strictObject({ moment }), output: output<ReplaySummary>() },
  /** The requests of the latest replay, in the order of their responses. Refused with `conflict` if there was none. */
  'timeline.replayed': {
    input: z.strictObject({ outcomes: outcomes.optional(), offset, limit }),
    output: output<{ readonly requests: readonly ReplayedRequest[]; readonly total: number }>(),
  },
} as const;
