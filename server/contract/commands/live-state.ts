import { z } from 'zod';
import { limit, name, nothing, reach, session, text } from '../schema/input.ts';
import { output, type RecordDifference, type Settled } from '../schema/output.ts';
import type { SessionState, SnapshotState } from '../schema/state.ts';

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
