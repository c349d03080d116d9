import { z } from 'zod';
import type { JsonObject } from '../../domain/json/json.ts';
import { collection, id, json, text } from '../schema/input.ts';
import { type ChangeOutcome, output } from '../schema/output.ts';

/** Records by their ids, or all that a page of a table with this query and search has a part of. */
const of = z.union([
  z.strictObject({ ids: z.array(id).min(1) }),
  z.strictObject({
    query: z.string().optional(),
    search: z.string().optional(),
    only: z.literal('changed').optional(),
  }),
]);

/** Names of members from the record down. */
const path = z.array(text).min(1);

const change = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('set'), path, value: json }),
  z.strictObject({ kind: z.literal('unset'), path }),
  z.strictObject({ kind: z.literal('delete') }),
  z.strictObject({ kind: z.literal('duplicate') }),
  z.strictObject({ kind: z.literal('reset') }),
  z.strictObject({ kind: z.literal('keep') }),
]);

/**
 * `preview` says what would be done and does nothing. `all` does it to all records, or where one of them cannot be
 * changed so, to none: then it is refused with `records-refused`. `rest` leaves those out that cannot be changed.
 */
const as = z.enum(['preview', 'all', 'rest']);

/**
 * Changes of many records, on both levels, each to be undone as one. They are done in time slices between
 * requests, one change at a time, and `jobs.cancel` takes back what it has done so far.
 */
export const recordChangeCommands = {
  /** Applies one change to many records. */
  'records.change': { input: z.strictObject({ collection, of, change, as }), output: output<ChangeOutcome>() },

  /**
   * Rows of cells, as a spreadsheet has them: members that get values, and members that are taken away. A row without
   * an id is a new record.
   */
  'records.paste': {
    input: z.strictObject({
      collection,
      rows: z
        .array(z.strictObject({ id: id.nullable(), cells: z.array(z.strictObject({ path, value: json.optional() })) }))
        .min(1),
      as,
    }),
    output: output<ChangeOutcome>(),
  },

  /**
   * Makes records up, as the schema says and like those that are there: the same ones for the same seed over the same
   * records. `preview` gives the first of them and adds none.
   */
  'records.generate': {
    input: z.strictObject({
      collection,
      count: z.number().int().min(1).max(100_000),
      seed: z.number().int().min(0).max(0xffff_ffff),
      as: z.enum(['preview', 'add']),
    }),
    output: output<{ readonly records: number; readonly first: readonly JsonObject[] }>(),
  },
} as const;
