import { z } from 'zod';
import { collection, id, limit, listed, record, session, text } from '../schema/input.ts';
import { output, type RecordFault } from '../schema/output.ts';
import type { RecordRow } from '../schema/state.ts';

/** Which records an edit changes; without both, the fixtures and the live state. */
const place = { in: z.literal('live').optional(), session: session.optional() };

const liveChange = z.union([
  z.strictObject({ collection, record }),
  z.strictObject({ collection, id, patch: record }),
  z.strictObject({ collection, id, remove: z.literal(true) }),
]);

/** So many changes take a few milliseconds. */
const mostChanges = 1000;

/**
 * The records of the collections.
 *
 * An edit may name in `base` what it began from: the live record, else the fixture, or null for a record that was not there.
 * If it has changed since, the edit is refused with `edit-conflict`, and `theirs` is its present value.
 *
 * An edit with `in: 'live'` changes the live state and no fixture, as the request of a client would; one with `session`
 * the live state of that session, which begins if there is none.
 */
export const recordCommands = {
  /**
   * Sets the status of a user in the fixture and in the live state, and nothing else. `base` is the status that the edit
   * began from.
   */
  'users.setStatus': {
    input: z.strictObject({ userId: id, status: z.enum(['active', 'inactive']), base: text.optional() }),
    output: output<RecordRow>(),
  },

  /**
   * A page of a collection for a table. `query` has the grammar of the mock API's filters and sort; `search` is text
   * that any member may contain, ignoring case. `only: 'changed'` returns the records whose live state differs from the
   * fixture, deleted ones included. `also` is the id of a record that is listed although it does not match. `session`
   * pages through the live state of that session.
   */
  'records.page': {
    input: z.strictObject({
      collection,
      session: session.optional(),
      ...listed,
      offset: z.number().int().min(0),
      limit,
    }),
    output: output<{ readonly rows: readonly RecordRow[]; readonly total: number; readonly revision: number }>(),
  },

  /** The place of a record in the table that `records.page` pages through, from 0; null if the table does not have it. */
  'records.find': {
    input: z.strictObject({
      collection,
      id,
      ...listed,
    }),
    output: output<{ readonly index: number | null }>(),
  },

  /** A record with its fixture and its live state, for all clients or in a session. */
  'records.get': {
    input: z.strictObject({ collection, id, session: session.optional() }),
    output: output<RecordRow>(),
  },
  /**
   * The faults of a value as a record of the collection: every violation of its schema. A value without a key counts as
   * a new record.
   */
  'records.check': {
    input: z.strictObject({ collection, record }),
    output: output<{ readonly faults: readonly RecordFault[] }>(),
  },
  /** Creates or replaces a record in the fixture and in the live state. A missing key is generated. */
  'records.put': {
    input: z.strictObject({ collection, record, base: record.nullable().optional(), ...place }),
    output: output<RecordRow>(),
  },
  /**
   * Applies a merge patch (RFC 7396) to the fixture and to the live state separately. Only the members that the patch names
   * are compared with `base`, which needs no others; a member that it lacks was missing.
   */
  'records.patch': {
    input: z.strictObject({ collection, id, patch: record, base: record.optional(), ...place }),
    output: output<RecordRow>(),
  },
  /** Deletes a record, in the fixture and in the live state. */
  'records.remove': {
    input: z.strictObject({ collection, id, base: record.optional(), ...place }),
    output: output<null>(),
  },
  /**
   * Prepares the live state for all clients or in a session, and no fixture: creates or replaces, patches and removes up to
   * 1,000 records of any collections, all or none. Returns the records in the order of the changes. Refused with
   * `records-refused` if they have more than 25,000 values together.
   */
  'records.prepare': {
    input: z.strictObject({ changes: z.array(liveChange).min(1).max(mostChanges), session: session.optional() }),
    output: output<{ readonly records: readonly RecordRow[] }>(),
  },
  /**
   * The records of a collection, those with the given ids in that order, or those that `records.page` finds with the query
   * and the search of `found`, as text that an import reads back; as a workspace, with the definition of the collection.
   * Refused with `job-cancelled` when it is cancelled.
   */
  'records.export': {
    input: z.strictObject({
      collection,
      of: z.enum(['fixtures', 'live']),
      ids: z.array(id).optional(),
      found: z.strictObject(listed).optional(),
      format: z.enum(['json', 'ndjson', 'csv', 'workspace']),
    }),
    output: output<{ readonly file: string; readonly text: string; readonly records: number }>(),
  },
} as const;
