import { z } from 'zod';
import type { StateComparison } from '../../domain/records/state-comparison.ts';
import { limit, name, nothing, reach, session, text } from '../schema/input.ts';
import { type ListedChange, output, type RecordDifference, type Settled } from '../schema/output.ts';
import type { SessionState, SnapshotState } from '../schema/state.ts';

/** How a record differs: only the later state has it, only the earlier one, or both with other values. */
const kinds = z.array(z.enum(['added', 'removed', 'changed'])).min(1);

/** The live state beside the fixtures: what differs, snapshots, sessions. */
export const liveStateCommands = {
  /** The sessions, the latest used first. */
  'sessions.list': { input: nothing, output: output<{ readonly sessions: readonly SessionState[] }>() },
  /**
   * Makes the live state of a session equal the fixtures and restarts its scenario; creates the session if there is
   * none.
   */
  'sessions.reset': { input: z.strictObject({ name: session }), output: output<Settled>() },
  /** Ends a session and drops its live state. */
  'sessions.drop': { input: z.strictObject({ name: session }), output: output<null>() },

  /**
   * Makes the live state, shared or of a session, equal the fixtures: everywhere, in a collection, or for one record.
   */
  'state.reset': { input: z.strictObject({ ...reach, session: session.optional() }), output: output<Settled>() },
  /** Writes the shared live state into the fixtures: everywhere, in a collection, or for one record. */
  'state.keep': { input: z.strictObject(reach), output: output<Settled>() },
  /**
   * The records whose live state, shared or of a session, differs from the fixtures; at most 1000 unless `limit` says
   * otherwise.
   */
  'state.diff': {
    input: z.strictObject({ ...reach, session: session.optional(), limit: limit.optional() }),
    output: output<{ readonly records: readonly RecordDifference[]; readonly total: number }>(),
  },
  /**
   * Compares the live state, shared or of a session, with the fixtures, or with a snapshot: counts for each collection, and a
   * page of the records that differ, each with the values before and after. A page ends early at large records; `next` is
   * where the following one begins.
   */
  'state.compare': {
    input: z.strictObject({
      ...reach,
      session: session.optional(),
      snapshot: name.optional(),
      kinds: kinds.optional(),
      offset: z.number().int().min(0).optional(),
      limit: z.number().int().min(1).max(1000).optional(),
    }),
    output: output<StateComparison<ListedChange>>(),
  },

  /** The snapshots of the live state. */
  'snapshots.list': { input: nothing, output: output<{ readonly snapshots: readonly SnapshotState[] }>() },
  /** Saves the live state, shared or of a session, as a snapshot; replaces the snapshot of that name. */
  'snapshots.save': {
    input: z.strictObject({ name: text.min(1), session: session.optional() }),
    output: output<null>(),
  },
  /** Restores the live state, shared or of a session, from a snapshot, in one step. */
  'snapshots.restore': {
    input: z.strictObject({ name, session: session.optional() }),
    output: output<Settled>(),
  },
  /** Deletes a snapshot. */
  'snapshots.remove': { input: z.strictObject({ name }), output: output<null>() },
} as const;
