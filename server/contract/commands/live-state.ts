import { z } from 'zod';
import type { StateComparison } from '../../domain/records/state-comparison.ts';
import { collection, id, limit, name, nothing, reach, session, shortText } from '../schema/input.ts';
import { type ListedChange, output, type RecordDifference, type Settled } from '../schema/output.ts';
import type { SessionState, SnapshotState } from '../schema/state.ts';

/** How a record differs: only the later state has it, only the earlier one, or both with other values. */
const kinds = z.array(z.enum(['added', 'removed', 'changed'])).min(1);

const version = z.number().int().nullable();

/** Records as `state.compare` lists them. */
const listed = z
  .array(z.strictObject({ collection, id, live: version, fixture: version }))
  .min(1)
  .max(10_000);

/** The name of a new snapshot. */
const newName = shortText(200).min(1);

/** The records to reset or to keep: those listed, or all within a reach, of these kinds. */
const settled = z
  .strictObject({ ...reach, kinds: kinds.optional(), records: listed.optional(), session: session.optional() })
  .refine(
    ({ records, collection: one, id: only, kinds: some }) => !records || (one ?? only ?? some) === undefined,
    'records cannot be named together with a collection, an id or kinds',
  );

/** The live state beside the fixtures: what differs, snapshots, sessions. */
export const liveStateCommands = {
  /** The sessions, the latest used first. */
  'sessions.list': { input: nothing, output: output<{ readonly sessions: readonly SessionState[] }>() },
  /**
   * Makes the live state of a session equal the fixtures and restarts its scenario; creates the session if there is
   * none.
   */
  'sessions.reset': { input: z.strictObject({ name: session }), output: output<Settled>() },
  /**
   * Requires conditional writes in a session, or allows unconditional ones, and overrides the workspace; null follows the
   * workspace again. Creates the session if there is none.
   */
  'sessions.requirePrecondition': {
    input: z.strictObject({ name: session, required: z.boolean().nullable() }),
    output: output<null>(),
  },
  /** Ends a session and drops its live state. */
  'sessions.drop': { input: z.strictObject({ name: session }), output: output<null>() },

  /**
   * Makes the live state, shared or of a session, equal the fixtures: everywhere, in a collection, for one record, or for
   * `records` as `state.compare` lists them. Refused with `edit-conflict` if one of these has changed since.
   */
  'state.reset': { input: settled, output: output<Settled>() },
  /**
   * Writes the live state, shared or of a session, into the fixtures: everywhere, in a collection, for one record, or for
   * `records` as `state.compare` lists them. Refused with `edit-conflict` if one of these has changed since.
   */
  'state.keep': { input: settled, output: output<Settled>() },
  /**
   * The records whose live state, shared or of a session, differs from the fixtures; at most 1000 unless `limit` says
   * otherwise.
   */
  'state.diff': {
    input: z.strictObject({ ...reach, session: session.optional(), limit: limit.optional() }),
    output: output<{ readonly records: readonly RecordDifference[]; readonly total: number }>(),
  },
  /**
   * Compares the live state, shared or of a session, with the fixtures or a snapshot, or the shared one with that of an
   * earlier `moment`: counts for each collection, and a
   * page of the records that differ, each with the values before and after. A page ends early at large records; `next` is
   * where the following one begins.
   */
  'state.compare': {
    input: z.strictObject({
      ...reach,
      session: session.optional(),
      snapshot: name.optional(),
      moment: z.number().int().min(0).optional(),
      kinds: kinds.optional(),
      offset: z.number().int().min(0).optional(),
      limit: z.number().int().min(1).max(1000).optional(),
    }),
    output: output<StateComparison<ListedChange>>(),
  },

  /** The snapshots of the live state. */
  'snapshots.list': { input: nothing, output: output<{ readonly snapshots: readonly SnapshotState[] }>() },
  /**
   * Saves the live state, shared or of a session, as a snapshot; replaces the snapshot of that name. Snapshots are kept beside
   * the workspace file, and survive a restart, unless that file is only read. Refused with `conflict` beyond 100 snapshots or
   * 64 MB together, and with `save-failed`. `base` is when the snapshot to replace was saved, null for none; one that was saved
   * at another time is not replaced: `edit-conflict`.
   */
  'snapshots.save': {
    input: z.strictObject({ name: newName, session: session.optional(), base: z.number().nullable().optional() }),
    output: output<null>(),
  },
  /** Renames a snapshot. Refused with `conflict` if the new name is taken. */
  'snapshots.rename': { input: z.strictObject({ name, to: newName }), output: output<null>() },
  /**
   * Restores the live state, shared or of a session, from a snapshot, in one step; with `records`, as `state.compare` lists them,
   * only these. Refused with `edit-conflict` if one of them has changed since.
   */
  'snapshots.restore': {
    input: z.strictObject({ name, session: session.optional(), records: listed.optional() }),
    output: output<Settled>(),
  },
  /** Deletes a snapshot. */
  'snapshots.remove': { input: z.strictObject({ name }), output: output<null>() },
} as const;
